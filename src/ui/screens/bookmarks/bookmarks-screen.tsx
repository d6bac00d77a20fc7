import { Download } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useDeferredValue, useId, useState } from 'react';
import type { BookmarksState } from '../../../application/bookmarks/bookmarks-state.ts';
import { bookmarksCsv, bookmarksMarkdown } from '../../../domain/bookmarks/bookmark-export.ts';
import {
  findBookmarks,
  groupByTitle,
  type Bookmark,
  type BookmarkGroup,
} from '../../../domain/bookmarks/bookmark.ts';
import { NotFoundScreen } from '../errors/error-screens.tsx';
import { useServices } from '../../services.ts';
import { Button, buttonClass } from 'audio-streaming-components/controls/button';
import { Cover } from '../../components/cover/cover.tsx';
import { Failure } from 'audio-streaming-components/failure';
import { TextField } from 'audio-streaming-components/forms/text-field';
import { Page, ScreenHeading } from '../../components/layout/page.tsx';
import { Skeleton } from 'audio-streaming-components/layout/skeleton';
import { EmptyState } from 'audio-streaming-components/lists/empty-state';
import { saveFile } from 'audio-streaming-components/save-file';
import { ShelfTabs } from '../../components/page-tabs/page-tabs.tsx';
import { BookmarkRow, useBookmarks } from './title-bookmarks.tsx';
import { Link } from '../../navigation/link.ts';
import { t } from 'audio-streaming-translations/translate';
import { chapterName } from '../../components/chapter-name.ts';
import styles from './bookmarks.module.css';

/** From this number of bookmarks on, there is a field to find one. */
const MANY = 8;

/** All bookmarks by title. Where a mobile app has the bookmarks, there is no such page (BOOK-1). */
export function BookmarksScreen() {
  const { settings } = useServices();
  return settings.links.mobileApp === null ? <AllBookmarks /> : <NotFoundScreen />;
}

const AllBookmarks = observer(function AllBookmarks() {
  const state = useBookmarks();
  const stored = state?.bookmarks ?? [];
  return (
    <Page>
      <ScreenHeading
        title={t('Bookmarks')}
        description={t('The seconds that you have marked, by title.')}
        lead={stored.length === 0 ? undefined : t('Seconds that you have marked, to hear them again.')}
        actions={stored.length > 0 && <ExportButtons bookmarks={stored} />}
      />
      <ShelfTabs />
      <Content state={state} />
    </Page>
  );
});

const Content = observer(function Content({ state }: { readonly state: BookmarksState | null }) {
  if (state !== null && state.failure !== null && state.bookmarks === null) {
    return <Failure message={t('Your bookmarks could not be loaded. Please try again.')} />;
  }
  if (state?.bookmarks == null) return <Skeleton height="20rem" />;
  if (state.shown.length === 0) {
    return (
      <EmptyState
        text={t(
          'Mark a second while you listen, with the Bookmark button of the player or the key B. It stands here, and a tap plays from it.',
        )}
      >
        <Link className={buttonClass('primary')} to="/recently-listened">
          {t('Go on listening')}
        </Link>
      </EmptyState>
    );
  }
  return <Groups state={state} />;
});

const Groups = observer(function Groups({ state }: { readonly state: BookmarksState }) {
  const [query, setQuery] = useState('');
  const deferredQuery = useDeferredValue(query);
  const found = findBookmarks(state.shown, deferredQuery, chapterName);
  return (
    <div className={styles['bookmarks']}>
      {state.shown.length >= MANY && (
        <TextField
          label={t('Find in bookmarks')}
          type="search"
          className={styles['find']}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      )}
      <p className="visually-hidden" role="status">
        {deferredQuery.trim() !== '' &&
          t('{count, plural, one {# found} other {# found}}', { count: found.length })}
      </p>
      {found.length === 0 && <EmptyState text={t('No bookmark has these words.')} />}
      {groupByTitle(found).map((group) => (
        <Group key={group.page} group={group} state={state} />
      ))}
    </div>
  );
});

function Group({ group, state }: { readonly group: BookmarkGroup; readonly state: BookmarksState }) {
  const headingId = useId();
  return (
    <section className={styles['group']} aria-labelledby={headingId}>
      <div className={styles['title']}>
        <Cover address={group.imageUrl} />
        <h2 id={headingId} dir="auto">
          <Link to="/audios/$id" params={{ id: group.page }}>
            {group.title}
          </Link>
        </h2>
      </div>
      {/* Without list markers, some screen readers need the role to announce a list. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul className={styles['rows']} role="list">
        {group.bookmarks.map((bookmark) => (
          <li key={bookmark.id}>
            <BookmarkRow bookmark={bookmark} state={state} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Saves all bookmarks as a file (BOOK-10, BOOK-11). */
function ExportButtons({ bookmarks }: { readonly bookmarks: readonly Bookmark[] }) {
  const { origin } = window.location;
  return (
    <div className={styles['buttons']}>
      <Button
        onClick={() =>
          saveFile(
            'bookmarks.md',
            'text/markdown',
            bookmarksMarkdown(bookmarks, origin, t('Bookmarks'), chapterName),
          )
        }
      >
        <Download aria-hidden="true" size={18} />
        {t('Export as Markdown')}
      </Button>
      <Button
        onClick={() => saveFile('bookmarks.csv', 'text/csv', bookmarksCsv(bookmarks, origin, chapterName))}
      >
        <Download aria-hidden="true" size={18} />
        {t('Export as CSV')}
      </Button>
    </div>
  );
}
