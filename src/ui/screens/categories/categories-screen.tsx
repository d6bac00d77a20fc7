import { useId } from 'react';
import type { LoadPages } from '../../../application/load-pages.ts';
import { Answered } from '../../answers/answered.tsx';
import type { Arriving } from '../../answers/arrival.ts';
import { EmptyState } from '../../lists/empty-state.tsx';
import { TileGrid } from '../../lists/tile-grid.tsx';
import { TileGridSkeleton } from '../../lists/whole-grid.tsx';
import { Page } from '../../parts/page.tsx';
import { CategoryTile } from '../../tiles/subject-tile.tsx';
import { ScreenHeading } from '../screen-heading.tsx';

type CategoriesScreenProps = { readonly data: Arriving<{ categories: ReturnType<LoadPages['categories']> }> };

/** All categories (section 2). */
export function CategoriesScreen({ data }: CategoriesScreenProps) {
  const headingId = useId();
  return (
    <Page>
      <ScreenHeading id={headingId} title="Categories" />
      <section aria-labelledby={headingId}>
        <Answered answer={data.categories} skeleton={<TileGridSkeleton kind="subject" />}>
          {(categories) =>
            categories.length === 0 ? (
              <EmptyState text="There are no categories yet." />
            ) : (
              <TileGrid
                kind="subject"
                items={categories}
                renderTile={(category) => <CategoryTile category={category} />}
              />
            )
          }
        </Answered>
      </section>
    </Page>
  );
}
