import { Link } from '@tanstack/react-router';
import { preserveReturnPath } from '../../../components/preserve-return-path.ts';
import { PasswordField } from '../../../components/forms/password-field.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { useServices } from '../../../app/services.ts';
import styles from './password-step.module.css';
import { StepForm, textOf } from '../../../components/forms/step-form.tsx';
import { errorOf, useStep, type SignInStep, type StepFailure } from '../../../components/forms/use-step.ts';

type Credentials = { readonly email: string; readonly password: string };

type PasswordStepProps = {
  /** Why the listener must sign in again; null on a first visit. */
  readonly notice: Pick<StepFailure, 'message'> | null;
  readonly onStep: (step: SignInStep, email: string) => void;
  /** The account is not confirmed yet (SES-21). */
  readonly onUnconfirmed: (credentials: Credentials) => void;
};

/** Asks for email and password. */
export function PasswordStep({ notice, onStep, onUnconfirmed }: PasswordStepProps) {
  const { signIn } = useServices();
  const step = useStep<() => void>((next) => next(), 'password');
  const submit = (fields: FormData) => {
    const credentials = { email: textOf(fields, 'email').trim(), password: textOf(fields, 'password') };
    void step.attempt(async () => {
      const outcome = await signIn.withPassword(credentials);
      if (outcome.ok) return { ok: true, value: () => onStep(outcome.value, credentials.email) };
      if (outcome.error.kind !== 'unconfirmed') return outcome;
      return { ok: true, value: () => onUnconfirmed(credentials) };
    });
  };
  return (
    <StepForm step={step} notice={notice} submitLabel="Sign In" onSubmit={submit}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errorOf(step.failure, 'email')}
      />
      <div className={styles['password']}>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={errorOf(step.failure, 'password')}
        />
        <Link to="/forgot-password" search={preserveReturnPath} className={styles['forgot']}>
          Forgot password?
        </Link>
      </div>
    </StepForm>
  );
}
