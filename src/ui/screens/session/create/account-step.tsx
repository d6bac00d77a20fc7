import type { AccountStep } from '../../../../application/session/create-account.ts';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { StepForm, textOf } from '../../../components/forms/step-form.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { errorOf, useStep } from '../../../components/forms/use-step.ts';
import { useServices } from '../../../app/services.ts';

type AccountStepFormProps = {
  readonly onStep: (step: AccountStep, email: string) => void;
};

/** Name, address and password of a new listener. */
export function AccountStepForm({ onStep }: AccountStepFormProps) {
  const { createAccount } = useServices();
  const step = useStep<readonly [AccountStep, string]>(([next, email]) => onStep(next, email));
  const submit = (fields: FormData) => {
    const email = textOf(fields, 'email').trim();
    const account = {
      firstName: textOf(fields, 'first-name').trim(),
      email,
      password: textOf(fields, 'password'),
    };
    void step.attempt(async () => {
      const outcome = await createAccount.create(account);
      return outcome.ok ? { ok: true, value: [outcome.value, email] } : outcome;
    });
  };
  return (
    <StepForm step={step} submitLabel="Create Account" onSubmit={submit}>
      <TextField label="First Name" name="first-name" autoComplete="given-name" />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errorOf(step.failure, 'email')}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        error={errorOf(step.failure, 'password')}
      />
    </StepForm>
  );
}
