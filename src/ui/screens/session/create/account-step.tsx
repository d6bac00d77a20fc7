import type { AccountStep } from '../../../../application/session/create-account.ts';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { Form, textOf } from '../../../components/forms/form.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { errorOf } from '../../../components/forms/use-attempt.ts';
import { useStep } from '../../../components/forms/use-step.ts';
import { useServices } from '../../../app/services.ts';

type AccountStepFormProps = {
  readonly onStep: (step: AccountStep, email: string) => void;
};

/** Name, address and password of a new listener. */
export function AccountStepForm({ onStep }: AccountStepFormProps) {
  const { createAccount, usage } = useServices();
  const step = useStep<readonly [AccountStep, string]>(([next, email]) => onStep(next, email));
  const submit = (fields: FormData) => {
    usage.recordTap({ name: 'Onboarding - Sign Up - Tap Create Account button', properties: {} });
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
    <Form attempt={step} submitLabel="Create Account" onSubmit={submit}>
      <TextField
        label="First Name"
        name="first-name"
        autoComplete="given-name"
        onUse={() => usage.recordTap({ name: 'Onboarding - Sign Up - Tap First Name', properties: {} })}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errorOf(step.failure, 'email')}
        onUse={() => usage.recordTap({ name: 'Onboarding - Sign Up - Tap Email', properties: {} })}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        error={errorOf(step.failure, 'password')}
        onUse={(visible) =>
          usage.recordTap({ name: 'Onboarding - Sign Up - Tap Password', properties: { visible } })
        }
      />
    </Form>
  );
}
