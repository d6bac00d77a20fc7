import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { MessageAction, WordedMessage } from '../../../../domain/messaging.ts';
import { classNames } from '../../../components/class-names.ts';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import styles from './slide-up.module.css';

/** How long hiding takes, in milliseconds. */
const HIDING = 500;

type SlideUpProps = {
  readonly message: WordedMessage;
  readonly onUse: (action: MessageAction) => void;
  readonly onClose: () => void;
};

/** A line that appears and disappears automatically. It stays while it has the pointer or the focus (MSG-18). */
export function SlideUp({ message, onUse, onClose }: SlideUpProps) {
  const { text, imageUrl, action, duration, slidesFrom } = message;
  const [isPaused, setPaused] = useState(false);
  const [isHiding, setHiding] = useState(false);
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (duration === null || isPaused || isHiding) return undefined;
    const timer = setTimeout(() => setHiding(true), duration);
    return () => clearTimeout(timer);
  }, [duration, isPaused, isHiding]);

  useEffect(() => {
    if (!isHiding) return undefined;
    const timer = setTimeout(() => close(), HIDING);
    return () => clearTimeout(timer);
  }, [isHiding]);

  return (
    // Hovering only keeps the message open; it triggers no action.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      aria-label="Message"
      className={classNames(styles['slide'], styles[slidesFrom], isHiding ? styles['hiding'] : undefined)}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {imageUrl !== null && <img className={styles['picture']} src={imageUrl} alt="" />}
      {/* Announced when it appears, wherever the focus is. */}
      <div role="status" className={styles['text']} dir="auto">
        {action === null ? (
          text
        ) : (
          <button type="button" className={styles['link']} onClick={() => onUse(action)}>
            {text}
          </button>
        )}
      </div>
      <IconButton label="Close" icon={X} onClick={onClose} />
    </aside>
  );
}
