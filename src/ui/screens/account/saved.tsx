import type { ReactNode } from 'react';
import styles from './saved.module.css';

type SavedProps = { readonly isSaved: boolean; readonly children: ReactNode };

/** Announces that a change was saved, without moving the focus. */
export function Saved({ isSaved, children }: SavedProps) {
  return <output className={styles['saved']}>{isSaved && children}</output>;
}
