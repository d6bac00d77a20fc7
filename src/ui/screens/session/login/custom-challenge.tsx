import { Form, textOf } from '../../../components/forms/form.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { errorOf } from '../../../components/forms/use-attempt.ts';
import type { ChallengeFormProps } from './challenge-form-props.ts';
import { useChallenge } from './use-challenge.ts';

/** A question of the provider besides password and second factor, for example a code by email (SES-14). */
export function CustomChallenge({
  destination,
  ...form
}: ChallengeFormProps & { readonly destination: string | null }) {
  const { step, answer } = useChallenge(form, 'response');
  return (
    <Form
      attempt={step}
      focus="first"
      submitLabel="Confirm"
      onSubmit={(fields) => answer((signIn) => signIn.withCustomAnswer(textOf(fields, 'response')))}
    >
      <TextField
        label="Answer"
        name="response"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          destination === null
            ? 'The answer to what you were asked.'
            : `We sent what to enter here to ${destination}.`
        }
        error={errorOf(step.failure, 'response')}
      />
    </Form>
  );
}
