import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { OpenedList } from '../../../application/open-list.ts';
import type { Author } from '../../../domain/content.ts';
import { EmptyState } from '../../lists/empty-state.tsx';
import { GrowingList } from '../../lists/growing-list.tsx';
import { TileGrid } from '../../lists/tile-grid.tsx';
import { TileGridSkeleton } from '../../lists/whole-grid.tsx';
import { buttonClass } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { AuthorTile } from '../../tiles/author-tile.tsx';
import { useKeptAuthors } from '../../router/kept-lists.ts';
import { ScreenHeading } from '../screen-heading.tsx';
import { ShelfTabs } from './shelf-tabs.tsx';

type FavoriteAuthorsScreenProps = { readonly data: OpenedList<Author> };

/** The authors whom the listener follows (section 2). */
export function FavoriteAuthorsScreen({ data }: FavoriteAuthorsScreenProps) {
  useKeptAuthors(data);
  const headingId = useId();
  return (
    <Page>
      <ScreenHeading id={headingId} title="Favorite Authors" />
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
