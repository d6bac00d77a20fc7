import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

type EmptyStateProps = {
  /** Says what would stand here. */
  readonly text: string;
  /** A way on: a link that looks like a button. */
  readonly children?: ReactNode;
};

/** Where there is nothing to show: says so, and what to do next. */
export function EmptyState({ text, children }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      <p className={styles['text']}>{text}</p>
      {children}
    </div>
  );
}
