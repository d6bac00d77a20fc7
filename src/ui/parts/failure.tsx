import { Button } from './button.tsx';
import styles from './failure.module.css';

type FailureProps = {
  /** One of the texts of the error catalogue (section 8). */
  readonly message: string;
  /** Without it there is nothing to retry. */
  readonly onRetry?: () => void;
};

/** Says in place of content that it could not be had, and offers to ask again. */
export function Failure({ message, onRetry }: FailureProps) {
  return (
    <div className={styles['failure']}>
      <p role="alert">{message}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>Retry</Button>}
    </div>
  );
}
