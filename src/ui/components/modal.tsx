import { useRouter } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { isNewPage } from '../app/navigation/on-rendered.ts';
import { IconButton } from './icon-button.tsx';
import styles from './modal.module.css';

type ModalProps = {
  readonly isOpen: boolean;
  /** Its heading, and its accessible name. */
  readonly title: string;
  /** May be called once more when it is closed already. */
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/**
 * A native dialog above a mask: holds the focus, and gives it back; closed by its button, Escape, a click on the mask,
 * or when the listener goes on to another page.
 */
export function Modal({ isOpen, title, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  const router = useRouter();
  const onLeave = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    return router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
      if (fromLocation !== undefined && isNewPage(fromLocation, toLocation)) onLeave();
    });
  }, [isOpen, router]);

  const closeOnMask = ({ target }: MouseEvent) => {
    // The dialog's own box is filled by its content: what is clicked on the dialog itself is the mask.
    if (target === dialog.current) onClose();
  };

  return (
    // The keyboard closes by Escape, which the browser sees to.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={styles['modal']}
      aria-labelledby={titleId}
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
