import { useEffect, useEffectEvent, useState } from 'react';
import type { AccountSecurity } from '../../../../application/account/account-security.ts';
import {
  DEFAULT_TOTP_DEVICE,
  otpauthAddress,
  readableSecret,
} from '../../../../domain/account/authenticator.ts';
import { CodeField } from '../../../components/forms/code-field.tsx';
import { Failure } from '../../../components/failure.tsx';
import { QrCode } from '../../../components/qr-code.tsx';
import { Form, textOf } from '../../../components/forms/form.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { useServices } from '../../../app/services.ts';
import styles from './authenticator-form.module.css';
import { errorOf } from '../../../components/forms/use-attempt.ts';
import { useSave } from '../use-save.ts';

type AuthenticatorFormProps = {
  readonly setUp: AccountSecurity;
  /** Called when the set-up is complete or was cancelled. */
  readonly onClose: () => void;
};

/**
 * Shows the secret for an authenticator app as a QR code and as text (ACC-23), and asks for the first code (ACC-24).
 */
export function AuthenticatorForm({ setUp, onClose }: AuthenticatorFormProps) {
  const { settings, user } = useServices();
  const [secret, setSecret] = useState<string | null>(null);
  const start = useSave<{ readonly secret: string }>((started) => setSecret(started.secret));
  const confirm = useSave<void>(onClose);

  const requestSecret = useEffectEvent(() => void start.attempt(async () => setUp.startAuthenticator()));
  useEffect(() => requestSecret(), []);

  if (start.failure !== null) {
    return (
      <Failure
        message={start.failure.message}
        onRetry={() => void start.attempt(() => setUp.startAuthenticator())}
      />
    );
  }
  if (secret === null) return null;
  const submit = (fields: FormData) => {
    const proof = { code: textOf(fields, 'code'), deviceName: textOf(fields, 'device-name') };
    void confirm.attempt(async () => setUp.confirmAuthenticator(proof));
  };
  return (
    <div className={styles['setup']}>
      <QrCode
        text={otpauthAddress(secret, settings.brand, user.user.email)}
        label="QR code for your authenticator app"
      />
      <div className={styles['steps']}>
        <p>Scan this with an authenticator app, or type this key into it:</p>
        <code className={styles['secret']}>{readableSecret(secret)}</code>
        <Form attempt={confirm} focus="first" submitLabel="Turn on" onSubmit={submit} onCancel={onClose}>
          <CodeField hint="The code that the app shows now." error={errorOf(confirm.failure, 'code')} />
          <TextField
            label="Name of the app or phone"
            name="device-name"
            autoComplete="off"
            maxLength={128}
            defaultValue={DEFAULT_TOTP_DEVICE}
            error={errorOf(confirm.failure, 'device-name')}
          />
        </Form>
      </div>
    </div>
  );
}
