import { Pencil, Play, Trash2, Undo2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { BookmarksState } from '../../../application/bookmarks/bookmarks-state.ts';
import { bookmarkLink } from '../../../domain/bookmarks/bookmark-export.ts';
import { type Bookmark, inTitleOrder } from '../../../domain/bookmarks/bookmark.ts';
import { type ContentId, formatRunTime } from '../../../domain/catalogue/content.ts';
import { isInTitle } from '../../../domain/playback/title-position.ts';
import { useServices } from '../../services.ts';
import { Button, IconButton } from 'audio-streaming-components/controls/button';
import { ShareButton } from '../../components/controls/share-button.tsx';
import { formatDay, isSameDay } from 'audio-streaming-components/day';
import { t } from 'audio-streaming-translations/translate';
import styles from './bookmarks.module.css';
import { NoteDialog } from './bookmark-added.tsx';
import { chapterName } from '../../components/chapter-name.ts';

type TitleBookmarksProps = {
  readonly id: ContentId;
  readonly onUse: (button: BookmarkButton) => void;
};

/** The bookmarks of a title, on its page; nothing if there are none (BOOK-5). */
export const TitleBookmarks = observer(function TitleBookmarks({ id, onUse }: TitleBookmarksProps) {
  const headingId = useId();
  const state = useBookmarks();
  const bookmarks = state === null ? [] : state.shown.filter((bookmark) => isInTitle(bookmark, id));
  if (state === null || bookmarks.length === 0) return null;
  return (
    <section className={styles['group']} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('Bookmarks')}</h2>
      {/* Without list markers, some screen readers need the role to announce a list. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul className={styles['rows']} role="list">
        {inTitleOrder(bookmarks).map((bookmark) => (
          <li key={bookmark.id}>
            <BookmarkRow bookmark={bookmark} state={state} recordUse={onUse} />
          </li>
        ))}
      </ul>
    </section>
  );
});

/** A button of a bookmark, as the tracking plan names it on the page of a title. */
type BookmarkButton = 'Play Bookmark' | 'Edit Note' | 'Share Bookmark' | 'Remove Bookmark';

type BookmarkRowProps = {
  readonly bookmark: Bookmark;
  readonly state: BookmarksState;
  readonly recordUse?: (button: BookmarkButton) => void;
};

/** The track and the second, in words: `Chapter 2, 12:34`. */
const positionOf = ({ trackTitle, position }: Bookmark): string =>
  trackTitle === null
    ? formatRunTime(position)
    : t('{track}, {time}', { track: chapterName(trackTitle), time: formatRunTime(position) });

/**
 * One bookmark, with a play button that covers its row. A removed bookmark shows a button that puts it back (BOOK-9).
 */
export const BookmarkRow = observer(function BookmarkRow({ bookmark, state, recordUse }: BookmarkRowProps) {
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
        <p>{t('Bookmark at {time} removed', { time: formatRunTime(bookmark.position) })}</p>
        <Button
          ref={undo}
          aria-label={t('Undo: put back the bookmark at {position}', { position: positionOf(bookmark) })}
          onClick={() => void bookmarkList.putBack(bookmark)}
        >
          <Undo2 aria-hidden="true" size={18} />
          {t('Undo')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles['row']}>
      <PlayPosition ref={play} bookmark={bookmark} recordUse={recordUse} />
      <Words bookmark={bookmark} />
      <Actions bookmark={bookmark} recordUse={recordUse} />
    </div>
  );
});

type PartProps = Pick<BookmarkRowProps, 'bookmark'> & {
  readonly recordUse: BookmarkRowProps['recordUse'];
};

function PlayPosition({
  ref,
  bookmark,
  recordUse,
}: PartProps & { readonly ref: RefObject<HTMLButtonElement | null> }) {
  const { playerControls } = useServices();
  return (
    <button
      ref={ref}
      type="button"
      className={styles['play']}
      aria-label={t('Play from {position}', { position: positionOf(bookmark) })}
      onClick={() => {
        recordUse?.('Play Bookmark');
        void playerControls.playFrom(bookmark);
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
        {trackTitle !== null && <bdi className={styles['track']}>{chapterName(trackTitle)}</bdi>}
      </p>
      {note !== '' && (
        <p className={styles['note']} dir="auto">
          {note}
        </p>
      )}
      <p className={styles['added']}>
        {isSameDay(createdAt, time.now)
          ? t('Added today')
          : t('Added {day}', { day: formatDay(createdAt, time.now) })}
      </p>
    </div>
  );
});

function Actions({ bookmark, recordUse }: PartProps) {
  const { bookmarkList } = useServices();
  const [isEditing, setEditing] = useState(false);
  const position = positionOf(bookmark);
  return (
    <div className={styles['actions']}>
      <IconButton
        label={t(bookmark.note === '' ? 'Add note at {position}' : 'Edit note at {position}', { position })}
        icon={Pencil}
        aria-haspopup="dialog"
        onClick={() => {
          recordUse?.('Edit Note');
          setEditing(true);
        }}
      />
      <ShareButton
        title={bookmark.title}
        iconLabel={t('Share {position}', { position })}
        link={() => bookmarkLink(window.location.origin, bookmark)}
        onUse={() => recordUse?.('Share Bookmark')}
      />
      <IconButton
        label={t('Remove bookmark at {position}', { position })}
        icon={Trash2}
        onClick={() => {
          recordUse?.('Remove Bookmark');
          void bookmarkList.remove(bookmark);
        }}
      />
      <NoteDialog bookmark={bookmark} isOpen={isEditing} onClose={() => setEditing(false)} />
    </div>
  );
}

/** The listener's bookmarks. Null until their code has loaded. */
export function useBookmarks(): BookmarksState | null {
  const { bookmarkList } = useServices();
  const [state, setState] = useState<BookmarksState | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    const open = async () => {
      const opened = await bookmarkList.open();
      if (!isUnmounted) setState(opened);
    };
    void open();
    return () => {
      isUnmounted = true;
      bookmarkList.leave();
    };
  }, [bookmarkList]);
  return state;
}
