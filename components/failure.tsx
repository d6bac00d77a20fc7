import { use, type ReactNode } from 'react';
import { Button } from './controls/button.tsx';
import { PageFrameContext } from './layout/page-frame.ts';
import styles from './failure.module.css';

type FailureProps = {
  /** One of `MESSAGES`. */
  readonly message: string;
  /** Absent if a retry makes no sense. */
  readonly onRetry?: () => void;
  /** Another action: a link that looks like a button. */
  readonly children?: ReactNode;
};

/** Replaces content that could not be loaded, and offers a retry. */
export function Failure({ message, onRetry, children }: FailureProps) {
  const { showContent } = use(PageFrameContext);
  return (
    <div ref={showContent} className={styles['failure']}>
      <p role="alert">{message}</p>
      <div className={styles['actions']}>
        {onRetry !== undefined && <Button onClick={onRetry}>Retry</Button>}
        {children}
      </div>
    </div>
  );
}
