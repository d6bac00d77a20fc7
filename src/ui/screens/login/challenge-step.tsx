import { useEffect, useRef } from 'react';
import { Button } from '../../parts/button.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useServices } from '../../services.ts';
import { StepForm, textOf } from '../../parts/step-form.tsx';
import { errorOf, useStep, type SignInStep } from '../../parts/use-step.ts';

type Challenge = Extract<SignInStep, { kind: 'challenge' }>['challenge'];

type ChallengeStepProps = {
  readonly challenge: Challenge;
  readonly onStep: (step: SignInStep) => void;
  readonly onStartOver: () => void;
};

/** What the sign-in service asks after the password (section 4, challenge pending). */
export function ChallengeStep({ challenge, onStep, onStartOver }: ChallengeStepProps) {
  const { signIn } = useServices();
  const step = useStep(onStep);
  const input = useRef<HTMLInputElement>(null);

  // The form that held the focus is gone.
  useEffect(() => {
    input.current?.focus();
  }, []);

  const submit = (fields: FormData) => {
    void step.attempt(() =>
      challenge.kind === 'new-password-required'
        ? signIn.withNewPassword(textOf(fields, 'new-password'))
        : signIn.withCode(textOf(fields, 'code').replaceAll(/\s/gu, '')),
    );
  };

  return (
    <>
      <StepForm step={step} submitLabel="Confirm" onSubmit={submit}>
        {challenge.kind === 'new-password-required' ? (
          <PasswordField
            ref={input}
            label="New password"
            name="new-password"
            autoComplete="new-password"
            hint="Your account was set up with a temporary password. Choose one of your own."
            error={errorOf(step.failure, 'new-password', 'new-password')}
          />
        ) : (
          <TextField
            ref={input}
            label="Confirmation code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint={`The code that ${challenge.device} shows now.`}
            error={errorOf(step.failure, 'code', 'code')}
          />
        )}
      </StepForm>
      <Button look="quiet" onClick={onStartOver}>
        Start over
      </Button>
    </>
  );
}
