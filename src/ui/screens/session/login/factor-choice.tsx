import { useEffect, useId, useRef } from 'react';
import type { SecondFactor } from '../../../../domain/sign-in.ts';
import { StepForm, textOf } from '../../../components/forms/step-form.tsx';
import { errorOf } from '../../../components/forms/use-step.ts';
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
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const error = errorOf(step.failure, 'factor');

  // The form that had the focus is gone. The same holds for the error that nothing was chosen.
  useEffect(() => {
    group.current?.querySelector('input')?.focus();
  }, [error]);

  const submit = (fields: FormData) => {
    const chosen = textOf(fields, 'factor');
    answer((signIn) => signIn.withFactor(factors.find((factor) => factor === chosen) ?? null));
  };

  return (
    <StepForm step={step} submitLabel="Confirm" onSubmit={submit}>
      <fieldset
        ref={group}
        role="radiogroup"
        aria-invalid={error === null ? undefined : true}
        className={styles['choice']}
        aria-describedby={error === null ? undefined : `${id}-error`}
      >
        <legend>How do you want to confirm that it is you?</legend>
        {factors.map((factor) => (
          <label key={factor} className={styles['factor']}>
            <input type="radio" name="factor" value={factor} aria-describedby={`${id}-${factor}`} />
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
    </StepForm>
  );
}
