import { formatRunTime } from '../../../../domain/catalogue/run-time.ts';
import { Lazy } from '../../../components/lazy.tsx';
import type { Bookmarking } from '../use-add-bookmark.ts';

const importBookmarkAdded = async () => (await import('../../bookmarks/bookmark-added.tsx')).BookmarkAdded;

/** Says that a bookmark was added, on the screen and to a screen reader (BOOK-4). */
export function BookmarkNote({ bookmarking: { last, dismiss } }: { readonly bookmarking: Bookmarking }) {
  const at = last === null ? '' : formatRunTime(last.bookmark.position);
  return (
    <>
      {/* The element exists before its text: a screen reader announces only changes inside it. */}
      <p className="visually-hidden" role="status">
        {last !== null && `${last.isNew ? 'Bookmark added' : 'There is already a bookmark'} at ${at}`}
      </p>
      <Lazy load={importBookmarkAdded} isNeeded={last !== null}>
        {(BookmarkAdded) =>
          last !== null && (
            <BookmarkAdded key={last.count} added={last} opensNote={last.opensNote} onDone={dismiss} />
          )
        }
      </Lazy>
    </>
  );
}
