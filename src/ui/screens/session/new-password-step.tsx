import { useNavigate } from '@tanstack/react-router';
import { CodeField } from '../../components/forms/code-field.tsx';
import { preserveReturnPath } from '../../components/preserve-return-path.ts';
import { PasswordField } from '../../components/forms/password-field.tsx';
import { Resend } from '../../components/forms/resend.tsx';
import { Form, textOf } from '../../components/forms/form.tsx';
import { errorOf } from '../../components/forms/use-attempt.ts';
import { useStep } from '../../components/forms/use-step.ts';
import { useServices } from '../../app/services.ts';

/** Asks for the code from the email and the new password (SES-66). */
export function NewPasswordStep({ email }: { readonly email: string }) {
  const { resetPassword, signIn } = useServices();
  const navigate = useNavigate();
  const resend = useStep<void>(() => undefined);
  // The login screen then leads the signed-in listener to `from`.
  const step = useStep<void>(() => void navigate({ to: '/login', search: preserveReturnPath }));

  const submit = (fields: FormData) => {
    const newPassword = textOf(fields, 'new-password');
    const code = textOf(fields, 'code').replaceAll(/\s/gu, '');
    resend.clear();
    void step.attempt(async () => {
      const reset = await resetPassword.confirm({ email, code, newPassword });
      if (!reset.ok) return reset;
      // If a challenge or a failure follows, the login screen continues from here.
      await signIn.withPassword({ email, password: newPassword });
      return reset;
    });
  };
  const sendAgain = () => {
    step.clear();
    void resend.attempt(() => resetPassword.resendCode(email));
  };

  return (
    <>
      <Form attempt={step} focus="first" submitLabel="Reset password" onSubmit={submit}>
        <CodeField hint={`We sent a code to ${email}.`} error={errorOf(step.failure, 'code')} />
        <PasswordField
          label="New password"
          name="new-password"
          autoComplete="new-password"
          error={errorOf(step.failure, 'new-password')}
        />
      </Form>
      <Resend step={resend} label="Resend code" sent="A new code is on its way." onClick={sendAgain} />
    </>
  );
}
