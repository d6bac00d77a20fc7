import { useId } from 'react';
import type { LoadPages } from '../../../../application/catalogue/load-pages.ts';
import { Loaded } from '../../../components/resource/loaded.tsx';
import type { Resources } from '../../../components/resource/resource.ts';
import { EmptyState } from '../../../components/lists/empty-state.tsx';
import { TileGrid } from '../../../components/lists/tile-grid.tsx';
import { TileGridSkeleton } from '../../../components/lists/full-grid.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { CategoryTile } from '../../../components/tiles/subject-tile.tsx';
import { ScreenHeading } from '../../../components/layout/screen-heading.tsx';

type CategoriesScreenProps = {
  readonly data: Resources<{ categories: ReturnType<LoadPages['categories']> }>;
};

/** All categories. */
export function CategoriesScreen({ data }: CategoriesScreenProps) {
  const headingId = useId();
  return (
    <Page>
      <ScreenHeading id={headingId} title="Categories" description="The whole catalog by category." />
      <section aria-labelledby={headingId}>
        <Loaded resource={data.categories} skeleton={<TileGridSkeleton kind="subject" />}>
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
        </Loaded>
      </section>
    </Page>
  );
}
