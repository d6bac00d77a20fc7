import { authorId, categoryId, contentId, ContentType, topicId } from '../../domain/catalogue/content.ts';
import type {
  Author,
  AuthorReference,
  Category,
  ContentId,
  ContentItem,
  Topic,
} from '../../domain/catalogue/content.ts';
import { formatRunTime } from '../../domain/catalogue/run-time.ts';
import { ALWAYS, seconds } from '../../domain/time.ts';
import type { Instant } from '../../domain/time.ts';
import type { Feed, FeedChapter, FeedEpisode } from './feed.ts';
import { episodeNumbers } from './episode-numbers.ts';
import { identityOf } from './identity.ts';

/** A show with its episodes in order. */
export type Show = { readonly item: ContentItem; readonly episodes: readonly Episode[] };

export type Episode = {
  readonly item: ContentItem;
  readonly publishedAt: Instant | null;
  readonly chaptersUrl: string | null;
};

// The category of a show without subjects. Listeners find the show there.
const UNNAMED_SUBJECT = 'Podcasts';

/** The fields that all items of feeds share: everybody may play them at any time, and none is for sale. */
const FREE = {
  contentId: null,
  runTime: null,
  chapters: [],
  tracks: [],
  validity: ALWAYS,
  listenFree: true,
  listenFreeWindow: ALWAYS,
  hasListenFreeContent: true,
  isPurchased: false,
  isFavorite: false,
  discount: { price: 0, window: ALWAYS },
  index: null,
  dayNumber: null,
  publishedAt: null,
  url: null,
  pdfUrl: null,
  progress: null,
} satisfies Partial<ContentItem>;

const authorOf = (name: string | null): readonly AuthorReference[] =>
  name === null ? [] : [{ id: authorId(identityOf('author', name.toLowerCase())), name }];

const described = (text: string, isExplicit: boolean): string =>
  isExplicit ? `Explicit.\n\n${text}`.trim() : text;

/** Adds chapters as positions in one address (W3C Media Fragments), and lists them in the description. */
export const withChapters = (item: ContentItem, chapters: readonly FeedChapter[]): ContentItem => {
  if (chapters.length === 0) return item;
  const list = chapters.map(({ start, title }) => `${formatRunTime(start)} ${title}`);
  return {
    ...item,
    description: [item.description, ['Chapters', ...list].join('\n')].join('\n\n').trim(),
    chapters: chapters.map(({ start, title }, at) => {
      const end = chapters[at + 1]?.start ?? item.runTime;
      return {
        title,
        url: `${item.url ?? ''}#t=${start}`,
        index: at + 1,
        // The sum of the known ones is not the run time of the episode (CAT-78).
        runTime: item.runTime === null || end === null || end < start ? null : seconds(end - start),
      };
    }),
  };
};

const showItem = (feed: Feed): ContentItem => {
  const subjects = feed.subjects.length > 0 ? feed.subjects : [{ name: UNNAMED_SUBJECT, parts: [] }];
  return {
    ...FREE,
    id: contentId(identityOf('show', feed.url)),
    title: feed.title,
    description: described(feed.description, feed.isExplicit),
    imageUrl: feed.imageUrl,
    type: ContentType.PODCAST,
    authors: authorOf(feed.author),
    categories: [...new Set(subjects.map(({ name }) => name))],
    topics: [...new Set(subjects.flatMap(({ name, parts }) => (parts.length > 0 ? parts : [name])))],
  };
};

const episodeOf = (show: ContentItem, feed: Feed, episode: FeedEpisode, number: number | null): Episode => {
  const item: ContentItem = {
    ...FREE,
    id: contentId(identityOf('episode', feed.url, episode.guid)),
    title: episode.title,
    description: described(episode.description, episode.isExplicit),
    imageUrl: episode.imageUrl ?? feed.imageUrl,
    type: ContentType.PODCAST_EPISODE,
    runTime: episode.runTime,
    authors: authorOf(episode.author ?? feed.author),
    categories: show.categories,
    topics: show.topics,
    index: number,
    publishedAt: episode.publishedAt,
    url: episode.url,
    pdfUrl: episode.pdfUrl,
  };
  const { publishedAt, chaptersUrl } = episode;
  return { item: withChapters(item, episode.chapters), publishedAt, chaptersUrl };
};

const showOf = (feed: Feed): Show => {
  const item = showItem(feed);
  const numbers = episodeNumbers(feed.episodes);
  return {
    item,
    episodes: feed.episodes.map((episode) =>
      episodeOf(item, feed, episode, numbers.get(episode.guid) ?? null),
    ),
  };
};

const newest = ({ episodes }: Show): number =>
  episodes.reduce((latest, { publishedAt }) => Math.max(latest, publishedAt ?? 0), 0);

/** The catalogue of all feeds. */
export class FeedLibrary {
  /** The show with the newest episode is first. */
  readonly shows: readonly Show[];
  /** Every episode, newest first. Those without a date are last. */
  readonly episodes: readonly Episode[];
  readonly authors: readonly Author[];
  readonly categories: readonly Category[];
  readonly topics: readonly Topic[];
  private readonly showsById: ReadonlyMap<ContentId, Show>;
  private readonly episodesById: ReadonlyMap<ContentId, Episode>;

  constructor(feeds: readonly Feed[]) {
    this.shows = feeds.map(showOf).toSorted((one, other) => newest(other) - newest(one));
    this.episodes = this.shows
      .flatMap(({ episodes }) => episodes)
      .toSorted((one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0));
    this.showsById = new Map(this.shows.map((show) => [show.item.id, show]));
    this.episodesById = new Map(this.episodes.map((episode) => [episode.item.id, episode]));
    this.authors = authorsOf(this.shows);
    this.categories = namedIn(this.shows, ({ categories }) => categories).map(([name, imageUrl]) => ({
      id: categoryId(identityOf('category', name)),
      name,
      imageUrl,
    }));
    this.topics = namedIn(this.shows, ({ topics }) => topics).map(([name, imageUrl]) => ({
      id: topicId(identityOf('topic', name)),
      name,
      imageUrl,
    }));
  }

  show(id: ContentId): Show | null {
    return this.showsById.get(id) ?? null;
  }

  episode(id: ContentId): Episode | null {
    return this.episodesById.get(id) ?? null;
  }

  find(id: ContentId): ContentItem | null {
    return (this.show(id) ?? this.episode(id))?.item ?? null;
  }

  /** Shows and episodes, shows first. */
  get everything(): readonly ContentItem[] {
    return [...this.shows, ...this.episodes].map(({ item }) => item);
  }
}

/** Names in the order of their first use, each with the first cover of its shows. */
const namedIn = (
  shows: readonly Show[],
  namesOf: (item: ContentItem) => readonly string[],
): readonly (readonly [name: string, imageUrl: string | null])[] => {
  const found = new Map<string, string | null>();
  for (const { item } of shows) {
    for (const name of namesOf(item)) found.set(name, found.get(name) ?? item.imageUrl);
  }
  return [...found];
};

const authorsOf = (shows: readonly Show[]): readonly Author[] => {
  const found = new Map<string, Author>();
  for (const { item, episodes } of shows) {
    for (const { authors, imageUrl } of [item, ...episodes.map((episode) => episode.item)]) {
      for (const { id, name } of authors) if (!found.has(id)) found.set(id, { id, name, imageUrl });
    }
  }
  return [...found.values()];
};
