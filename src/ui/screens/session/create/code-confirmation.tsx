import { useEffect, useRef } from 'react';
import { CodeField } from '../../../components/forms/code-field.tsx';
import { Resend } from '../../../components/forms/resend.tsx';
import { StepForm, textOf } from '../../../components/forms/step-form.tsx';
import { errorOf, useStep } from '../../../components/forms/use-step.ts';
import { useServices } from '../../../app/services.ts';
import type { ConfirmationProps } from './confirmation-props.ts';
import { useSending } from './use-sending.ts';

/** Asks for the code that was sent to the address. */
export function CodeConfirmation({ email, sending, onStep }: ConfirmationProps) {
  const { createAccount } = useServices();
  const step = useStep(onStep);
  const resend = useSending(sending);
  const input = useRef<HTMLInputElement>(null);

  // The form that had the focus is gone.
  useEffect(() => {
    input.current?.focus();
  }, []);

  const submit = (fields: FormData) => {
    resend.clear();
    void step.attempt(() => createAccount.confirm(textOf(fields, 'code').replaceAll(/\s/gu, '')));
  };
  const sendAgain = () => {
    step.clear();
    void resend.attempt(() => createAccount.resendCode());
  };
  return (
    <>
      <StepForm step={step} submitLabel="Confirm" onSubmit={submit}>
        <CodeField ref={input} hint={`We sent a code to ${email}.`} error={errorOf(step.failure, 'code')} />
      </StepForm>
      <Resend step={resend} label="Resend code" sent="A new code is on its way." onClick={sendAgain} />
    </>
  );
}
