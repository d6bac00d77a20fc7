import { Link } from '@tanstack/react-router';
import { PasswordField } from '../../parts/password-field.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useServices } from '../../services.ts';
import styles from './password-step.module.css';
import { StepForm, textOf } from '../../parts/step-form.tsx';
import { errorOf, useStep, type SignInStep } from '../../parts/use-step.ts';

/** Email and password. */
export function PasswordStep({ onStep }: { readonly onStep: (step: SignInStep) => void }) {
  const { signIn } = useServices();
  const step = useStep(onStep);
  const submit = (fields: FormData) => {
    const credentials = { email: textOf(fields, 'email').trim(), password: textOf(fields, 'password') };
    void step.attempt(() => signIn.withPassword(credentials));
  };
  return (
    <StepForm step={step} submitLabel="Sign In" onSubmit={submit}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errorOf(step.failure, 'email', 'password')}
      />
      <div className={styles['password']}>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={errorOf(step.failure, 'password', 'password')}
        />
        <Link to="/forgot-password" className={styles['forgot']}>
          Forgot password?
        </Link>
      </div>
    </StepForm>
  );
}
