import { useState } from 'react';
import { preserveReturnPath } from '../../navigation/return-path.ts';
import { useServices } from '../../services.ts';
import { Form, textOf } from 'audio-streaming-components/forms/form';
import { CodeField, EmailField, PasswordField } from 'audio-streaming-components/forms/text-field';
import { errorOf } from 'audio-streaming-components/forms/use-attempt';
import { useStep } from './use-step.ts';
import { VisitorPage, Resend } from './visitor-page.tsx';
import { Link } from '../../navigation/link.ts';
import { useNavigation } from '../../navigation/navigation.ts';
import styles from './session.module.css';
import { t } from 'audio-streaming-translations/translate';
import { Sentence } from 'audio-streaming-components/sentence';

/** For a listener who forgot the password: requests a code for a new one (SES-65). */
export function ForgotPasswordScreen() {
  const { signUp } = useServices();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const step = useStep(setSentTo);

  const submit = (fields: FormData) => {
    const email = textOf(fields, 'email').trim();
    void step.attempt(async () => {
      const requested = await signUp.requestPasswordReset(email);
      return requested.ok ? { ok: true, value: email } : requested;
    });
  };

  return (
    <VisitorPage
      title={t('Reset your password')}
      description={t('Choose a new password for your account.')}
      intro={t('We send a code to your address; it sets a new password.')}
    >
      {sentTo === null ? (
        <Form attempt={step} submitLabel={t('Send code')} onSubmit={submit}>
          <EmailField error={errorOf(step.failure, 'email')} />
        </Form>
      ) : (
        <NewPasswordStep email={sentTo} />
      )}
      <p className={styles['other']}>
        <Sentence
          text="Remembered it? <link>Sign in to your account</link>"
          values={{
            link: (words) => (
              <Link to="/login" search={preserveReturnPath}>
                {words}
              </Link>
            ),
          }}
        />
      </p>
    </VisitorPage>
  );
}

/** Asks for the code from the email and the new password (SES-66). */
function NewPasswordStep({ email }: { readonly email: string }) {
  const { signUp, signIn } = useServices();
  const navigation = useNavigation();
  const resend = useStep<void>(() => undefined);
  // The login screen then leads the signed-in listener to `from`.
  const step = useStep<void>(() => void navigation.go({ to: '/login', search: preserveReturnPath }));

  const submit = (fields: FormData) => {
    const newPassword = textOf(fields, 'new-password');
    const code = textOf(fields, 'code').replaceAll(/\s/gu, '');
    resend.clear();
    void step.attempt(async () => {
      const reset = await signUp.resetPassword({ email, code, newPassword });
      if (!reset.ok) return reset;
      // If a challenge or a failure follows, the login screen continues from here.
      await signIn.withPassword({ email, password: newPassword });
      return reset;
    });
  };
  const sendAgain = () => {
    step.clear();
    void resend.attempt(() => signUp.resendResetCode(email));
  };

  return (
    <>
      <Form attempt={step} focus="first" submitLabel={t('Reset password')} onSubmit={submit}>
        <CodeField hint={t('We sent a code to {email}.', { email })} error={errorOf(step.failure, 'code')} />
        <PasswordField
          label={t('New password')}
          name="new-password"
          autoComplete="new-password"
          error={errorOf(step.failure, 'new-password')}
        />
      </Form>
      <Resend
        step={resend}
        label={t('Resend code')}
        sent={t('A new code is on its way.')}
        onClick={sendAgain}
      />
    </>
  );
}
