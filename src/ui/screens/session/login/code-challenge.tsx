import { CodeField } from '../../../components/forms/code-field.tsx';
import { Form, textOf } from '../../../components/forms/form.tsx';
import { errorOf } from '../../../components/forms/use-attempt.ts';
import type { ChallengeFormProps } from './challenge-form-props.ts';
import { useChallenge } from './use-challenge.ts';

/** Asks for the code of a second factor. */
export function CodeChallenge({ hint, ...form }: ChallengeFormProps & { readonly hint: string }) {
  const { step, answer } = useChallenge(form, 'code');
  return (
    <Form
      attempt={step}
      focus="first"
      submitLabel="Confirm"
      onSubmit={(fields) => answer((signIn) => signIn.withCode(textOf(fields, 'code')))}
    >
      <CodeField hint={hint} error={errorOf(step.failure, 'code')} />
    </Form>
  );
}
