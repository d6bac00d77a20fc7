import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Resend } from '../../../components/forms/resend.tsx';
import type { StepFailure } from '../../../components/forms/use-step.ts';
import styles from '../../../components/forms/visitor-notes.module.css';
import { useServices } from '../../../app/services.ts';
import type { ConfirmationProps } from './confirmation-props.ts';
import { useSending } from './use-sending.ts';

/** Waits until the link is opened, on any device, and then continues by itself (SES-55). */
export function LinkConfirmation({ email, sending, onStep }: ConfirmationProps) {
  const { createAccount } = useServices();
  const [failure, setFailure] = useState<StepFailure | null>(null);
  const resend = useSending(sending);
  const goOn = useRef(onStep);

  useEffect(() => {
    goOn.current = onStep;
  }, [onStep]);

  const isWaiting = failure === null;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const controller = new AbortController();
    const wait = async () => {
      const step = await createAccount.waitForConfirmation(controller.signal);
      if (controller.signal.aborted) return;
      if (step.ok) goOn.current(step.value);
      else setFailure(step.error);
    };
    void wait();
    return () => controller.abort();
  }, [isWaiting, createAccount]);

  // A wait that has ended starts again (SES-56).
  const waitAgain = () => setFailure(null);
  const sendAgain = () => {
    waitAgain();
    void resend.attempt(() => createAccount.resendCode());
  };
  return (
    <>
      {isWaiting ? (
        <output className={styles['waiting']}>
          We sent a link to {email}. Open it on any device: this page goes on by itself.
        </output>
      ) : (
        <>
          <p className={styles['problem']} role="alert">
            {failure.message}
          </p>
          <Button look="primary" onClick={waitAgain}>
            Check again
          </Button>
        </>
      )}
      <Resend step={resend} label="Resend link" sent="A new link is on its way." onClick={sendAgain} />
    </>
  );
}
