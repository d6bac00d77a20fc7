import { type ReactNode, useId } from 'react';
import type { CategoryTopicNames, LoadPages } from '../../../../application/catalogue/load-pages.ts';
import type { OpenedList } from '../../../../application/catalogue/lists.ts';
import type { Category, ContentItem, Topic } from '../../../../domain/catalogue/content.ts';
import { useHistoryAudios } from '../../../navigation/use-history-lists.ts';
import { AudioCarousel } from '../../../components/carousel/carousel.tsx';
import { SeeAll, CarouselSkeleton } from '../../../components/carousel/shelf.tsx';
import { buttonClass } from 'audio-streaming-components/controls/button';
import { Page, ScreenHeading, ScreenHeadingSkeleton } from '../../../components/layout/page.tsx';
import { Skeleton } from 'audio-streaming-components/layout/skeleton';
import { EmptyState } from 'audio-streaming-components/lists/empty-state';
import { TileGridSkeleton } from '../../../components/lists/full-grid.tsx';
import { TileGrid } from '../../../components/lists/windowed.tsx';
import { Loaded } from '../../../components/resource/loaded.tsx';
import { type Resources, useResource } from '../../../components/resource/resource.ts';
import { AudioTile } from '../../../components/tiles/audio-tile.tsx';
import { CategoryTile, TopicTile } from '../../../components/tiles/author-and-subject-tiles.tsx';
import { ArrangedList } from './arranged-list.tsx';
import type { GroupsResources } from './subject-resources.ts';
import { Link } from '../../../navigation/link.ts';
import { t } from 'audio-streaming-translations/translate';

type CategoriesScreenProps = {
  readonly data: Resources<{ categories: ReturnType<LoadPages['categories']> }>;
};

/** All categories. */
export function CategoriesScreen({ data }: CategoriesScreenProps) {
  const headingId = useId();
  return (
    <Page>
      <ScreenHeading
        id={headingId}
        title={t('Categories')}
        description={t('The whole catalog by category.')}
      />
      <section aria-labelledby={headingId}>
        <Loaded resource={data.categories} skeleton={<TileGridSkeleton kind="subject" />}>
          {(categories) =>
            categories.length === 0 ? (
              <EmptyState text={t('There are no categories yet.')} />
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

type CategoryScreenProps = {
  readonly id: string;
  readonly data: {
    readonly groups: GroupsResources<Category>;
    /** All its titles, which the listener may sort and filter. */
    readonly opened: OpenedList<ContentItem>;
  };
};

/** The page of a category: its titles by topic (CAT-40), or as one list if they are sorted or filtered. */
export function CategoryScreen({ id, data: { groups, opened } }: CategoryScreenProps) {
  useHistoryAudios(opened);
  return (
    <GroupedContent
      data={groups}
      opened={opened}
      kind={t('Category')}
      describe={(name) => t('{name}: titles by topic.', { name })}
      above={<Link to="/categories">{t('Categories')}</Link>}
      renderMore={(topic) => (
        <SeeAll to="/categories-topics/$cid/$tid" params={{ cid: id, tid: topic.id }} of={topic.name} />
      )}
    />
  );
}

type TopicsScreenProps = { readonly data: Resources<{ topics: ReturnType<LoadPages['topics']> }> };

/** All topics. */
export function TopicsScreen({ data }: TopicsScreenProps) {
  const headingId = useId();
  return (
    <Page>
      <ScreenHeading id={headingId} title={t('Topics')} description={t('The whole catalog by topic.')} />
      <section aria-labelledby={headingId}>
        <Loaded resource={data.topics} skeleton={<TileGridSkeleton kind="subject" />}>
          {(topics) =>
            topics.length === 0 ? (
              <EmptyState text={t('There are no topics yet.')} />
            ) : (
              <TileGrid kind="subject" items={topics} renderTile={(topic) => <TopicTile topic={topic} />} />
            )
          }
        </Loaded>
      </section>
    </Page>
  );
}

type TopicScreenProps = { readonly id: string; readonly data: GroupsResources<Topic> };

/** A topic, with its titles by category (CAT-40). */
export function TopicScreen({ id, data }: TopicScreenProps) {
  return (
    <GroupedContent
      data={data}
      kind={t('Topic')}
      describe={(name) => t('{name}: titles by category.', { name })}
      above={<Link to="/topics">{t('Topics')}</Link>}
      renderMore={(category) => (
        <SeeAll to="/categories-topics/$cid/$tid" params={{ cid: category.id, tid: id }} of={category.name} />
      )}
    />
  );
}

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
        <Titles opened={data.opened} />
      </section>
    </Page>
  );
}

type TitlesProps = {
  readonly opened: OpenedList<ContentItem>;
  /** Shown instead of the list while it is neither sorted nor filtered. */
  readonly inGroups?: ReactNode;
};

function Titles({ opened, inGroups }: TitlesProps) {
  return (
    <ArrangedList
      skeleton={<TileGridSkeleton kind="audio" />}
      opened={opened}
      empty={<NothingYet />}
      asSent={inGroups}
    >
      {(items) => (
        <TileGrid
          kind="audio"
          items={items}
          renderTile={(item) => <AudioTile item={item} headingLevel={2} />}
        />
      )}
    </ArrangedList>
  );
}

function NothingYet() {
  return (
    <EmptyState text={t('There is nothing here yet.')}>
      <Link className={buttonClass('primary')} to="/">
        {t('Browse all')}
      </Link>
    </EmptyState>
  );
}

type HeadingProps = { readonly id: string; readonly names: Resources<CategoryTopicNames> };

function Heading({ id, names }: HeadingProps) {
  const category = useResource(names.category);
  const topic = useResource(names.topic);
  if (category === undefined || topic === undefined) {
    return <ScreenHeadingSkeleton above={<Skeleton width="7rem" height="1lh" />} />;
  }
  const title = topic.ok ? topic.value.name : t('Topic');
  return (
    <ScreenHeading
      id={id}
      title={title}
      description={t('Titles on {topic}, in one category.', { topic: title })}
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
  /** All titles as one list, if they can be sorted and filtered. */
  readonly opened?: OpenedList<ContentItem>;
};

/** A category or a topic: its titles in groups, one carousel each (CAT-40). */
function GroupedContent({ data, above, describe, kind, renderMore, opened }: GroupedContentProps) {
  const inGroups = (
    <Loaded resource={data.groups} skeleton={<GroupsSkeleton />}>
      {(groups) => <Groups groups={groups} renderMore={renderMore} />}
    </Loaded>
  );
  return (
    <Page>
      <GroupedContentHeading resource={data.heading} above={above} describe={describe} kind={kind} />
      {opened === undefined ? inGroups : <Titles opened={opened} inGroups={inGroups} />}
    </Page>
  );
}

type GroupedContentHeadingProps = Pick<GroupedContentProps, 'above' | 'describe' | 'kind'> & {
  readonly resource: GroupsResources<{ readonly name: string }>['heading'];
};

// If the name could not be loaded, the heading shows no alert. The content is still shown, with its own alert.
function GroupedContentHeading({ resource, above, describe, kind }: GroupedContentHeadingProps) {
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
  if (filled.length === 0) return <NothingYet />;
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
