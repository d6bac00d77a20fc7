import { useId, useState, type FormEvent } from 'react';
import { LONGEST_NOTE, type Bookmark } from '../../../domain/bookmarks/bookmark.ts';
import { formatRunTime } from '../../../domain/catalogue/run-time.ts';
import { useServices } from '../../app/services.ts';
import { Button } from '../../components/controls/button.tsx';
import { Modal } from '../../components/layout/modal.tsx';
import styles from './note-dialog.module.css';

type NoteDialogProps = {
  readonly bookmark: Bookmark;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called with the changed bookmark when the note is saved. */
  readonly onSaved?: (bookmark: Bookmark) => void;
};

/** A dialog with the note of a bookmark. The sound goes on (BOOK-4). */
export function NoteDialog({ bookmark, isOpen, onClose, onSaved }: NoteDialogProps) {
  return (
    <Modal isOpen={isOpen} title={`Note at ${formatRunTime(bookmark.position)}`} onClose={onClose}>
      <NoteForm bookmark={bookmark} onClose={onClose} onSaved={onSaved} />
    </Modal>
  );
}

function NoteForm({
  bookmark,
  onClose,
  onSaved,
}: Pick<NoteDialogProps, 'bookmark' | 'onClose'> & { readonly onSaved: NoteDialogProps['onSaved'] }) {
  const { bookmarkList } = useServices();
  const id = useId();
  const [phase, setPhase] = useState<'editing' | 'saving' | 'failed'>('editing');
  const save = async (text: string) => {
    setPhase('saving');
    const changed = await bookmarkList.setNote(bookmark, text);
    if (changed === null) {
      setPhase('failed');
      return;
    }
    onSaved?.(changed);
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('note');
    if (phase !== 'saving' && typeof text === 'string') void save(text);
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <p className={styles['of']} dir="auto">
        {bookmark.title}
        {bookmark.trackTitle !== null && `, ${bookmark.trackTitle}`}
      </p>
      <label htmlFor={id}>Note</label>
      <textarea
        id={id}
        name="note"
        className={styles['text']}
        rows={4}
        dir="auto"
        maxLength={LONGEST_NOTE}
        defaultValue={bookmark.note}
        // The listener has just asked for this field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        aria-describedby={phase === 'failed' ? `${id}-error` : undefined}
      />
      {phase === 'failed' && (
        <p id={`${id}-error`} className={styles['error']} role="alert">
          The note could not be saved. Your text is still here.
        </p>
      )}
      <div className={styles['buttons']}>
        <Button type="submit" look="primary" aria-busy={phase === 'saving'}>
          Save
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
