import { type ComponentProps, type ReactNode, useEffect, useId } from 'react';
import { Button } from 'audio-streaming-components/controls/button';
import { CodeField, TextField, PasswordField } from 'audio-streaming-components/forms/text-field';
import { Form, textOf, useFormField } from 'audio-streaming-components/forms/form';
import { errorOf } from 'audio-streaming-components/forms/use-attempt';
import { type SignInStep, type StepFailure, type Step, type StepField, useStep } from './use-step.ts';
import {
  type SecondFactor,
  DEFAULT_TOTP_DEVICE,
  otpauthAddress,
  readableSecret,
} from '../../../domain/sign-in.ts';
import { type Services, useServices } from '../../services.ts';
import { QrSecret } from '../../components/qr-code.tsx';
import styles from './session.module.css';
import type { Message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import { message } from 'audio-streaming-translations/message';

type Challenge = Extract<SignInStep, { kind: 'challenge' }>['challenge'];

type ChallengeStepProps = {
  readonly challenge: Challenge;
  /** The email address of this sign-in; an authenticator app lists its codes under it. */
  readonly email: string;
  readonly onStep: (step: SignInStep) => void;
  /** Called when the listener starts again; with a failure if the challenge has expired. */
  readonly onStartOver: (failure: StepFailure | null) => void;
};

/** The challenge of the sign-in service after the password (SES-8). */
export function ChallengeStep({ challenge, email, onStep, onStartOver }: ChallengeStepProps) {
  const form = { onStep, onExpired: onStartOver };
  return (
    <>
      {formFor(challenge, email, form)}
      <Button look="quiet" onClick={() => onStartOver(null)}>
        {t('Start over')}
      </Button>
    </>
  );
}

function formFor(challenge: Challenge, email: string, form: ChallengeFormProps): ReactNode {
  switch (challenge.kind) {
    case 'new-password-required':
      return <NewPasswordChallenge {...form} attributes={challenge.attributes} />;
    case 'sms-code':
      return (
        <CodeChallenge
          {...form}
          hint={
            challenge.destination === null
              ? t('We sent a code to your phone. It is good for three minutes.')
              : t('We sent a code to {destination}. It is good for three minutes.', {
                  destination: challenge.destination,
                })
          }
        />
      );
    case 'authenticator-code':
      return (
        <CodeChallenge
          {...form}
          hint={t('The code that {device} shows now.', { device: challenge.device })}
        />
      );
    case 'authenticator-setup':
      return <AuthenticatorSetup {...form} secret={challenge.secret} email={email} />;
    case 'factor-choice':
      return <FactorChoice {...form} factors={challenge.factors} />;
    case 'custom':
      return <CustomChallenge {...form} destination={challenge.destination} />;
  }
}

function CodeChallenge({ hint, ...form }: ChallengeFormProps & { readonly hint: string }) {
  const { step, respond } = useChallenge(form, 'code');
  return (
    <Form
      attempt={step}
      focus="first"
      submitLabel={t('Confirm')}
      onSubmit={(fields) => respond((signIn) => signIn.withCode(textOf(fields, 'code')))}
    >
      <CodeField hint={hint} error={errorOf(step.failure, 'code')} />
    </Form>
  );
}

/** A question of the provider besides password and second factor, for example a code by email (SES-14). */
function CustomChallenge({
  destination,
  ...form
}: ChallengeFormProps & { readonly destination: string | null }) {
  const { step, respond } = useChallenge(form, 'response');
  return (
    <Form
      attempt={step}
      focus="first"
      submitLabel={t('Confirm')}
      onSubmit={(fields) => respond((signIn) => signIn.withCustomResponse(textOf(fields, 'response')))}
    >
      <TextField
        label={t('Answer')}
        name="response"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          destination === null
            ? t('The answer to what you were asked.')
            : t('We sent what to enter here to {destination}.', { destination })
        }
        error={errorOf(step.failure, 'response')}
      />
    </Form>
  );
}

