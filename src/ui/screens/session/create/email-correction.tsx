import type { AccountStep } from '../../../../application/session/create-account.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Form, textOf } from '../../../components/forms/form.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { errorOf } from '../../../components/forms/use-attempt.ts';
import { useStep } from '../../../components/forms/use-step.ts';
import { useServices } from '../../../app/services.ts';

type EmailCorrectionProps = {
  /** The current address. */
  readonly email: string;
  readonly onStep: (step: AccountStep, email: string) => void;
  readonly onCancel: () => void;
};

/** Changes the address of an unconfirmed account; name and password stay the same (SES-57). */
export function EmailCorrection({ email, onStep, onCancel }: EmailCorrectionProps) {
  const { createAccount, settings } = useServices();
  const step = useStep<readonly [AccountStep, string]>(([next, corrected]) => onStep(next, corrected));

  const submit = (fields: FormData) => {
    const corrected = textOf(fields, 'email').trim();
    void step.attempt(async () => {
      const outcome = await createAccount.changeEmail(corrected);
      return outcome.ok ? { ok: true, value: [outcome.value, corrected] } : outcome;
    });
  };
  return (
    <>
      <Form
        attempt={step}
        focus="selected"
        submitLabel={settings.signUpConfirmation === 'link' ? 'Send link' : 'Send code'}
        onSubmit={submit}
      >
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={email}
          error={errorOf(step.failure, 'email')}
        />
      </Form>
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </>
  );
}
