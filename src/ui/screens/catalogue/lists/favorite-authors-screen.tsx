import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { OpenedList } from '../../../../application/catalogue/open-list.ts';
import type { Author } from '../../../../domain/catalogue/content.ts';
import { EmptyState } from '../../../components/lists/empty-state.tsx';
import { GrowingList } from '../../../components/lists/growing-list.tsx';
import { TileGrid } from '../../../components/lists/tile-grid.tsx';
import { TileGridSkeleton } from '../../../components/lists/full-grid.tsx';
import { buttonClass } from '../../../components/controls/button.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { AuthorTile } from '../../../components/tiles/author-tile.tsx';
import { useHistoryAuthors } from '../../../app/history-lists.ts';
import { ScreenHeading } from '../../../components/layout/screen-heading.tsx';
import { ShelfTabs } from './shelf-tabs.tsx';

type FavoriteAuthorsScreenProps = { readonly data: OpenedList<Author> };

/** The authors whom the listener follows. */
export function FavoriteAuthorsScreen({ data }: FavoriteAuthorsScreenProps) {
  useHistoryAuthors(data);
  const headingId = useId();
  return (
    <Page>
      <ScreenHeading id={headingId} title="Favorite Authors" description="The authors whom you follow." />
      <ShelfTabs />
      <section aria-labelledby={headingId}>
        <GrowingList
          skeleton={<TileGridSkeleton kind="author" />}
          opened={data}
          empty={
            <EmptyState text="Follow an author, and find them here again.">
              <Link className={buttonClass('primary')} to="/authors">
                See all authors
              </Link>
            </EmptyState>
          }
        >
          {(items) => (
            <TileGrid kind="author" items={items} renderTile={(author) => <AuthorTile author={author} />} />
          )}
        </GrowingList>
      </section>
    </Page>
  );
}
