import { observer } from 'mobx-react-lite';
import { Button } from '../../components/controls/button.tsx';
import { PasswordField } from '../../components/forms/password-field.tsx';
import { Form, textOf } from '../../components/forms/form.tsx';
import { useServices } from '../../app/services.ts';
import { Saved, Setting, useAccount, useDisclosure, useSave } from './setting.tsx';
import { errorOf } from '../../components/forms/use-attempt.ts';

/** Changes the password; the current one is required (ACC-20). */
export const PasswordSetting = observer(function PasswordSetting() {
  const { user } = useServices();
  const { accountDetails } = useAccount();
  const form = useDisclosure();
  const save = useSave<void>(form.done);
  const submit = (fields: FormData) => {
    const change = { password: textOf(fields, 'password'), newPassword: textOf(fields, 'new-password') };
    void save.attempt(async () => accountDetails.changePassword(change));
  };
  return (
    <Setting
      label="Password"
      value={<span aria-hidden="true">••••••••••</span>}
      note={<Saved isSaved={form.isDone}>Your password is changed.</Saved>}
      actions={
        !form.isOpen && (
          <Button ref={form.button} onClick={form.open}>
            Change password
          </Button>
        )
      }
    >
      {form.isOpen && (
        <Form
          attempt={save}
          focus="first"
          submitLabel="Save password"
          onSubmit={submit}
          onCancel={form.close}
        >
          <PasswordField
            label="Current password"
            name="password"
            autoComplete="current-password"
            error={errorOf(save.failure, 'password')}
          />
          {/* Tells a password manager whose password changes. */}
          <input type="hidden" name="username" autoComplete="username" value={user.user.email} readOnly />
          <PasswordField
            label="New password"
            name="new-password"
            autoComplete="new-password"
            error={errorOf(save.failure, 'new-password')}
          />
        </Form>
      )}
    </Setting>
  );
});
