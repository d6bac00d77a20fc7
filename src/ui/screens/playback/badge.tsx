import type { LucideIcon } from 'lucide-react';
import styles from './badge.module.css';

/** The content of a button that has a value: its icon, and the value below it. */
export function Badge({ icon: Icon, text }: { readonly icon: LucideIcon; readonly text: string | null }) {
  return (
    <span className={styles['badge']} aria-hidden="true">
      <Icon />
      {text !== null && <span className={styles['value']}>{text}</span>}
    </span>
  );
}
