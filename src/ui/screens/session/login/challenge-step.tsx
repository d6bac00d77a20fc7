import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import type { SignInStep, StepFailure } from '../../../components/forms/use-step.ts';
import { AuthenticatorSetup } from './authenticator-setup.tsx';
import type { ChallengeFormProps } from './challenge-form-props.ts';
import { CodeChallenge } from './code-challenge.tsx';
import { CustomChallenge } from './custom-challenge.tsx';
import { FactorChoice } from './factor-choice.tsx';
import { NewPasswordChallenge } from './new-password-challenge.tsx';

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
