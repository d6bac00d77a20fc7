import { Pencil, Undo2 } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import type { AddedBookmark } from '../../../application/bookmarks/add-bookmark.ts';
import { type Bookmark, LONGEST_NOTE } from '../../../domain/bookmarks/bookmark.ts';
import { formatRunTime } from '../../../domain/catalogue/content.ts';
import { useServices } from '../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { Modal } from '../../components/layout/modal.tsx';
import { Sentence } from 'audio-streaming-components/sentence';
import { t } from 'audio-streaming-translations/translate';
import styles from './bookmark-added.module.css';
import { chapterName } from '../../components/chapter-name.ts';

/** How long the note stays, in milliseconds; longer while it has the focus or the pointer. */
const STAY = 10_000;

type BookmarkAddedProps = {
  readonly added: AddedBookmark;
  /** Set if the listener asked for the note together with the bookmark. */
  readonly opensNote: boolean;
  readonly onDone: () => void;
};

/** Says that a second was marked, and offers to write a note or to undo it. The sound goes on (BOOK-4). */
export function BookmarkAdded({ added, opensNote, onDone }: BookmarkAddedProps) {
  const { bookmarkList } = useServices();
  const [bookmark, setBookmark] = useState(added.bookmark);
  const [isEditing, setEditing] = useState(opensNote);
  const [isPaused, setPaused] = useState(false);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (isPaused || isEditing) return undefined;
    const timeout = setTimeout(() => done(), STAY);
    return () => clearTimeout(timeout);
  }, [isPaused, isEditing]);
  const takeBack = async () => {
    if (await bookmarkList.takeBack(bookmark)) onDone();
  };
  return (
    <div
      className={styles['note']}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <p>
        {t(added.isNew ? 'Bookmark added at {time}' : 'Already bookmarked at {time}', {
          time: formatRunTime(bookmark.position),
        })}
      </p>
      <div className={styles['buttons']}>
        <Button look="quiet" aria-haspopup="dialog" onClick={() => setEditing(true)}>
          <Pencil aria-hidden="true" size={16} />
          {t(bookmark.note === '' ? 'Add a note' : 'Edit the note')}
        </Button>
        {added.isNew && (
          <Button look="quiet" aria-label={t('Undo: remove the bookmark')} onClick={() => void takeBack()}>
            <Undo2 aria-hidden="true" size={16} />
            {t('Undo')}
          </Button>
        )}
      </div>
      <NoteDialog
        bookmark={bookmark}
        isOpen={isEditing}
        onClose={() => setEditing(false)}
        onSaved={setBookmark}
      />
    </div>
  );
}

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
    <Modal
      isOpen={isOpen}
      title={t('Note at {time}', { time: formatRunTime(bookmark.position) })}
      onClose={onClose}
    >
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
        {bookmark.trackTitle === null ? (
          bookmark.title
        ) : (
          <Sentence
            text="{title}, {track}"
            values={{
              title: <bdi>{bookmark.title}</bdi>,
              track: <bdi>{chapterName(bookmark.trackTitle)}</bdi>,
            }}
          />
        )}
      </p>
      <label htmlFor={id}>{t('Note')}</label>
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
          {t('The note could not be saved. Your text is still here.')}
        </p>
      )}
      <div className={styles['noteDialogButtons']}>
        <Button type="submit" look="primary" aria-busy={phase === 'saving'}>
          {t('Save')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
