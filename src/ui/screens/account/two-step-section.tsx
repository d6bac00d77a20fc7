import { observer } from 'mobx-react-lite';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AccountSecurity } from '../../../application/account/account-security.ts';
import { DEFAULT_TOTP_DEVICE, otpauthAddress, readableSecret } from '../../../domain/sign-in.ts';
import { useServices } from '../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { Failure } from 'audio-streaming-components/failure';
import { CodeField, TextField } from 'audio-streaming-components/forms/text-field';
import { Form, FormAlert, textOf } from 'audio-streaming-components/forms/form';
import { errorOf } from 'audio-streaming-components/forms/use-attempt';
import { Skeleton } from 'audio-streaming-components/layout/skeleton';
import { QrSecret } from '../../components/qr-code.tsx';
import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import styles from './account.module.css';
import { PhoneSetting } from './contact-settings.tsx';
import {
  type Save,
  Section,
  Setting,
  Tag,
  useAccount,
  useDisclosure,
  useFocusAfterChange,
  useSave,
} from './setting.tsx';
import { SignInAgain } from './sign-in-again.tsx';

/** The second step of a sign-in: codes of an authenticator app, or by SMS. */
export const TwoStepSection = observer(function TwoStepSection() {
  const { state } = useAccount();
  return (
    <Section
      title={t('Two-step verification')}
      intro={t(
        'After your password, a code that only you can have. It keeps others out even if they learn your password.',
      )}
    >
      <DetailsLoaded>
        <AuthenticatorSetting />
        <PhoneSetting />
        <SmsSetting />
        {state.details?.hasUnknownFactor === true && (
          <p className={styles['calm']}>{t('Another second step is on. It cannot be changed here.')}</p>
        )}
      </DetailsLoaded>
    </Section>
  );
});

/**
 * Renders its content once the sign-in service has sent the details; before that a placeholder, or the failure (ACC-1).
 */
const DetailsLoaded = observer(function DetailsLoaded({ children }: { readonly children: ReactNode }) {
  const { state, accountDetails } = useAccount();
  const { details, detailsFailure } = state;
  if (details !== null) return <>{children}</>;
  if (detailsFailure === null) {
    return (
      <div className={styles['loadingRow']}>
        <Skeleton width="9rem" height="1rem" />
        <Skeleton width="14rem" height="1.25rem" />
      </div>
    );
  }
  // This is not a failure: the session lacks the scope for these details (ACC-4).
  if (detailsFailure.kind === 'not-permitted') {
    return (
      <p className={styles['calm']}>
        {t(detailsFailure.message)} {t('Sign in with your password to see it.')}
      </p>
    );
  }
  return (
    <div className={styles['loadingRow']}>
      <Failure message={detailsFailure.message} onRetry={() => void accountDetails.load()} />
    </div>
  );
});

/** Codes by SMS, available once there is a confirmed phone number (ACC-18). */
const SmsSetting = observer(function SmsSetting() {
  const { state, accountSecurity } = useAccount();
  const save = useSave<void>(() => undefined);
  const isOn = state.secondFactors?.enabled.includes('sms') === true;
  const isPossible = state.phoneNumber?.isVerified === true;
  const button = useRef<HTMLButtonElement>(null);
  useFocusAfterChange(isOn, () => button.current);
  const turnOn = () => void save.attempt(async () => accountSecurity.changeFactor('sms', 'on'));
  return (
    <Setting
      label={t('Codes by SMS')}
      value={<FactorStanding factor="sms" />}
      note={isPossible ? undefined : <p>{t('Add a phone number to use this.')}</p>}
      actions={
        isOn ? (
          <FactorActions factor="sms" off={button} save={save} />
        ) : (
          isPossible && (
            <Button ref={button} aria-disabled={save.isPending} onClick={turnOn}>
              {t('Turn on codes by SMS')}
            </Button>
          )
        )
      }
    >
      {save.failure !== null && <FormAlert message={save.failure.message} />}
      <SignInAgain failure={save.failure} />
    </Setting>
  );
});

