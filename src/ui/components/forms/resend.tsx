import { Button } from '../controls/button.tsx';
import type { Step } from './use-attempt.ts';
import styles from '../../screens/session/session.module.css';

type ResendProps = {
  readonly step: Omit<Step<unknown>, 'attempt'>;
  readonly label: string;
  /** The text that is shown after success. */
  readonly sent: string;
  readonly onClick: () => void;
};

/**
 * Requests a code or a link again, and shows the result beside the button (SES-59). The form above may show another
 * message at the same time.
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
