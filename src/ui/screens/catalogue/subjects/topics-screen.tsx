import { useId } from 'react';
import type { LoadPages } from '../../../../application/catalogue/load-pages.ts';
import { Loaded } from '../../../components/resource/loaded.tsx';
import type { Resources } from '../../../components/resource/resource.ts';
import { EmptyState } from '../../../components/lists/empty-state.tsx';
import { TileGrid } from '../../../components/lists/tile-grid.tsx';
import { TileGridSkeleton } from '../../../components/lists/full-grid.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { TopicTile } from '../../../components/tiles/subject-tile.tsx';
import { ScreenHeading } from '../../../components/layout/screen-heading.tsx';

type TopicsScreenProps = { readonly data: Resources<{ topics: ReturnType<LoadPages['topics']> }> };

/** All topics. */
export function TopicsScreen({ data }: TopicsScreenProps) {
  const headingId = useId();
  return (
    <Page>
      <ScreenHeading id={headingId} title="Topics" description="The whole catalog by topic." />
      <section aria-labelledby={headingId}>
        <Loaded resource={data.topics} skeleton={<TileGridSkeleton kind="subject" />}>
          {(topics) =>
            topics.length === 0 ? (
              <EmptyState text="There are no topics yet." />
            ) : (
              <TileGrid kind="subject" items={topics} renderTile={(topic) => <TopicTile topic={topic} />} />
            )
          }
        </Loaded>
      </section>
    </Page>
  );
}
