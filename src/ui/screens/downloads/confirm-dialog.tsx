import { Button } from '../../components/controls/button.tsx';
import { Modal } from '../../components/layout/modal.tsx';
import styles from './confirm-dialog.module.css';

type ConfirmDialogProps = {
  readonly title: string;
  readonly text: string;
  /** The label of the button that does it. */
  readonly confirm: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
};

/** Asks before something is removed. */
export function ConfirmDialog({ title, text, confirm, isOpen, onClose, onConfirm }: ConfirmDialogProps) {
  return (
    <Modal isOpen={isOpen} title={title} onClose={onClose}>
      <p className={styles['text']}>{text}</p>
      <div className={styles['actions']}>
        <Button look="primary" onClick={onConfirm}>
          {confirm}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Modal>
  );
}
