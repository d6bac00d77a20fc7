import { observer } from 'mobx-react-lite';
import { Button } from '../../../components/controls/button.tsx';
import { Form, textOf } from '../../../components/forms/form.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { useServices } from '../../../app/services.ts';
import { useAccount } from '../account-services.ts';
import { Saved } from '../saved.tsx';
import { Setting } from '../setting.tsx';
import { useDisclosure } from '../use-disclosure.ts';
import { errorOf } from '../../../components/forms/use-attempt.ts';
import { useSave } from '../use-save.ts';

/** The listener's name. The header greets the listener by the first word of the name. */
export const NameSetting = observer(function NameSetting() {
  const { user } = useServices();
  const { accountDetails } = useAccount();
  const form = useDisclosure();
  const save = useSave<void>(form.done);
  return (
    <Setting
      label="Name"
      value={user.user.name}
      note={<Saved isSaved={form.isDone}>Your name is changed.</Saved>}
      actions={
        !form.isOpen && (
          <Button ref={form.button} onClick={form.open}>
            Change name
          </Button>
        )
      }
    >
      {form.isOpen && (
        <Form
          attempt={save}
          focus="first"
          submitLabel="Save name"
          onCancel={form.close}
          onSubmit={(fields) =>
            void save.attempt(async () => accountDetails.changeName(textOf(fields, 'name')))
          }
        >
          <TextField
            label="New name"
            name="name"
            autoComplete="name"
            maxLength={120}
            defaultValue={user.user.name}
            error={errorOf(save.failure, 'name')}
          />
        </Form>
      )}
    </Setting>
  );
});
