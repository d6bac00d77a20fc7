import { Pencil, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { AddedBookmark } from '../../../application/bookmarks/add-bookmark.ts';
import { formatRunTime } from '../../../domain/catalogue/run-time.ts';
import { useServices } from '../../app/services.ts';
import { Button } from '../../components/controls/button.tsx';
import styles from './bookmark-added.module.css';
import { NoteDialog } from './note-dialog.tsx';

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
        {added.isNew ? 'Bookmark added at' : 'Already bookmarked at'} {formatRunTime(bookmark.position)}
      </p>
      <div className={styles['buttons']}>
        <Button look="quiet" aria-haspopup="dialog" onClick={() => setEditing(true)}>
          <Pencil aria-hidden="true" size={16} />
          {bookmark.note === '' ? 'Add a note' : 'Edit the note'}
        </Button>
        {added.isNew && (
          <Button look="quiet" aria-label="Undo: remove the bookmark" onClick={() => void takeBack()}>
            <Undo2 aria-hidden="true" size={16} />
            Undo
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
