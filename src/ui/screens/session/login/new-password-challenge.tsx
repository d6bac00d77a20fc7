import { PasswordField } from '../../../components/forms/password-field.tsx';
import { Form, textOf } from '../../../components/forms/form.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { errorOf } from '../../../components/forms/use-attempt.ts';
import type { SignInStep } from '../../../components/forms/use-step.ts';
import { attributeField } from './attribute-field.ts';
import type { ChallengeFormProps } from './challenge-form-props.ts';
import { useChallenge } from './use-challenge.ts';

type Challenge = Extract<SignInStep, { kind: 'challenge' }>['challenge'];

type NewPasswordChallengeProps = ChallengeFormProps & {
  /** The required details besides the password, with the values that the service knows. */
  readonly attributes: Extract<Challenge, { kind: 'new-password-required' }>['attributes'];
};

/** Asks for a new password in place of a temporary one, and for the details that the account lacks (SES-11). */
export function NewPasswordChallenge({ attributes, ...form }: NewPasswordChallengeProps) {
  const { step, answer } = useChallenge(form, 'new-password');
  const names = Object.keys(attributes);
  const submit = (fields: FormData) => {
    const values = Object.fromEntries(names.map((name) => [name, textOf(fields, name)]));
    answer((signIn) => signIn.withNewPassword(textOf(fields, 'new-password'), values));
  };
  return (
    <Form attempt={step} focus="first" submitLabel="Confirm" onSubmit={submit}>
      <PasswordField
        label="New password"
        name="new-password"
        autoComplete="new-password"
        hint="Your account was set up with a temporary password. Choose one of your own."
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
