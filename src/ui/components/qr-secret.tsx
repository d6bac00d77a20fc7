import type { ReactNode } from 'react';
import { QrCode } from './qr-code.tsx';
import styles from './qr-secret.module.css';

type QrSecretProps = {
  readonly text: string;
  readonly label: string;
  /** What is shown as text in place of the code, to be copied or typed. */
  readonly secret: string;
  readonly intro: string;
  readonly children?: ReactNode;
};

export function QrSecret({ text, label, secret, intro, children }: QrSecretProps) {
  return (
    <div className={styles['scan']}>
      <QrCode text={text} label={label} />
      <div className={styles['beside']}>
        <p>{intro}</p>
        <code className={styles['secret']}>{secret}</code>
        {children}
      </div>
    </div>
  );
}
