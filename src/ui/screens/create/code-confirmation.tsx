import { useEffect, useRef, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { StepForm, textOf } from '../../parts/step-form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { errorOf, useStep } from '../../parts/use-step.ts';
import { useServices } from '../../services.ts';
import type { ConfirmationProps } from './confirmation-props.ts';

/** The code that was sent to the address. */
export function CodeConfirmation({ email, onStep }: ConfirmationProps) {
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
      <StepForm step={step} notice={resend.failure} submitLabel="Confirm" onSubmit={submit}>
        <TextField
          ref={input}
          label="Confirmation code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint={`We sent a code to ${email}.`}
          error={errorOf(step.failure, 'code')}
        />
      </StepForm>
      <Button look="quiet" onClick={() => void resend.attempt(() => createAccount.resend())}>
        Resend code
      </Button>
      {isResent && <output>A new code is on its way.</output>}
    </>
  );
}
