import { Button } from '../button.tsx';
import type { Step } from './use-step.ts';
import styles from './visitor-notes.module.css';

type ResendProps = {
  readonly step: Omit<Step<unknown>, 'attempt'>;
  readonly label: string;
  /** Said once it is done. */
  readonly sent: string;
  readonly onClick: () => void;
};

/**
 * Has a code or a link sent again, and says beside the button what came of it: the form above may have something of
 * its own to say at the same time.
 */
export function Resend({ step, label, sent, onClick }: ResendProps) {
  return (
    <>
      <Button look="quiet" aria-disabled={step.isPending} onClick={onClick}>
        {label}
      </Button>
      {step.isDone && <output>{sent}</output>}
      {step.failure !== null && (
        <p className={styles['problem']} role="alert">
          {step.failure.message}
        </p>
      )}
    </>
  );
}