type NewPassword = Extract<SignInStep, { kind: 'challenge' }>['challenge'];

type NewPasswordChallengeProps = ChallengeFormProps & {
  /** The required details besides the password, with the values that the service knows. */
  readonly attributes: Extract<NewPassword, { kind: 'new-password-required' }>['attributes'];
};

/** Asks for a new password instead of a temporary one, and for the details that the account lacks (SES-11). */
function NewPasswordChallenge({ attributes, ...form }: NewPasswordChallengeProps) {
  const { step, respond } = useChallenge(form, 'new-password');
  const names = Object.keys(attributes);
  const submit = (fields: FormData) => {
    const values = Object.fromEntries(names.map((name) => [name, textOf(fields, name)]));
    respond((signIn) => signIn.withNewPassword(textOf(fields, 'new-password'), values));
  };
  return (
    <Form attempt={step} focus="first" submitLabel={t('Confirm')} onSubmit={submit}>
      <PasswordField
        label={t('New password')}
        name="new-password"
        autoComplete="new-password"
        hint={t('Your account was set up with a temporary password. Choose one of your own.')}
        error={errorOf(step.failure, 'new-password')}
      />
      {names.map((name) => (
        <TextField
          key={name}
          {...attributeField(name)}
          name={name}
          defaultValue={attributes[name]}
          error={errorOf(step.failure, `attribute:${name}`)}
        />
      ))}
    </Form>
  );
}

type Field = Pick<ComponentProps<'input'>, 'type' | 'autoComplete'> & { readonly label: string };

/** Details with standard names (OpenID Connect, standard claims). */
const STANDARD: Readonly<Record<string, Field>> = {
  address: { label: message('Address'), autoComplete: 'street-address' },
  birthdate: { label: message('Date of birth'), type: 'date', autoComplete: 'bday' },
  email: { label: message('Email'), type: 'email', autoComplete: 'email' },
  family_name: { label: message('Last Name'), autoComplete: 'family-name' },
  gender: { label: message('Gender'), autoComplete: 'sex' },
  given_name: { label: message('First Name'), autoComplete: 'given-name' },
  locale: { label: message('Language'), autoComplete: 'language' },
  middle_name: { label: message('Middle Name'), autoComplete: 'additional-name' },
  name: { label: message('Full name'), autoComplete: 'name' },
  nickname: { label: message('Nickname'), autoComplete: 'nickname' },
  phone_number: { label: message('Phone number'), type: 'tel', autoComplete: 'tel' },
  picture: { label: message('Picture'), type: 'url', autoComplete: 'photo' },
  preferred_username: { label: message('Username'), autoComplete: 'off' },
  profile: { label: message('Profile'), type: 'url', autoComplete: 'off' },
  website: { label: message('Website'), type: 'url', autoComplete: 'url' },
  zoneinfo: { label: message('Time zone'), autoComplete: 'off' },
};

