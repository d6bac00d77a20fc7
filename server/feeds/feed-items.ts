import { createHash } from 'node:crypto';
import { NOT_FOR_SALE } from '../catalogue/not-for-sale.ts';
import { idOf, references } from '../catalogue/references.ts';
import type { CatalogueItem } from '../catalogue/types.ts';
import type { Episode, Podcast } from './read/read-feed.ts';

/** The id of a podcast in the catalogue. It is made of the address that was added, and stays when the feed moves. */
export const showId = (url: string): string => idOf('p', url);

/** The id of an episode: of its podcast and of its id in the feed. */
const episodeId = (feedId: string, guid: string): string => idOf('e', feedId, guid);

const ENDINGS: readonly (readonly [type: RegExp, file: RegExp, ending: string])[] = [
  [/mp4|m4a|aac/iu, /\.(?:m4[ab]|aac)$/iu, 'm4a'],
  [/ogg|opus/iu, /\.(?:ogg|oga|opus)$/iu, 'ogg'],
  [/flac/iu, /\.flac$/iu, 'flac'],
  [/wav/iu, /\.wav$/iu, 'wav'],
];

const endingOf = ({ soundType, soundUrl }: Episode): string => {
  const path = new URL(soundUrl).pathname;
  return ENDINGS.find(([type, file]) => type.test(soundType) || file.test(path))?.[2] ?? 'mp3';
};

const coverOf = (id: string, imageUrl: string | null): string =>
  imageUrl === null
    ? `/media/covers/item-${id}.svg`
    : `/media/covers/item-${id}.webp?v=${createHash('sha256').update(imageUrl).digest('hex').slice(0, 12)}`;

/** Podcasts without categories are found here. */
const UNNAMED = 'Podcasts';

/** The fields that podcasts and episodes share. Members hear them, as they hear the titles of folders. */
const COMMON = {
  day_number: null,
  listen_free: false,
  valid_from: null,
  valid_till: null,
  chapter_info: [],
  tracks: [],
  ...NOT_FOR_SALE,
} satisfies Partial<CatalogueItem>;

/** The items of a podcast: the podcast first, then its episodes. */
export interface FeedItems {
  readonly show: CatalogueItem;
  readonly episodes: readonly { readonly item: CatalogueItem; readonly source: Episode }[];
}

/**
 * Makes the items of a podcast for the catalogue.
 *
 * @param now epoch milliseconds; nothing is released later
 * @param addedAt when each episode was first seen, by its id
 */
export function feedItems(
  id: string,
  podcast: Podcast,
  now: number,
  addedAt: ReadonlyMap<string, number>,
): FeedItems {
  const names = podcast.categories.length > 0 ? podcast.categories : [UNNAMED];
  const category_info = references('c', names);
  const topic_info = references('u', podcast.topics.length > 0 ? podcast.topics : names);
  const numbers = episodeNumbers(podcast.episodes);
  const released = (own: string, date: number | null): number =>
    Math.min(now, date ?? addedAt.get(own) ?? now);
  const episodes = podcast.episodes.map((source, ordinal) => {
    const own = episodeId(id, source.guid);
    const releasedAt = released(own, source.publishedAt);
    const item: CatalogueItem = {
      ...COMMON,
      id: own,
      content_id: id,
      title: source.title,
      img_url: coverOf(own, source.imageUrl ?? podcast.imageUrl),
      content_type: 4,
      run_time: source.seconds ?? 0,
      author_info: references('a', authorsOf(source.author ?? podcast.author)),
      description: describe(source),
      ...(source.publishedAt !== null && { published_at: new Date(source.publishedAt).toISOString() }),
      index: numbers.get(source.guid) ?? null,
      url: `/media/audio/${own}.${endingOf(source)}`,
      category_info,
      topic_info,
      parent_id: id,
      // Counted from the oldest, so that a new episode moves no other one.
      position: podcast.isSerial ? ordinal + 1 : LAST_POSITION - ordinal,
      released_at: new Date(releasedAt).toISOString(),
      popularity: releasedAt / 1e14,
    };
    return { item, source };
  });
  const newest = podcast.episodes.reduce((latest, { publishedAt }) => Math.max(latest, publishedAt ?? 0), 0);
  const releasedAt = Math.min(now, newest === 0 ? now : newest);
  return {
    show: {
      ...COMMON,
      id,
      content_id: null,
      title: podcast.title,
      img_url: coverOf(id, podcast.imageUrl),
      content_type: 3,
      run_time: episodes.reduce((sum, { item }) => sum + item.run_time, 0),
      author_info: references('a', authorsOf(podcast.author)),
      description: marked(podcast.description, podcast.isExplicit),
      index: null,
      url: null,
      category_info,
      topic_info,
      parent_id: null,
      position: 0,
      released_at: new Date(releasedAt).toISOString(),
      popularity: releasedAt / 1e14,
    },
    episodes,
  };
}

const LAST_POSITION = 1_000_000_000;

const authorsOf = (name: string | null): readonly string[] => (name === null ? [] : [name]);

const marked = (text: string, isExplicit: boolean): string =>
  isExplicit ? `Explicit.\n\n${text}`.trim() : text;

/** The notes of an episode, its persons, its chapters and the address of its transcript. */
function describe({ description, isExplicit, chapters, persons, transcriptUrl }: Episode): string {
  const list = chapters.map(({ start, title }) => `${clockOf(start)} ${title}`);
  const parts = [
    marked(description, isExplicit),
    persons.length === 0 ? '' : `With ${persons.join(', ')}.`,
    list.length === 0 ? '' : ['Chapters', ...list].join('\n'),
    transcriptUrl === null ? '' : `Transcript: ${transcriptUrl}`,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

const clockOf = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, '0');
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
};

/** Above the numbers of feeds, and within nine digits. */
const FIRST_OWN = 100_000_000;
const OWN_NUMBERS = 900_000_000;
const SEASON = 10_000;

/**
 * The number of each episode, by its id in the feed. It depends on the episode alone (decision 92): season and number of
 * the feed, else a number that is made of the id. Of several episodes with one number the oldest has it.
 */
function episodeNumbers(oldestFirst: readonly Episode[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  const taken = new Set<number>();
  for (const { guid, season, number } of oldestFirst) {
    const given = number === null ? null : (season ?? 0) * SEASON + number;
    let own =
      given === null || given >= FIRST_OWN || taken.has(given)
        ? FIRST_OWN + (createHash('sha256').update(guid).digest().readUInt32BE() % OWN_NUMBERS)
        : given;
    while (taken.has(own)) own += 1;
    taken.add(own);
    numbers.set(guid, own);
  }
  return numbers;
}
