import { X } from 'lucide-react';
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { t } from 'audio-streaming-translations/translate';
import { IconButton } from '../controls/button.tsx';
import styles from './dialog.module.css';

export type DialogProps = {
  readonly isOpen: boolean;
  /** The heading and the accessible name. */
  readonly title: string;
  /** May be called again when the dialog is already closed. */
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/**
 * A native, modal dialog above a backdrop. It keeps the focus inside, and returns the focus when it closes. Its button, Escape, or a
 * click on the backdrop closes it (APP-16).
 */
export function Dialog({ isOpen, title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  const closeOnMask = ({ target }: MouseEvent) => {
    // The content fills the whole dialog box, so a click on the dialog element itself is a click on the backdrop.
    if (target === dialog.current) onClose();
  };

  return (
    // Escape closes the dialog; the browser handles it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file chooser inside the dialog sends the same event.
        if (event.target !== dialog.current) return;
        // Who has opened the dialog decides whether it closes.
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      onClick={closeOnMask}
    >
      {isOpen && (
        <div className={styles['content']}>
          <h2 id={titleId}>{title}</h2>
          {children}
          <IconButton label={t('Close')} icon={X} className={styles['close']} onClick={onClose} />
        </div>
      )}
    </dialog>
  );
}
