import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

type EmptyStateProps = {
  /** Says what the list would contain. */
  readonly text: string;
  /** A link that looks like a button, to continue elsewhere. */
  readonly children?: ReactNode;
};

/** Replaces an empty list: explains it and offers a next step (CAT-27). */
export function EmptyState({ text, children }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      <p className={styles['text']}>{text}</p>
      {children}
    </div>
  );
}
