import type { ReactNode } from 'react';
import styles from './page.module.css';

/** The column of a screen: its width, its margins and the space between its parts. */
export function Page({ children }: { readonly children: ReactNode }) {
  return <div className={styles['page']}>{children}</div>;
}
