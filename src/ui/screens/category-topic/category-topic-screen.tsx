import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { CategoryTopicNames } from '../../../application/load-pages.ts';
import type { OpenedList } from '../../../application/open-list.ts';
import type { ContentItem } from '../../../domain/content.ts';
import { useArrival, type Arriving } from '../../answers/arrival.ts';
import { EmptyState } from '../../lists/empty-state.tsx';
import { GrowingList } from '../../lists/growing-list.tsx';
import { TileGrid } from '../../lists/tile-grid.tsx';
import { TileGridSkeleton } from '../../lists/whole-grid.tsx';
import { buttonClass } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { AudioTile } from '../../tiles/audio-tile.tsx';
import { useKeptAudios } from '../../router/kept-lists.ts';
import { ScreenHeading, ScreenHeadingSkeleton } from '../screen-heading.tsx';

type CategoryTopicScreenProps = {
  readonly data: { readonly names: Arriving<CategoryTopicNames>; readonly opened: OpenedList<ContentItem> };
};

/** What a category and a topic have in common (section 2). */
export function CategoryTopicScreen({ data }: CategoryTopicScreenProps) {
  useKeptAudios(data.opened);
  const headingId = useId();
  return (
    <Page>
      <Heading id={headingId} names={data.names} />
      <section aria-labelledby={headingId}>
        <GrowingList
          skeleton={<TileGridSkeleton kind="audio" />}
          opened={data.opened}
          empty={
            <EmptyState text="There is nothing here yet.">
              <Link className={buttonClass('primary')} to="/">
                Browse all
              </Link>
            </EmptyState>
          }
        >
          {(items) => (
            <TileGrid
              kind="audio"
              items={items}
              renderTile={(item) => <AudioTile item={item} headingLevel={2} />}
            />
          )}
        </GrowingList>
      </section>
    </Page>
  );
}

type HeadingProps = { readonly id: string; readonly names: Arriving<CategoryTopicNames> };

function Heading({ id, names }: HeadingProps) {
  const category = useArrival(names.category);
  const topic = useArrival(names.topic);
  if (category === undefined || topic === undefined) {
    return <ScreenHeadingSkeleton above={<Skeleton width="7rem" height="1lh" />} />;
  }
  return (
    <ScreenHeading
      id={id}
      title={topic.ok ? topic.value.name : 'Topic'}
      above={
        category.ok && (
          <Link to="/categories/$id" params={{ id: category.value.id }}>
            {category.value.name}
          </Link>
        )
      }
    />
  );
}
