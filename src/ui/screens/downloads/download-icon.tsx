import { CircleCheck, Download } from 'lucide-react';
import type { DownloadStatus } from '../../../domain/downloads/download.ts';
import styles from './download-icon.module.css';
import { ALMOST_ALL, percentOf } from './words.ts';

type DownloadIconProps = { readonly status: DownloadStatus; readonly size?: number };

/** The state of a download: an arrow, a ring that fills, or a check mark. */
export function DownloadIcon({ status, size = 20 }: DownloadIconProps) {
  switch (status.kind) {
    case 'none':
    case 'failed':
    case 'stopped':
      return <Download aria-hidden="true" size={size} />;
    case 'downloaded':
    case 'paused':
      return <CircleCheck aria-hidden="true" size={size} className={styles['done']} />;
    case 'waiting':
      return <Ring percent={0} size={size} />;
    case 'loading':
      return <Ring percent={percentOf(status.part)} size={size} />;
    case 'storing-app':
      return <Ring percent={ALMOST_ALL} size={size} />;
  }
}

function Ring({ percent, size }: { readonly percent: number; readonly size: number }) {
  return (
    <svg className={styles['ring']} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <circle className={styles['track']} cx="12" cy="12" r="9" />
      <circle
        className={styles['filled']}
        cx="12"
        cy="12"
        r="9"
        pathLength="100"
        strokeDasharray={`${percent} 100`}
      />
    </svg>
  );
}
