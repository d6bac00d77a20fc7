import { useId } from 'react';
import type { SecondFactor } from '../../../../domain/sign-in.ts';
import { useFormField } from '../../../components/forms/form-field.ts';
import { Form, textOf } from '../../../components/forms/form.tsx';
import { errorOf } from '../../../components/forms/use-attempt.ts';
import type { ChallengeFormProps } from './challenge-form-props.ts';
import styles from './factor-choice.module.css';
import { useChallenge } from './use-challenge.ts';

const NAMES: Readonly<Record<SecondFactor, { readonly label: string; readonly note: string }>> = {
  sms: { label: 'Text message', note: 'We send a code to your phone.' },
  authenticator: { label: 'Authenticator app', note: 'You enter the code that the app shows.' },
};

/** Chooses one of several second factors. */
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
