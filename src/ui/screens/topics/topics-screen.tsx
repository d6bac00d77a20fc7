import { useId } from 'react';
import type { LoadPages } from '../../../application/load-pages.ts';
import { Answered } from '../../answers/answered.tsx';
import type { Arriving } from '../../answers/arrival.ts';
import { EmptyState } from '../../lists/empty-state.tsx';
import { TileGrid } from '../../lists/tile-grid.tsx';
import { TileGridSkeleton } from '../../lists/whole-grid.tsx';
import { Page } from '../../parts/page.tsx';
import { TopicTile } from '../../tiles/subject-tile.tsx';
import { ScreenHeading } from '../screen-heading.tsx';

type TopicsScreenProps = { readonly data: Arriving<{ topics: ReturnType<LoadPages['topics']> }> };

/** All topics (section 2). */
export function TopicsScreen({ data }: TopicsScreenProps) {
  const headingId = useId();
  return (
    <Page>
      <ScreenHeading id={headingId} title="Topics" />
      <section aria-labelledby={headingId}>
        <Answered answer={data.topics} skeleton={<TileGridSkeleton kind="subject" />}>
          {(topics) =>
            topics.length === 0 ? (
              <EmptyState text="There are no topics yet." />
            ) : (
              <TileGrid kind="subject" items={topics} renderTile={(topic) => <TopicTile topic={topic} />} />
            )
          }
        </Answered>
      </section>
    </Page>
  );
}
