import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { inTitleOrder } from '../../../domain/bookmarks/bookmark.ts';
import type { ContentId } from '../../../domain/catalogue/content.ts';
import { isInTitle } from '../../../domain/playback/title-position.ts';
import { BookmarkRow, type BookmarkButton } from './bookmark-row.tsx';
import styles from './bookmarks.module.css';
import { useBookmarks } from './use-bookmarks.ts';

type TitleBookmarksProps = {
  readonly id: ContentId;
  /** Called when a button of a bookmark is used. */
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
      <h2 id={headingId}>Bookmarks</h2>
      {/* Without list markers, some screen readers need the role to announce a list. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul className={styles['rows']} role="list">
        {inTitleOrder(bookmarks).map((bookmark) => (
          <li key={bookmark.id}>
            <BookmarkRow bookmark={bookmark} state={state} onUse={onUse} />
          </li>
        ))}
      </ul>
    </section>
  );
});
