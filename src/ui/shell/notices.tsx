import { X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Notice } from '../../application/state/notices-state.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { useServices } from '../services.ts';
import styles from './notices.module.css';

/** How long a notice stands by itself, in milliseconds; one that is pointed at or has the focus stays. */
const STAY = 12_000;

type NoticeCardProps = { readonly notice: Notice; readonly onDismiss: () => void };

function NoticeCard({ notice, onDismiss }: NoticeCardProps) {
  const [isHeld, setHeld] = useState(false);
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (isHeld) return undefined;
    const leave = setTimeout(() => dismiss(), STAY);
    return () => clearTimeout(leave);
  }, [isHeld]);
  return (
    <div
      className={styles['notice']}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p role="alert">{notice.text}</p>
      <IconButton label="Dismiss" icon={X} onClick={onDismiss} />
    </div>
  );
}

/** What the listener has to know now, above everything else on the page (contract 3.17). */
export const Notices = observer(function Notices() {
  const { notices } = useServices();
  return (
    <div className={styles['notices']}>
      {notices.notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} onDismiss={() => notices.dismissed(notice.id)} />
      ))}
    </div>
  );
});