/** Turns a name that the operator has chosen into words: `custom:favoriteGenre` becomes "Favorite genre". */
function wordsOf(name: string): string {
  const words = name
    .replace(/^(?:dev:)?custom:/u, '')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|[_-]+/gu, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? name : words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** How a form asks for a detail, by its name at the sign-in service (SES-11). */
export function attributeField(name: string): Field {
  const field = Object.hasOwn(STANDARD, name) ? STANDARD[name] : undefined;
  return field === undefined
    ? { label: wordsOf(name), autoComplete: 'off' }
    : { ...field, label: t(field.label) };
}

const NAMES: Readonly<Record<SecondFactor, { readonly label: string; readonly note: string }>> = {
  sms: { label: message('Text message'), note: message('We send a code to your phone.') },
  authenticator: {
    label: message('Authenticator app'),
    note: message('You enter the code that the app shows.'),
  },
};

function FactorChoice({
  factors,
  ...form
}: ChallengeFormProps & { readonly factors: readonly SecondFactor[] }) {
  const { step, respond } = useChallenge(form, 'factor');
  const submit = (fields: FormData) => {
    const chosen = textOf(fields, 'factor');
    respond((signIn) => signIn.withFactor(factors.find((factor) => factor === chosen) ?? null));
  };

  return (
    <Form attempt={step} focus="first" submitLabel={t('Confirm')} onSubmit={submit}>
      <Factors factors={factors} error={errorOf(step.failure, 'factor')} />
    </Form>
  );
}

type FactorsProps = { readonly factors: readonly SecondFactor[]; readonly error: Message | null };

function Factors({ factors, error }: FactorsProps) {
  const id = useId();
  const firstRadio = useFormField(error !== null);
  return (
    <>
      <fieldset
        role="radiogroup"
        aria-invalid={error === null ? undefined : true}
        className={styles['choice']}
        aria-describedby={error === null ? undefined : `${id}-error`}
      >
        <legend>{t('How do you want to confirm that it is you?')}</legend>
        {factors.map((factor, index) => (
          <label key={factor} className={styles['factor']}>
            <input
              ref={index === 0 ? firstRadio : null}
              type="radio"
              name="factor"
              value={factor}
              aria-describedby={`${id}-${factor}`}
            />
            <span>{t(NAMES[factor].label)}</span>
            <small id={`${id}-${factor}`}>{t(NAMES[factor].note)}</small>
          </label>
        ))}
      </fieldset>
      {error !== null && (
        <p id={`${id}-error`} className={styles['error']} role="alert">
          {t(error)}
        </p>
      )}
    </>
  );
}

/**
 * Sets up an authenticator app during a sign-in: shows its secret as a QR code and as text, then asks for the first
 * code.
 */
function AuthenticatorSetup({
  secret,
  email,
  ...form
}: ChallengeFormProps & { readonly secret: string; readonly email: string }) {
  const { settings } = useServices();
  const { step, respond } = useChallenge(form, 'code');
  return (
    <>
      <section aria-label={t('Set up your authenticator app')}>
        <QrSecret
          text={otpauthAddress(secret, settings.brand, email)}
          label={t('QR code for your authenticator app')}
          intro={t('Scan this with an authenticator app on your phone, or type this key into it:')}
          secret={readableSecret(secret)}
        />
      </section>
      <Form
        attempt={step}
        focus="first"
        submitLabel={t('Confirm')}
        onSubmit={(fields) =>
          respond((signIn) => signIn.withCode(textOf(fields, 'code'), textOf(fields, 'device-name')))
        }
      >
        <CodeField hint={t('The code that the app shows now.')} error={errorOf(step.failure, 'code')} />
        <TextField
          label={t('Name of the app or phone')}
          name="device-name"
          autoComplete="off"
          maxLength={128}
          defaultValue={DEFAULT_TOTP_DEVICE}
        />
      </Form>
    </>
  );
}

/**
 * Sends the response to a challenge of the sign-in service.
 *
 * @param blamed the field of a refusal that names no field
 */
function useChallenge(
  { onStep, onExpired }: ChallengeFormProps,
  blamed: StepField,
): {
  readonly step: Pick<Step<SignInStep>, 'failure' | 'isPending'>;
  readonly respond: (
    send: (signIn: Services['signIn']) => ReturnType<Services['signIn']['withCode']>,
  ) => void;
} {
  const { signIn } = useServices();
  const step = useStep(onStep, blamed);

  const { failure } = step;
  useEffect(() => {
    if (failure?.kind === 'no-challenge') onExpired(failure);
  }, [failure, onExpired]);

  return { step, respond: (send) => void step.attempt(() => send(signIn)) };
}

type ChallengeFormProps = {
  readonly onStep: (step: SignInStep) => void;
  /** Called when the challenge has expired: the listener must start again. */
  readonly onExpired: (failure: StepFailure) => void;
};
