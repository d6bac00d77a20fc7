import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { t } from 'audio-streaming-translations/translate';
import { IconButton } from './controls/button.tsx';
import styles from './styles/notices.module.css';

type NoticeCardProps = {
  readonly kind: 'alert' | 'refusal' | 'success';
  /** Milliseconds until the notice goes. Null: it waits to be dismissed. With the focus or the pointer on it, it does not go. */
  readonly stay: number | null;
  /** @param isByHand true if the listener dismissed it, false if its time was over */
  readonly onDismiss: (isByHand: boolean) => void;
  readonly children: ReactNode;
};

/** A message above everything else on the page, which can be dismissed. */
export function NoticeCard({ kind, stay, onDismiss, children }: NoticeCardProps) {
  const [isPaused, setPaused] = useState(false);
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (isPaused || stay === null) return undefined;
    const timeout = setTimeout(() => dismiss(false), stay);
    return () => clearTimeout(timeout);
  }, [isPaused, stay]);
  return (
    <div
      className={styles['notice']}
      data-kind={kind}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {children}
      <IconButton label={t('Dismiss')} icon={X} onClick={() => onDismiss(true)} />
    </div>
  );
}
