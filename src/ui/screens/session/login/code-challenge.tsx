import { CodeField } from '../../../components/forms/code-field.tsx';
import { StepForm, textOf } from '../../../components/forms/step-form.tsx';
import { errorOf } from '../../../components/forms/use-step.ts';
import type { ChallengeFormProps } from './challenge-form-props.ts';
import { useChallenge } from './use-challenge.ts';

/** Asks for the code of a second factor. */
export function CodeChallenge({ hint, ...form }: ChallengeFormProps & { readonly hint: string }) {
  const { step, input, answer } = useChallenge(form, 'code');
  return (
    <StepForm
      step={step}
      submitLabel="Confirm"
      onSubmit={(fields) => answer((signIn) => signIn.withCode(textOf(fields, 'code')))}
    >
      <CodeField ref={input} hint={hint} error={errorOf(step.failure, 'code')} />
    </StepForm>
  );
}
