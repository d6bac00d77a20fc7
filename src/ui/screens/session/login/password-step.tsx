import { Link } from '@tanstack/react-router';
import { preserveReturnPath } from '../../../components/preserve-return-path.ts';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { useServices } from '../../../app/services.ts';
import styles from './password-step.module.css';
import { Form, textOf } from '../../../components/forms/form.tsx';
import { errorOf } from '../../../components/forms/use-attempt.ts';
import { useStep, type SignInStep, type StepFailure } from '../../../components/forms/use-step.ts';

type Credentials = { readonly email: string; readonly password: string };

type PasswordStepProps = {
  /** Why the listener must sign in again; null on a first visit. */
  readonly notice: Pick<StepFailure, 'message'> | null;
  readonly onStep: (step: SignInStep, email: string) => void;
  /** Called when the account is not confirmed yet (SES-21). */
  readonly onUnconfirmed: (credentials: Credentials) => void;
};

/** Asks for email and password. */
export function PasswordStep({ notice, onStep, onUnconfirmed }: PasswordStepProps) {
  const { usage, signIn } = useServices();
  const step = useStep<() => void>((next) => next(), 'password');
  const submit = (fields: FormData) => {
    usage.recordTap({ name: 'Onboarding - Sign In - Tap Sign In button', properties: {} });
    const credentials = { email: textOf(fields, 'email').trim(), password: textOf(fields, 'password') };
    void step.attempt(async () => {
      const outcome = await signIn.withPassword(credentials);
      if (outcome.ok) return { ok: true, value: () => onStep(outcome.value, credentials.email) };
      if (outcome.error.kind !== 'unconfirmed') return outcome;
      return { ok: true, value: () => onUnconfirmed(credentials) };
    });
  };
  return (
    <Form attempt={step} notice={notice} submitLabel="Sign In" onSubmit={submit}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errorOf(step.failure, 'email')}
        onUse={() => usage.recordTap({ name: 'Onboarding - Sign In - Tap Email', properties: {} })}
      />
      <div className={styles['password']}>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={errorOf(step.failure, 'password')}
          onUse={(visible) =>
            usage.recordTap({ name: 'Onboarding - Sign In - Tap Password', properties: { visible } })
          }
        />
        <Link
          to="/forgot-password"
          search={preserveReturnPath}
          className={styles['forgot']}
          onClick={() =>
            usage.recordTap({ name: 'Onboarding - Sign In - Tap Forgot Password', properties: {} })
          }
        >
          Forgot password?
        </Link>
      </div>
    </Form>
  );
}
