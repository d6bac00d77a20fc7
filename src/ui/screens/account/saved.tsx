import type { ReactNode } from 'react';
import styles from './saved.module.css';

type SavedProps = { readonly isSaved: boolean; readonly children: ReactNode };

/** Says that a change was saved, as soon as it was; read out without moving the focus. */
export function Saved({ isSaved, children }: SavedProps) {
  return <output className={styles['saved']}>{isSaved && children}</output>;
}