/** Codes of an authenticator app: set up, turn off, or make preferred. */
const AuthenticatorSetting = observer(function AuthenticatorSetting() {
  const { state, accountSecurity } = useAccount();
  const form = useDisclosure();
  const save = useSave<void>(() => undefined);
  const isOn = state.secondFactors?.enabled.includes('authenticator') === true;
  useFocusAfterChange(isOn, () => form.button.current);
  return (
    <Setting
      label={t('Authenticator app')}
      value={<FactorStanding factor="authenticator" />}
      note={<p>{t('An app on your phone shows a new code every 30 seconds, also without a connection.')}</p>}
      actions={
        isOn ? (
          <FactorActions factor="authenticator" off={form.button} save={save} />
        ) : (
          !form.isOpen && (
            <Button ref={form.button} onClick={form.open}>
              {t('Set up authenticator app')}
            </Button>
          )
        )
      }
    >
      {save.failure !== null && <FormAlert message={save.failure.message} />}
      <SignInAgain failure={save.failure} />
      {form.isOpen && !isOn && <AuthenticatorForm setUp={accountSecurity} onClose={form.close} />}
    </Setting>
  );
});

type AuthenticatorFormProps = {
  readonly setUp: AccountSecurity;
  /** Called when the set-up is complete or was cancelled. */
  readonly onClose: () => void;
};

/**
 * Shows the secret for an authenticator app as a QR code and as text (ACC-23), and asks for the first code (ACC-24).
 */
function AuthenticatorForm({ setUp, onClose }: AuthenticatorFormProps) {
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
    <QrSecret
      text={otpauthAddress(secret, settings.brand, user.user.email)}
      label={t('QR code for your authenticator app')}
      intro={t('Scan this with an authenticator app, or type this key into it:')}
      secret={readableSecret(secret)}
    >
      <Form attempt={confirm} focus="first" submitLabel={t('Turn on')} onSubmit={submit} onCancel={onClose}>
        <CodeField hint={t('The code that the app shows now.')} error={errorOf(confirm.failure, 'code')} />
        <TextField
          label={t('Name of the app or phone')}
          name="device-name"
          autoComplete="off"
          maxLength={128}
          defaultValue={DEFAULT_TOTP_DEVICE}
          error={errorOf(confirm.failure, 'device-name')}
        />
      </Form>
    </QrSecret>
  );
}

/** Whether a second factor is on, and whether it is preferred. */
const FactorStanding = observer(function FactorStanding({
  factor,
}: {
  readonly factor: Parameters<AccountSecurity['changeFactor']>[0];
}) {
  const { state } = useAccount();
  const factors = state.secondFactors;
  if (factors?.enabled.includes(factor) !== true) return <Tag>{t({ text: 'Off', context: 'state' })}</Tag>;
  return (
    <>
      <Tag tone="good">{t({ text: 'On', context: 'state' })}</Tag>
      {factors.preferred === factor && factors.enabled.length > 1 && <Tag>{t('Preferred')}</Tag>}
    </>
  );
});

const FACTOR_WORDS = {
  sms: { prefer: message('Prefer codes by SMS'), turnOff: message('Turn off codes by SMS') },
  authenticator: {
    prefer: message('Prefer authenticator app'),
    turnOff: message('Turn off authenticator app'),
  },
} as const;

type FactorActionsProps = {
  readonly factor: Parameters<AccountSecurity['changeFactor']>[0];
  /** The button that turns the factor off. */
  readonly off: RefObject<HTMLButtonElement | null>;
  readonly save: Save<void>;
};

/** The actions for a second factor that is on. */
const FactorActions = observer(function FactorActions({ factor, off, save }: FactorActionsProps) {
  const { state, accountSecurity } = useAccount();
  const factors = state.secondFactors;
  const isOther = (factors?.enabled.length ?? 0) > 1 && factors?.preferred !== factor;
  return (
    <>
      {isOther && (
        <Button
          aria-disabled={save.isPending}
          onClick={() => void save.attempt(async () => accountSecurity.changeFactor(factor, 'preferred'))}
        >
          {t(FACTOR_WORDS[factor].prefer)}
        </Button>
      )}
      <Button
        ref={off}
        aria-disabled={save.isPending}
        onClick={() => void save.attempt(async () => accountSecurity.changeFactor(factor, 'off'))}
      >
        {t(FACTOR_WORDS[factor].turnOff)}
      </Button>
    </>
  );
});
