import type { ReactNode } from 'react';
import styles from './badge.module.css';

export type BadgeLook = 'good' | 'plain' | 'danger' | 'accent' | 'sale';

export function Badge({ look, children }: { readonly look: BadgeLook; readonly children: ReactNode }) {
  return (
    <span className={styles['badge']} data-look={look}>
      {children}
    </span>
  );
}
