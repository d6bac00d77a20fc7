import { useId } from 'react';
import type { OpenedList } from '../../../../application/catalogue/open-list.ts';
import type { Author } from '../../../../domain/catalogue/content.ts';
import { EmptyState } from '../../../components/lists/empty-state.tsx';
import { GrowingList } from '../../../components/lists/growing-list.tsx';
import { TileGrid } from '../../../components/lists/tile-grid.tsx';
import { TileGridSkeleton } from '../../../components/lists/full-grid.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { AuthorTile } from '../../../components/tiles/author-tile.tsx';
import { useHistoryAuthors } from '../../../app/history-lists.ts';
import { ScreenHeading } from '../../../components/layout/screen-heading.tsx';

type AuthorsScreenProps = { readonly data: OpenedList<Author> };

const LEAD = 'The voices and pens behind every title.';

/** All authors. */
export function AuthorsScreen({ data }: AuthorsScreenProps) {
  useHistoryAuthors(data);
  const headingId = useId();
  return (
    <Page>
      <ScreenHeading id={headingId} title="Authors" description={LEAD} lead={LEAD} />
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
