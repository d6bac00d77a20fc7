import { message } from '../../domain/message.ts';
import { type Arrangement, AS_SENT, type OfferedArrangement } from '../../domain/catalogue/arrangement.ts';
import type {
  Author,
  ContentItem,
  Topic,
  ContentId,
  AuthorId,
  Category,
  CategoryId,
  Narrator,
  NarratorId,
  Series,
  SeriesId,
  TopicId,
} from '../../domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../domain/catalogue/page-sizes.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Clock, Cancellation } from '../../ports/platform.ts';
import type {
  ApiResult,
  BrowseShelves,
  Catalogue,
  Page,
  PlaybackApi,
  ContentGroup,
  WithContent,
} from '../../ports/content-api.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { ok } from '../../domain/result.ts';
import { type Track, formatTracks, trackSource } from '../../domain/playback/track.ts';
import { askArranged, type ListSource, type OpenedList, Lists } from './lists.ts';

/** The parts of home, each with its own request. */
export type Home = {
  readonly shelves: Promise<ApiResult<BrowseShelves>>;
  readonly recentlyListened: Promise<ApiResult<Page<ContentItem>>>;
  readonly recommended: Promise<ApiResult<readonly ContentItem[]>>;
  readonly topics: Promise<ApiResult<readonly Topic[]>>;
  /**
   * Resolves when all parts have loaded, so that home can be shown without a layout shift. If other parts are slow,
   * it resolves shortly after the shelves.
   */
  readonly together: Promise<true>;
};

/** How long the shelves wait for the other parts. */
const MAX_WAIT = milliseconds(700);

/** The page of a title: the item, and its tracks as a list that grows. */
export type AudioDetail = { readonly item: ContentItem; readonly tracks: OpenedList<Track> };

/** Titles under a heading. An `id` of null means that these are all titles, so no other page has more (CAT-41). */
export type PageGroup = Omit<ContentGroup, 'id'> & { readonly id: string | null };

export type GroupedPage<Heading> = {
  readonly heading: Promise<ApiResult<Heading>>;
  readonly groups: Promise<ApiResult<readonly PageGroup[]>>;
};

/** Which lists of narrators and series have entries. */
export type Browsable = { readonly narrators: boolean; readonly series: boolean };

const hasEntries = (sent: ApiResult<Page<unknown>>): boolean => sent.ok && sent.value.items.length > 0;

/** The names of a category and a topic that are shown on one page. */
export type CategoryTopicNames = {
  readonly category: Promise<ApiResult<Category>>;
  readonly topic: Promise<ApiResult<Topic>>;
};

export class LoadPages {
  static readonly inject: Inject<typeof LoadPages> = [PORTS.catalogue, PORTS.playbackApi, PORTS.clock, Lists];

  constructor(
    private readonly catalogue: Catalogue,
    private readonly playback: PlaybackApi,
    private readonly clock: Clock,
    private readonly lists: Lists,
  ) {}

  /** Loads all parts of home in parallel. A part that fails does not affect the others. */
  home(cancellation?: Cancellation): Home {
    const parts = {
      shelves: this.catalogue.browse(cancellation),
      recentlyListened: this.playback.activeContent(null, cancellation),
      recommended: this.catalogue.forYou(cancellation),
      topics: this.catalogue.topics(PAGE_SIZES.homeTopics, cancellation),
    };
    const all: Promise<unknown> = Promise.all(Object.values(parts));
    const longEnough = parts.shelves.then(async () => this.clock.after(MAX_WAIT));
    return { ...parts, together: Promise.race([all, longEnough]).then(() => true) };
  }

  /**
   * Loads an item and opens the list of its tracks. The first episodes of a podcast load at once, the others page by
   * page on request. A cancellation also cancels the tracks (CAT-36).
   */
  async audio(id: ContentId, cancellation?: Cancellation): Promise<ApiResult<AudioDetail>> {
    const found = await this.catalogue.content(id, cancellation);
    if (!found.ok) return found;
    const item = found.value;
    return ok({ item, tracks: this.lists.open(this.tracksOf(item, cancellation)) });
  }

