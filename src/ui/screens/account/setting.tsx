import type { ReactNode } from 'react';
import styles from './setting.module.css';

type SettingProps = {
  readonly label: string;
  /** Whether the label is what the eye looks for, rather than the value. */
  readonly isLabelProminent?: boolean;
  readonly value: ReactNode;
  /** A line below the value. */
  readonly note?: ReactNode;
  /** What can be done about it. */
  readonly actions?: ReactNode;
  /** Below all of it: a form that was opened. */
  readonly children?: ReactNode;
};

/** One setting of a section: what it is called, how it stands, and what can be done about it. */
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
