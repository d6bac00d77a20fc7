import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { preserveReturnPath } from '../../components/preserve-return-path.ts';
import { Form, textOf } from '../../components/forms/form.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { errorOf } from '../../components/forms/use-attempt.ts';
import { useStep } from '../../components/forms/use-step.ts';
import styles from '../../components/forms/visitor-notes.module.css';
import { VisitorPage } from '../../components/forms/visitor-page.tsx';
import { useServices } from '../../app/services.ts';
import { NewPasswordStep } from './new-password-step.tsx';

/** For a listener who forgot the password: requests a code for a new one (SES-65). */
export function ForgotPasswordScreen() {
  const { resetPassword } = useServices();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const step = useStep(setSentTo);

  const submit = (fields: FormData) => {
    const email = textOf(fields, 'email').trim();
    void step.attempt(async () => {
      const requested = await resetPassword.requestCode(email);
      return requested.ok ? { ok: true, value: email } : requested;
    });
  };

  return (
    <VisitorPage
      title="Reset your password"
      description="Choose a new password for your account."
      intro="We send a code to your address; it sets a new password."
    >
      {sentTo === null ? (
        <Form attempt={step} submitLabel="Send code" onSubmit={submit}>
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={errorOf(step.failure, 'email')}
          />
        </Form>
      ) : (
        <NewPasswordStep email={sentTo} />
      )}
      <p className={styles['other']}>
        Remembered it?{' '}
        <Link to="/login" search={preserveReturnPath}>
          Sign in to your account
        </Link>
      </p>
    </VisitorPage>
  );
}
