import type { ReactNode } from 'react';
import styles from './setting.module.css';

type SettingProps = {
  readonly label: string;
  /** Whether the label stands out rather than the value. */
  readonly isLabelProminent?: boolean;
  readonly value: ReactNode;
  /** A line below the value. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** Shown below the rest: an open form. */
  readonly children?: ReactNode;
};

/** One setting of a section: its label, its value and its actions. */
export function Setting({ label, isLabelProminent = false, value, note, actions, children }: SettingProps) {
  return (
    <div className={styles['setting']}>
      <div className={styles['row']}>
        <div className={styles['text']}>
          <h3 className={styles[isLabelProminent ? 'name' : 'label']}>{label}</h3>
          <div className={styles['value']}>{value}</div>
          {note !== undefined && <div className={styles['note']}>{note}</div>}
        </div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
