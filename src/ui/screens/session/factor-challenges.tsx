import { useEffect, useId } from 'react';
import {
  type SecondFactor,
  DEFAULT_TOTP_DEVICE,
  otpauthAddress,
  readableSecret,
} from '../../../domain/sign-in.ts';
import { type Services, useServices } from '../../app/services.ts';
import { CodeField, TextField } from '../../components/forms/text-field.tsx';
import { useFormField, Form, textOf } from '../../components/forms/form.tsx';
import {
  errorOf,
  type SignInStep,
  type Step,
  type StepFailure,
  type StepField,
  useStep,
} from '../../components/forms/use-attempt.ts';
import { QrSecret } from '../../components/qr-code.tsx';
import styles from './session.module.css';

const NAMES: Readonly<Record<SecondFactor, { readonly label: string; readonly note: string }>> = {
  sms: { label: 'Text message', note: 'We send a code to your phone.' },
  authenticator: { label: 'Authenticator app', note: 'You enter the code that the app shows.' },
};

export function FactorChoice({
  factors,
  ...form
}: ChallengeFormProps & { readonly factors: readonly SecondFactor[] }) {
  const { step, answer } = useChallenge(form, 'factor');
  const submit = (fields: FormData) => {
    const chosen = textOf(fields, 'factor');
    answer((signIn) => signIn.withFactor(factors.find((factor) => factor === chosen) ?? null));
  };

  return (
    <Form attempt={step} focus="first" submitLabel="Confirm" onSubmit={submit}>
      <Factors factors={factors} error={errorOf(step.failure, 'factor')} />
    </Form>
  );
}

type FactorsProps = { readonly factors: readonly SecondFactor[]; readonly error: string | null };

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
        <legend>How do you want to confirm that it is you?</legend>
        {factors.map((factor, index) => (
          <label key={factor} className={styles['factor']}>
            <input
              ref={index === 0 ? firstRadio : null}
              type="radio"
              name="factor"
              value={factor}
              aria-describedby={`${id}-${factor}`}
            />
            <span>{NAMES[factor].label}</span>
            <small id={`${id}-${factor}`}>{NAMES[factor].note}</small>
          </label>
        ))}
      </fieldset>
      {error !== null && (
        <p id={`${id}-error`} className={styles['error']} role="alert">
          {error}
        </p>
      )}
    </>
  );
}

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
      <section aria-label="Set up your authenticator app">
        <QrSecret
          text={otpauthAddress(secret, settings.brand, email)}
          label="QR code for your authenticator app"
          intro="Scan this with an authenticator app on your phone, or type this key into it:"
          secret={readableSecret(secret)}
        />
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

/**
 * Sends the response to a challenge of the sign-in service.
 *
 * @param blamed the field of a refusal that names no field
 */
export function useChallenge(
  { onStep, onExpired }: ChallengeFormProps,
  blamed: StepField,
): {
  readonly step: Pick<Step<SignInStep>, 'failure' | 'isPending'>;
  readonly answer: (send: (signIn: Services['signIn']) => ReturnType<Services['signIn']['withCode']>) => void;
} {
  const { signIn } = useServices();
  const step = useStep(onStep, blamed);

  const { failure } = step;
  useEffect(() => {
    if (failure?.kind === 'no-challenge') onExpired(failure);
  }, [failure, onExpired]);

  return { step, answer: (send) => void step.attempt(() => send(signIn)) };
}

export type ChallengeFormProps = {
  readonly onStep: (step: SignInStep) => void;
  /** Called when the challenge has expired: the listener must start again. */
  readonly onExpired: (failure: StepFailure) => void;
};
