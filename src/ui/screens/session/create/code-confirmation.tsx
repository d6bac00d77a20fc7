import { CodeField } from '../../../components/forms/code-field.tsx';
import { Resend } from '../../../components/forms/resend.tsx';
import { Form, textOf } from '../../../components/forms/form.tsx';
import { errorOf } from '../../../components/forms/use-attempt.ts';
import { useStep } from '../../../components/forms/use-step.ts';
import { useServices } from '../../../app/services.ts';
import type { ConfirmationProps } from './confirmation-props.ts';
import { useSending } from './use-sending.ts';

/** Asks for the code that was sent to the address. */
export function CodeConfirmation({ email, sending, onStep }: ConfirmationProps) {
  const { createAccount } = useServices();
  const step = useStep(onStep);
  const resend = useSending(sending);

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
      <Form attempt={step} focus="first" submitLabel="Confirm" onSubmit={submit}>
        <CodeField hint={`We sent a code to ${email}.`} error={errorOf(step.failure, 'code')} />
      </Form>
      <Resend step={resend} label="Resend code" sent="A new code is on its way." onClick={sendAgain} />
    </>
  );
}
