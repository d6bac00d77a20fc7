import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { IconButton } from '../controls/button.tsx';
import { useNavigation } from '../navigation/navigation.ts';
import styles from './modal.module.css';

type ModalProps = {
  readonly isOpen: boolean;
  /** The heading and the accessible name. */
  readonly title: string;
  /** May be called again when the modal is already closed. */
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/**
 * A native dialog above a backdrop. It keeps the focus inside, and returns the focus when it closes. Its button,
 * Escape, a click on the backdrop, or a navigation closes it (APP-16, APP-17).
 */
export function Modal({ isOpen, title, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  const navigation = useNavigation();
  const onLeave = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    return navigation.onLeave((isForNewPage) => {
      if (isForNewPage) onLeave();
    });
  }, [isOpen, navigation]);

  const closeOnMask = ({ target }: MouseEvent) => {
    // The content fills the whole dialog box, so a click on the dialog element itself is a click on the backdrop.
    if (target === dialog.current) onClose();
  };

  return (
    // Escape closes the dialog; the browser handles it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={styles['modal']}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file chooser inside the modal sends the same event.
        if (event.target !== dialog.current) return;
        // Who has opened the modal decides whether it closes.
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
          <IconButton label="Close" icon={X} className={styles['close']} onClick={onClose} />
        </div>
      )}
    </dialog>
  );
}
