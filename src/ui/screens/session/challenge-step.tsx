import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { CodeField, TextField, PasswordField } from '../../components/forms/text-field.tsx';
import { Form, textOf } from '../../components/forms/form.tsx';
import { errorOf, type SignInStep, type StepFailure } from '../../components/forms/use-attempt.ts';
import {
  AuthenticatorSetup,
  type ChallengeFormProps,
  FactorChoice,
  useChallenge,
} from './factor-challenges.tsx';

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
        Start over
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
          hint={`We sent a code to ${challenge.destination ?? 'your phone'}. It is good for three minutes.`}
        />
      );
    case 'authenticator-code':
      return <CodeChallenge {...form} hint={`The code that ${challenge.device} shows now.`} />;
    case 'authenticator-setup':
      return <AuthenticatorSetup {...form} secret={challenge.secret} email={email} />;
    case 'factor-choice':
      return <FactorChoice {...form} factors={challenge.factors} />;
    case 'custom':
      return <CustomChallenge {...form} destination={challenge.destination} />;
  }
}

function CodeChallenge({ hint, ...form }: ChallengeFormProps & { readonly hint: string }) {
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

/** A question of the provider besides password and second factor, for example a code by email (SES-14). */
function CustomChallenge({
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

type NewPassword = Extract<SignInStep, { kind: 'challenge' }>['challenge'];

type NewPasswordChallengeProps = ChallengeFormProps & {
  /** The required details besides the password, with the values that the service knows. */
  readonly attributes: Extract<NewPassword, { kind: 'new-password-required' }>['attributes'];
};

/** Asks for a new password in place of a temporary one, and for the details that the account lacks (SES-11). */
function NewPasswordChallenge({ attributes, ...form }: NewPasswordChallengeProps) {
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

type Field = Pick<ComponentProps<'input'>, 'type' | 'autoComplete'> & { readonly label: string };

/** Details with standard names (OpenID Connect, standard claims). */
const STANDARD: Readonly<Record<string, Field>> = {
  address: { label: 'Address', autoComplete: 'street-address' },
  birthdate: { label: 'Date of birth', type: 'date', autoComplete: 'bday' },
  email: { label: 'Email', type: 'email', autoComplete: 'email' },
  family_name: { label: 'Last Name', autoComplete: 'family-name' },
  gender: { label: 'Gender', autoComplete: 'sex' },
  given_name: { label: 'First Name', autoComplete: 'given-name' },
  locale: { label: 'Language', autoComplete: 'language' },
  middle_name: { label: 'Middle Name', autoComplete: 'additional-name' },
  name: { label: 'Full name', autoComplete: 'name' },
  nickname: { label: 'Nickname', autoComplete: 'nickname' },
  phone_number: { label: 'Phone number', type: 'tel', autoComplete: 'tel' },
  picture: { label: 'Picture', type: 'url', autoComplete: 'photo' },
  preferred_username: { label: 'Username', autoComplete: 'off' },
  profile: { label: 'Profile', type: 'url', autoComplete: 'off' },
  website: { label: 'Website', type: 'url', autoComplete: 'url' },
  zoneinfo: { label: 'Time zone', autoComplete: 'off' },
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
export const attributeField = (name: string): Field =>
  Object.hasOwn(STANDARD, name)
    ? (STANDARD[name] ?? { label: name })
    : { label: wordsOf(name), autoComplete: 'off' };
