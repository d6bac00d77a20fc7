import {
  DEFAULT_TOTP_DEVICE,
  otpauthAddress,
  readableSecret,
} from '../../../../domain/account/authenticator.ts';
import { CodeField } from '../../../components/forms/code-field.tsx';
import { QrCode } from '../../../components/qr-code.tsx';
import { Form, textOf } from '../../../components/forms/form.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { errorOf } from '../../../components/forms/use-attempt.ts';
import { useServices } from '../../../app/services.ts';
import styles from './authenticator-setup.module.css';
import type { ChallengeFormProps } from './challenge-form-props.ts';
import { useChallenge } from './use-challenge.ts';

/**
 * Sets up an authenticator app during a sign-in: shows its secret as a QR code and as text, then asks for the first
 * code.
 */
export function AuthenticatorSetup({
  secret,
  email,
  ...form
}: ChallengeFormProps & { readonly secret: string; readonly email: string }) {
  const { settings } = useServices();
  const { step, answer } = useChallenge(form, 'code');
  return (
    <>
      <section className={styles['setup']} aria-label="Set up your authenticator app">
        <QrCode
          text={otpauthAddress(secret, settings.brand, email)}
          label="QR code for your authenticator app"
        />
        <div className={styles['words']}>
          <p>Scan this with an authenticator app on your phone, or type this key into it:</p>
          <code className={styles['secret']}>{readableSecret(secret)}</code>
        </div>
      </section>
      <Form
        attempt={step}
        focus="first"
        submitLabel="Confirm"
        onSubmit={(fields) =>
          answer((signIn) => signIn.withCode(textOf(fields, 'code'), textOf(fields, 'device-name')))
        }
      >
        <CodeField hint="The code that the app shows now." error={errorOf(step.failure, 'code')} />
        <TextField
          label="Name of the app or phone"
          name="device-name"
          autoComplete="off"
          maxLength={128}
          defaultValue={DEFAULT_TOTP_DEVICE}
        />
      </Form>
    </>
  );
}
