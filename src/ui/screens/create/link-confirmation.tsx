import { useEffect, useRef, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { useStep, type StepFailure } from '../../parts/use-step.ts';
import styles from '../../parts/visitor-notes.module.css';
import { useServices } from '../../services.ts';
import type { ConfirmationProps } from './confirmation-props.ts';

/** Waits until the link that was sent is opened, on whatever device, and goes on by itself (section 4). */
export function LinkConfirmation({ email, onStep }: ConfirmationProps) {
  const { createAccount } = useServices();
  const [failure, setFailure] = useState<StepFailure | null>(null);
  const [isResent, setResent] = useState(false);
  const resend = useStep<void>(() => setResent(true));
  const goOn = useRef(onStep);

  useEffect(() => {
    goOn.current = onStep;
  }, [onStep]);

  useEffect(() => {
    const leaving = new AbortController();
    const wait = async () => {
      const step = await createAccount.whenConfirmed(leaving.signal);
      if (leaving.signal.aborted) return;
      if (step.ok) goOn.current(step.value);
      else setFailure(step.error);
    };
    void wait();
    return () => leaving.abort();
  }, [createAccount]);

  const problem = failure ?? resend.failure;
  return (
    <>
      {failure === null && (
        <output className={styles['waiting']}>
          We sent a link to {email}. Open it on any device: this page goes on by itself.
        </output>
      )}
      {problem !== null && (
        <p className={styles['problem']} role="alert">
          {problem.message}
        </p>
      )}
      <Button look="quiet" onClick={() => void resend.attempt(() => createAccount.resend())}>
        Resend link
      </Button>
      {isResent && <output>A new link is on its way.</output>}
    </>
  );
}
