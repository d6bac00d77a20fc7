import { useId } from 'react';
import type { OpenedList } from '../../../application/open-list.ts';
import type { Author } from '../../../domain/content.ts';
import { EmptyState } from '../../lists/empty-state.tsx';
import { GrowingList } from '../../lists/growing-list.tsx';
import { TileGrid } from '../../lists/tile-grid.tsx';
import { TileGridSkeleton } from '../../lists/whole-grid.tsx';
import { Page } from '../../parts/page.tsx';
import { AuthorTile } from '../../tiles/author-tile.tsx';
import { useKeptAuthors } from '../../router/kept-lists.ts';
import { ScreenHeading } from '../screen-heading.tsx';

type AuthorsScreenProps = { readonly data: OpenedList<Author> };

/** All authors (section 2). */
export function AuthorsScreen({ data }: AuthorsScreenProps) {
  useKeptAuthors(data);
  const headingId = useId();
  return (
    <Page>
      <ScreenHeading id={headingId} title="Authors" lead="The voices and pens behind every title." />
      <section aria-labelledby={headingId}>
        <GrowingList
          skeleton={<TileGridSkeleton kind="author" />}
          opened={data}
          empty={<EmptyState text="There are no authors yet." />}
        >
          {(items) => (
            <TileGrid kind="author" items={items} renderTile={(author) => <AuthorTile author={author} />} />
          )}
        </GrowingList>
      </section>
    </Page>
  );
}
