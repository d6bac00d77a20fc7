import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { classNames } from '../../../components/class-names.ts';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import styles from './message-dialog.module.css';

type MessageDialogProps = {
  /** The accessible name, and the heading unless that is hidden. */
  readonly title: string;
  readonly isTitleHidden?: boolean;
  readonly size: 'modal' | 'full';
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A modal message. It keeps the focus inside, and returns the focus when it closes. */
export function MessageDialog({ title, isTitleHidden = false, size, onClose, children }: MessageDialogProps) {
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
        <IconButton label="Close" icon={X} className={styles['close']} onClick={onClose} />
      </div>
    </dialog>
  );
}