  private tracksOf(item: ContentItem, cancellation?: Cancellation): ListSource<Track> {
    switch (trackSource(item)) {
      case 'episodes':
        return async (page) => {
          const episodes = await this.catalogue.podcastEpisodes(item.id, page, cancellation);
          if (!episodes.ok) return episodes;
          return ok({ items: formatTracks(item, episodes.value.items), next: episodes.value.next });
        };
      case 'collection-tracks':
        return async () => {
          const children = await this.catalogue.collectionTracks(item.id, cancellation);
          return children.ok ? ok({ items: formatTracks(item, children.value.items), next: null }) : children;
        };
      case 'chapters':
      case 'own-tracks':
      case 'self':
        return async () => ok({ items: formatTracks(item, []), next: null });
    }
  }

  categories(cancellation?: Cancellation): Promise<ApiResult<readonly Category[]>> {
    return this.catalogue.categories(cancellation);
  }

  topics(cancellation?: Cancellation): Promise<ApiResult<readonly Topic[]>> {
    return this.catalogue.topics(PAGE_SIZES.topics, cancellation);
  }

  category(id: CategoryId, cancellation?: Cancellation): GroupedPage<Category> {
    return {
      heading: this.catalogue.category(id, cancellation),
      groups: this.groupsOrAll(id, cancellation),
    };
  }

  topic(id: TopicId, cancellation?: Cancellation): GroupedPage<Topic> {
    return {
      heading: this.catalogue.topic(id, cancellation),
      groups: this.catalogue.groupsOfTopic(id, cancellation),
    };
  }

  categoryTopicNames(category: CategoryId, topic: TopicId, cancellation?: Cancellation): CategoryTopicNames {
    return {
      category: this.catalogue.category(category, cancellation),
      topic: this.catalogue.topic(topic, cancellation),
    };
  }

  author(
    id: AuthorId,
    arrangement: Arrangement,
    cancellation?: Cancellation,
  ): Promise<ApiResult<WithContent<Author>>> {
    return this.arranged(arrangement, async (each) => this.catalogue.author(id, each, cancellation));
  }

  narrator(
    id: NarratorId,
    arrangement: Arrangement,
    cancellation?: Cancellation,
  ): Promise<ApiResult<WithContent<Narrator>>> {
    return this.arranged(arrangement, async (each) => this.catalogue.narrator(id, each, cancellation));
  }

  /** Which lists beside the authors have entries, so that no tab leads to an empty page (CAT-331). */
  async browsable(cancellation?: Cancellation): Promise<Browsable> {
    const [narrators, series] = await Promise.all([
      this.catalogue.narrators(null, cancellation),
      this.catalogue.allSeries(null, cancellation),
    ]);
    return { narrators: hasEntries(narrators), series: hasEntries(series) };
  }

  private async arranged<Value extends { readonly offered?: OfferedArrangement }>(
    arrangement: Arrangement,
    ask: (arrangement: Arrangement) => Promise<ApiResult<Value>>,
  ): Promise<ApiResult<Value>> {
    return (await askArranged(arrangement, ask)).response;
  }

  series(id: SeriesId, cancellation?: Cancellation): Promise<ApiResult<WithContent<Series>>> {
    return this.catalogue.series(id, cancellation);
  }

  /** A title without a topic is in no group. If a category has only such titles, they are shown as one group. */
  private async groupsOrAll(
    id: CategoryId,
    cancellation?: Cancellation,
  ): Promise<ApiResult<readonly PageGroup[]>> {
    const groups = await this.catalogue.groupsOfCategory(id, cancellation);
    if (!groups.ok || groups.value.some(({ items }) => items.length > 0)) return groups;
    const all = await this.catalogue.contentOfCategory(id, null, AS_SENT, cancellation);
    return all.ok ? ok([{ id: null, name: message('All titles'), items: all.value.items }]) : all;
  }
}
