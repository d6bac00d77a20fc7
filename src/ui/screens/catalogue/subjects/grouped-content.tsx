import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loaded } from '../../../components/resource/loaded.tsx';
import { useResource } from '../../../components/resource/resource.ts';
import { AudioCarousel } from '../../../components/carousel/audio-carousel.tsx';
import { CarouselSkeleton } from '../../../components/carousel/carousel-skeleton.tsx';
import { EmptyState } from '../../../components/lists/empty-state.tsx';
import { buttonClass } from '../../../components/controls/button.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { ScreenHeading, ScreenHeadingSkeleton } from '../../../components/layout/screen-heading.tsx';
import type { GroupsResources } from './groups-resource.ts';

type Group = Extract<GroupsResources<unknown>['groups']['value'], { ok: true }>['value'][number];

type RenderMore = (group: Group & { readonly id: string }) => ReactNode;

type GroupedContentProps = {
  readonly data: GroupsResources<{ readonly name: string }>;
  /** The link back to the list that this page belongs to. */
  readonly above: ReactNode;
  /** The description of the page, by its heading. */
  readonly describe: (heading: string) => string;
  /** The heading if the name could not be loaded. */
  readonly kind: string;
  /** The link `See All` of a group. */
  readonly renderMore: RenderMore;
};

/** A category or a topic: its titles in groups, one carousel each (CAT-40). */
export function GroupedContent({ data, above, describe, kind, renderMore }: GroupedContentProps) {
  return (
    <Page>
      <Heading resource={data.heading} above={above} describe={describe} kind={kind} />
      <Loaded resource={data.groups} skeleton={<GroupsSkeleton />}>
        {(groups) => <Groups groups={groups} renderMore={renderMore} />}
      </Loaded>
    </Page>
  );
}

type HeadingProps = Pick<GroupedContentProps, 'above' | 'describe' | 'kind'> & {
  readonly resource: GroupsResources<{ readonly name: string }>['heading'];
};

// If the name could not be loaded, the heading shows no alert. The content is still shown, with its own alert.
function Heading({ resource, above, describe, kind }: HeadingProps) {
  const heading = useResource(resource);
  if (heading === undefined) return <ScreenHeadingSkeleton above={above} />;
  const title = heading.ok ? heading.value.name : kind;
  return <ScreenHeading above={above} title={title} description={describe(title)} />;
}

type GroupsProps = {
  readonly groups: readonly Group[];
  readonly renderMore: RenderMore;
};

function Groups({ groups, renderMore }: GroupsProps) {
  const filled = groups.filter((group) => group.items.length > 0);
  if (filled.length === 0) {
    return (
      <EmptyState text="There is nothing here yet.">
        <Link className={buttonClass('primary')} to="/">
          Browse all
        </Link>
      </EmptyState>
    );
  }
  return filled.map(({ id, ...group }, index) => (
    <AudioCarousel
      key={id}
      heading={group.name}
      more={id === null ? null : renderMore({ ...group, id })}
      items={group.items}
      isFirst={index === 0}
    />
  ));
}

function GroupsSkeleton() {
  return (
    <>
      <CarouselSkeleton kind="audio" />
      <CarouselSkeleton kind="audio" />
    </>
  );
}
