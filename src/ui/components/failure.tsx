import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './failure.module.css';

type FailureProps = {
  /** One of the texts of the error catalogue (section 8). */
  readonly message: string;
  /** Without it there is nothing to retry. */
  readonly onRetry?: () => void;
  /** Another way on: a link that looks like a button. */
  readonly children?: ReactNode;
};

/** Says in place of content that it could not be had, and offers to ask again. */
export function Failure({ message, onRetry, children }: FailureProps) {
  return (
    <div className={styles['failure']}>
      <p role="alert">{message}</p>
      <div className={styles['ways']}>
        {onRetry !== undefined && <Button onClick={onRetry}>Retry</Button>}
        {children}
      </div>
    </div>
  );
}
