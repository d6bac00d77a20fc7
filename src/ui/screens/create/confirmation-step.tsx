import { useEffect, useRef, useState } from 'react';
import type { AccountStep } from '../../../application/create-account.ts';
import { Button } from '../../parts/button.tsx';
import { StepForm, textOf } from '../../parts/step-form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { errorOf, useStep } from '../../parts/use-step.ts';
import { useServices } from '../../services.ts';

type ConfirmationStepProps = {
  readonly email: string;
  readonly onStep: (step: AccountStep) => void;
};

/** The code that proves that the address is the listener's own. */
export function ConfirmationStep({ email, onStep }: ConfirmationStepProps) {
  const { createAccount } = useServices();
  const step = useStep(onStep);
  const [isResent, setResent] = useState(false);
  const resend = useStep<void>(() => setResent(true));
  const input = useRef<HTMLInputElement>(null);

  // The form that held the focus is gone.
  useEffect(() => {
    input.current?.focus();
  }, []);

  const submit = (fields: FormData) => {
    void step.attempt(() => createAccount.confirm(textOf(fields, 'code').replaceAll(/\s/gu, '')));
  };
  return (
    <>
      <StepForm step={step} submitLabel="Confirm" onSubmit={submit}>
        <TextField
          ref={input}
          label="Confirmation code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint={`We sent a code to ${email}.`}
          error={errorOf(step.failure ?? resend.failure, 'code', 'code')}
        />
      </StepForm>
      <Button look="quiet" onClick={() => void resend.attempt(() => createAccount.resendCode())}>
        Resend code
      </Button>
      {isResent && <output>A new code is on its way.</output>}
    </>
  );
}
