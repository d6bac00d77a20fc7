import { Pencil, Play, Trash2, Undo2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { BookmarksState } from '../../../application/bookmarks/bookmark-list.ts';
import { bookmarkLink } from '../../../domain/bookmarks/bookmark-export.ts';
import type { Bookmark } from '../../../domain/bookmarks/bookmark.ts';
import { formatRunTime } from '../../../domain/catalogue/run-time.ts';
import { useServices } from '../../app/services.ts';
import { Button } from '../../components/controls/button.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { ShareButton } from '../../components/controls/share-button.tsx';
import { formatDay, isSameDay } from '../../components/day.ts';
import styles from './bookmark-row.module.css';
import { NoteDialog } from './note-dialog.tsx';

/** A button of a bookmark, as the tracking plan names it on the page of a title. */
export type BookmarkButton = 'Play Bookmark' | 'Edit Note' | 'Share Bookmark' | 'Remove Bookmark';

type BookmarkRowProps = {
  readonly bookmark: Bookmark;
  readonly state: BookmarksState;
  /** Called when one of the buttons is used. */
  readonly onUse?: (button: BookmarkButton) => void;
};

/** The track and the second, in words: `Chapter 2, 12:34`. */
const positionOf = ({ trackTitle, position }: Bookmark): string =>
  trackTitle === null ? formatRunTime(position) : `${trackTitle}, ${formatRunTime(position)}`;

/**
 * One bookmark, with a play button that covers its row. A removed bookmark shows a button that puts it back (BOOK-9).
 */
export const BookmarkRow = observer(function BookmarkRow({ bookmark, state, onUse }: BookmarkRowProps) {
  const { bookmarkList } = useServices();
  const isRemoved = state.isRemoved(bookmark.id);
  const play = useRef<HTMLButtonElement>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const wasRemoved = useRef(isRemoved);
  useEffect(() => {
    if (wasRemoved.current === isRemoved) return;
    wasRemoved.current = isRemoved;
    // The used button is no longer shown, so the focus moves.
    (isRemoved ? undo : play).current?.focus();
  }, [isRemoved]);
  if (isRemoved) {
    return (
      <div className={styles['removed']}>
        <p>Bookmark at {formatRunTime(bookmark.position)} removed</p>
        <Button
          ref={undo}
          aria-label={`Undo: put back the bookmark at ${positionOf(bookmark)}`}
          onClick={() => void bookmarkList.putBack(bookmark)}
        >
          <Undo2 aria-hidden="true" size={18} />
          Undo
        </Button>
      </div>
    );
  }
  return (
    <div className={styles['row']}>
      <PlayPosition ref={play} bookmark={bookmark} onUse={onUse} />
      <Words bookmark={bookmark} />
      <Actions bookmark={bookmark} onUse={onUse} />
    </div>
  );
});

type PartProps = Pick<BookmarkRowProps, 'bookmark'> & { readonly onUse: BookmarkRowProps['onUse'] };

function PlayPosition({
  ref,
  bookmark,
  onUse,
}: PartProps & { readonly ref: RefObject<HTMLButtonElement | null> }) {
  const { playFrom } = useServices();
  return (
    <button
      ref={ref}
      type="button"
      className={styles['play']}
      aria-label={`Play from ${positionOf(bookmark)}`}
      onClick={() => {
        onUse?.('Play Bookmark');
        void playFrom.play(bookmark);
      }}
    >
      <Play aria-hidden="true" />
    </button>
  );
}

const Words = observer(function Words({ bookmark }: Pick<BookmarkRowProps, 'bookmark'>) {
  const { time } = useServices();
  const { trackTitle, position, note, createdAt } = bookmark;
  return (
    <div className={styles['words']}>
      <p className={styles['position']}>
        <strong>{formatRunTime(position)}</strong>
        {trackTitle !== null && <bdi className={styles['track']}>{trackTitle}</bdi>}
      </p>
      {note !== '' && (
        <p className={styles['note']} dir="auto">
          {note}
        </p>
      )}
      <p className={styles['added']}>
        Added {isSameDay(createdAt, time.now) ? 'today' : formatDay(createdAt, time.now)}
      </p>
    </div>
  );
});

function Actions({ bookmark, onUse }: PartProps) {
  const { bookmarkList } = useServices();
  const [isEditing, setEditing] = useState(false);
  const at = positionOf(bookmark);
  return (
    <div className={styles['actions']}>
      <IconButton
        label={`${bookmark.note === '' ? 'Add' : 'Edit'} note at ${at}`}
        icon={Pencil}
        aria-haspopup="dialog"
        onClick={() => {
          onUse?.('Edit Note');
          setEditing(true);
        }}
      />
      <ShareButton
        title={bookmark.title}
        iconLabel={`Share ${at}`}
        link={() => bookmarkLink(window.location.origin, bookmark)}
        onUse={() => onUse?.('Share Bookmark')}
      />
      <IconButton
        label={`Remove bookmark at ${at}`}
        icon={Trash2}
        onClick={() => {
          onUse?.('Remove Bookmark');
          void bookmarkList.remove(bookmark);
        }}
      />
      <NoteDialog bookmark={bookmark} isOpen={isEditing} onClose={() => setEditing(false)} />
    </div>
  );
}
