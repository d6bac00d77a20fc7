import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { CategoryTopicNames } from '../../../../application/catalogue/load-pages.ts';
import type { OpenedList } from '../../../../application/catalogue/open-list.ts';
import type { ContentItem } from '../../../../domain/catalogue/content.ts';
import { useResource, type Resources } from '../../../components/resource/resource.ts';
import { EmptyState } from '../../../components/lists/empty-state.tsx';
import { GrowingList } from '../../../components/lists/growing-list.tsx';
import { TileGrid } from '../../../components/lists/tile-grid.tsx';
import { TileGridSkeleton } from '../../../components/lists/full-grid.tsx';
import { buttonClass } from '../../../components/controls/button.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Skeleton } from '../../../components/layout/skeleton.tsx';
import { AudioTile } from '../../../components/tiles/audio-tile.tsx';
import { useHistoryAudios } from '../../../app/history-lists.ts';
import { ScreenHeading, ScreenHeadingSkeleton } from '../../../components/layout/screen-heading.tsx';

type CategoryTopicScreenProps = {
  readonly data: { readonly names: Resources<CategoryTopicNames>; readonly opened: OpenedList<ContentItem> };
};

/** The titles that belong to both a category and a topic. */
export function CategoryTopicScreen({ data }: CategoryTopicScreenProps) {
  useHistoryAudios(data.opened);
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

type HeadingProps = { readonly id: string; readonly names: Resources<CategoryTopicNames> };

function Heading({ id, names }: HeadingProps) {
  const category = useResource(names.category);
  const topic = useResource(names.topic);
  if (category === undefined || topic === undefined) {
    return <ScreenHeadingSkeleton above={<Skeleton width="7rem" height="1lh" />} />;
  }
  const title = topic.ok ? topic.value.name : 'Topic';
  return (
    <ScreenHeading
      id={id}
      title={title}
      description={`Titles on ${title}, in one category.`}
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
