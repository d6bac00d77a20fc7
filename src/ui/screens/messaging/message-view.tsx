import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { InAppMessage, MessageAction, MessageButton, WordedMessage } from '../../../domain/messaging.ts';
import { useServices } from '../../services.ts';
import { classNames } from 'audio-streaming-components/class-names';
import { Button, IconButton } from 'audio-streaming-components/controls/button';
import { HtmlMessageView } from './html-message-view.tsx';
import { type Navigation, useNavigation } from '../../navigation/navigation.ts';
import { t } from 'audio-streaming-translations/translate';
import styles from './message-view.module.css';

/** One in-app message of any kind. Its impression is reported once (MSG-15). */
export function InAppMessageView({ message }: { readonly message: InAppMessage }) {
  const { messaging } = useServices();
  const navigation = useNavigation();
  const shown = useEffectEvent(() => messaging.recordShown(message));
  useEffect(() => shown(), []);

  const close = () => messaging.close(message);
  const use = (button: MessageButton | null, action: MessageAction) => {
    messaging.recordClick(message, button);
    followLink(navigation, action);
  };

  switch (message.kind) {
    case 'slide-up':
      return <SlideUp message={message} onUse={(action) => use(null, action)} onClose={close} />;
    case 'modal':
    case 'full':
      return (
        <MessageDialog title={message.header || message.text} size={message.kind} onClose={close}>
          <WordedMessageView message={message} onUse={use} onClose={close} />
        </MessageDialog>
      );
    case 'html':
      return (
        <MessageDialog
          title={t({ text: 'Message', context: 'for the listener' })}
          isTitleHidden
          size="modal"
          onClose={close}
        >
          <HtmlMessageView message={message} onUse={(button) => use(button, button.action)} onClose={close} />
        </MessageDialog>
      );
  }
}

type MessageDialogProps = {
  /** The accessible name, and the heading unless that is hidden. */
  readonly title: string;
  readonly isTitleHidden?: boolean;
  readonly size: 'modal' | 'full';
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A modal message. It keeps the focus inside, and returns the focus when it closes. */
function MessageDialog({ title, isTitleHidden = false, size, onClose, children }: MessageDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // The dialog closes before it leaves the document. Otherwise the browser would not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classNames(styles['dialog'], styles[size])}
      aria-labelledby={titleId}
      onClose={({ currentTarget }) => {
        // The event comes late: in development React runs each effect twice, so the dialog may be open again.
        if (!currentTarget.open) onClose();
      }}
    >
      <div className={styles['content']} data-bare={isTitleHidden}>
        <h2 id={titleId} className={isTitleHidden ? 'visually-hidden' : styles['title']}>
          {title}
        </h2>
        {children}
        <IconButton label={t('Close')} icon={X} className={styles['close']} onClick={onClose} />
      </div>
    </dialog>
  );
}

/** How long hiding takes, in milliseconds. */
const HIDING = 500;

type SlideUpProps = {
  readonly message: WordedMessage;
  readonly onUse: (action: MessageAction) => void;
  readonly onClose: () => void;
};

/** A line that appears and disappears automatically. It stays while it has the pointer or the focus (MSG-18). */
function SlideUp({ message, onUse, onClose }: SlideUpProps) {
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
      aria-label={t({ text: 'Message', context: 'for the listener' })}
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
      <IconButton label={t('Close')} icon={X} onClick={onClose} />
    </aside>
  );
}

type WordedMessageViewProps = {
  readonly message: WordedMessage;
  /** `button` is null if the message itself was clicked. */
  readonly onUse: (button: MessageButton | null, action: MessageAction) => void;
  readonly onClose: () => void;
};

/** The picture, the text and the buttons of a message. The dialog around it shows the heading. */
function WordedMessageView({ message, onUse, onClose }: WordedMessageViewProps) {
  const { header, text, imageUrl, action, buttons } = message;
  return (
    <>
      {imageUrl !== null && <img className={styles['wordedPicture']} src={imageUrl} alt="" />}
      {header !== '' && text !== '' && (
        <p className={styles['wordedText']} dir="auto">
          {text}
        </p>
      )}
      <div className={styles['buttons']}>
        {buttons.map((button, index) => (
          <Button
            key={button.key}
            look={index === 0 ? 'primary' : 'secondary'}
            onClick={() => onUse(button, button.action)}
          >
            {button.text}
          </Button>
        ))}
        {action !== null && (
          <Button look="primary" onClick={() => onUse(null, action)}>
            {t('Take a look')}
          </Button>
        )}
        {action === null && buttons.length === 0 && (
          <Button look="primary" onClick={onClose}>
            {t('OK')}
          </Button>
        )}
      </div>
    </>
  );
}

/** Opens the link of a message. A link inside the app does not reload the page, so that the sound goes on (MSG-19). */
function followLink(navigation: Navigation, { url, opensNewTab }: MessageAction): void {
  if (url === null) return;
  const { origin, pathname, search, hash } = new URL(url);
  if (opensNewTab || origin !== window.location.origin) {
    window.open(url, '_blank', 'noopener,noreferrer');
    return;
  }
  navigation.push(pathname + search + hash);
}
