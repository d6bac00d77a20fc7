import { type AtomFeed, parseAtomFeed, parseRssFeed, type RssFeed } from 'feedsmith';
import { splitCredentials } from '../credentials.ts';
import { repair, type Repaired } from './repair.ts';
import { languageTag } from '../../library/read/names.ts';
import { visibleLine, visibleText } from '../../library/read/visible-text.ts';
import { readDate, readDuration, webAddress } from './dates.ts';
import { byOrderedAt, identified, inOrder } from './order-episodes.ts';
import {
  alternatives,
  type File,
  fileName,
  type Link,
  links,
  mediaFiles,
  plainSound,
  soundAmong,
} from './sound-files.ts';
import type { Episode, Chapter, Podcast, FeedTranscript } from './podcast.ts';

type Texts = readonly (string | undefined)[];

const MOVED = /^<rss[^>]*>\s*<redirect>\s*<newLocation>\s*([^<\s]+)/iu;

/** The most episodes of a podcast, with its older pages. */
const MOST_EPISODES = 20_000;

/** The reason why a feed is not read, for the operator. */
export class RefusedFeedError extends Error {
  override readonly name = 'RefusedFeedError';
}

/**
 * Reads a feed of any kind and dialect.
 *
 * @param documentUrl where the document came from
 * @returns null if it is no feed
 * @throws {RefusedFeedError} for too many episodes
 */
export function readFeed(document: string, documentUrl: string, now = Date.now()): Podcast | null {
  const repaired = repair(document);
  if (repaired === null || repaired.format === 'opml') return null;
  checkCount(repaired.entries);
  const base = repaired.bases.reduce((outer, inner) => webAddress(inner, outer) ?? outer, documentUrl);
  const moved = MOVED.exec(repaired.text)?.[1];
  if (moved !== undefined)
    return { ...NOTHING, title: hostOf(documentUrl), newUrl: webAddress(moved, base), nextUrl: null };
  try {
    const podcast = parse(repaired, base);
    return {
      ...podcast,
      title: podcast.title || hostOf(documentUrl),
      episodes: identified(inOrder(podcast.episodes, now)),
    };
  } catch {
    // It is too broken to be repaired, or nested too deeply.
    return null;
  }
}

function checkCount(episodes: number): void {
  if (episodes <= MOST_EPISODES) return;
  throw new RefusedFeedError(`The feed has more than ${MOST_EPISODES.toLocaleString('en')} episodes.`);
}

const NOTHING: Omit<Podcast, 'newUrl' | 'nextUrl' | 'title'> = {
  description: '',
  imageUrl: null,
  author: null,
  language: null,
  isExplicit: null,
  categories: [],
  topics: [],
  persons: [],
  isSerial: false,
  episodes: [],
  unplayable: [],
  entries: 0,
  unread: 0,
};

function parse({ format, text, entries }: Repaired, base: string): Podcast {
  return format === 'atom'
    ? fromAtom(parseAtomFeed(text), base, entries)
    : fromRss(parseRssFeed(text), base, entries);
}

type Loose<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };
type Item = Loose<RssFeed.Item<string>>;
type Channel = Loose<RssFeed.Feed<string>>;

function fromRss(channel: Channel, base: string, entries: number): Podcast {
  const { itunes, dc, podcast, items = [] } = channel;
  const persons = personsOf(podcast?.persons);
  return {
    title: firstLine([channel.title, itunes?.title]),
    description: firstText([channel.description, itunes?.summary, itunes?.subtitle]),
    imageUrl: firstAddress([itunes?.image, largest(podcast?.images), channel.image?.url], base),
    author: firstLine([itunes?.author, channel.managingEditor?.name, firstOf(dc?.creators)]) || null,
    language: languageTag(channel.language ?? ''),
    isExplicit: itunes?.explicit ?? null,
    ...subjects(categoriesOf(channel)),
    persons,
    entries,
    unread: Math.max(0, entries - items.length),
    isSerial: itunes?.type?.toLowerCase() === 'serial',
    newUrl: webAddress(itunes?.newFeedUrl, base),
    nextUrl: nextPage(channel.atom?.links, base),
    ...entriesOf(items.map((item) => fromItem(item, base, channel.language, persons))),
  };
}

/** Categories with their parts: those of iTunes, else the plain ones. */
function categoriesOf({ itunes, categories = [] }: Channel): readonly Category[] {
  const named = (itunes?.categories ?? []).map(({ text, categories: parts = [] }) => ({
    name: visibleLine(text),
    parts: parts.map((part) => visibleLine(part.text)),
  }));
  return named.length > 0 ? named : categories.map(({ name }) => ({ name: visibleLine(name), parts: [] }));
}

function fromAtom(feed: AtomFeed.Feed<string>, base: string, count: number): Podcast {
  const { itunes, dc, entries = [] } = feed;
  return {
    title: firstLine([feed.title?.value, itunes?.title]),
    description: firstText([feed.subtitle?.value, itunes?.summary]),
    imageUrl: firstAddress([itunes?.image, feed.logo, feed.icon], base),
    author: firstLine([feed.authors?.[0]?.name, itunes?.author, firstOf(dc?.creators)]) || null,
    language: languageTag(feed.xml?.lang ?? ''),
    isExplicit: itunes?.explicit ?? null,
    ...subjects(
      (feed.categories ?? []).map(({ label, term }) => ({ name: visibleLine(label ?? term), parts: [] })),
    ),
    persons: [],
    entries: count,
    unread: Math.max(0, count - entries.length),
    isSerial: itunes?.type?.toLowerCase() === 'serial',
    newUrl: webAddress(itunes?.newFeedUrl, base),
    nextUrl: nextPage(feed.links, base),
    ...entriesOf(entries.map((entry) => fromEntry(entry, base))),
  };
}

interface Category {
  readonly name: string;
  readonly parts: readonly string[];
}

const subjects = (named: readonly Category[]) => {
  const some = named.filter(({ name }) => name !== '').slice(0, MOST_SUBJECTS);
  const parts = some.flatMap((each) => (each.parts.length > 0 ? each.parts : [each.name]));
  return {
    categories: some.map(({ name }) => name),
    topics: parts.filter((part) => part !== '').slice(0, MOST_SUBJECTS),
  };
};

const entriesOf = (entries: readonly (Episode | string | null)[]) => ({
  episodes: entries.filter((entry) => typeof entry === 'object').filter((entry) => entry !== null),
  unplayable: entries.filter((entry) => typeof entry === 'string'),
});

/** The address of the widest picture. */
const largest = (images: Images): string | undefined =>
  (images ?? []).toSorted((one, other) => (other.width ?? 0) - (one.width ?? 0))[0]?.href;

const firstOf = <Value>(values: readonly Value[] | undefined): Value | undefined => values?.[0];

const imagesOf = ({ itunes, podcast, media }: Item): Texts => [
  itunes?.image,
  largest(podcast?.images),
  firstOf(media?.thumbnails)?.url,
];

const fromItem = (
  item: Item,
  base: string,
  language: string | undefined,
  persons: readonly string[],
): Episode | string | null => {
  const { itunes, media, atom, dc, podcast } = item;
  return episodeOf(
    {
      ids: [item.guid?.value, atom?.id],
      files: [...(item.enclosures ?? []), ...mediaFiles(media), ...links(atom?.links)],
      titles: [itunes?.title, item.title, media?.title?.value],
      texts: [item.content?.encoded, item.description, itunes?.summary, itunes?.subtitle],
      images: imagesOf(item),
      authors: [itunes?.author, firstOf(item.authors)?.name, firstOf(dc?.creators)],
      dates: [item.pubDate, firstOf(dc?.dates), atom?.published],
      language,
      itunes,
      podcast,
      persons,
      psc: item.psc,
    },
    firstAddress([item.xml?.base], base) ?? base,
  );
};

const fromEntry = (entry: AtomFeed.Entry<string>, base: string): Episode | string | null => {
  const { itunes, media, dc } = entry;
  return episodeOf(
    {
      ids: [entry.id],
      files: [...links(entry.links), ...mediaFiles(media)],
      titles: [itunes?.title, entry.title?.value],
      texts: [entry.content?.value, entry.summary?.value, itunes?.summary],
      images: [itunes?.image, firstOf(media?.thumbnails)?.url],
      authors: [entry.authors?.[0]?.name, itunes?.author, firstOf(dc?.creators)],
      dates: [entry.published, entry.updated],
      language: undefined,
      itunes,
      podcast: undefined,
      persons: [],
      psc: entry.psc,
    },
    firstAddress([entry.xml?.base], base) ?? base,
  );
};

type Images = NonNullable<Item['podcast']>['images'];

type Parts = Pick<Item, 'itunes' | 'podcast' | 'psc'> & {
  readonly ids: Texts;
  readonly files: readonly File[];
  readonly titles: Texts;
  readonly texts: Texts;
  readonly images: Texts;
  readonly authors: Texts;
  /** Of the podcast. */
  readonly persons: readonly string[];
  readonly dates: Texts;
  readonly language: string | undefined;
};

/** @returns the title if the entry only has files that no player can play; null if it has no file */
function episodeOf({ itunes, podcast, psc, ...parts }: Parts, base: string): Episode | string | null {
  const sound = soundAmong(parts.files, base) ?? soundAmong(alternatives(podcast?.alternateEnclosures), base);
  if (sound === null) {
    const [file] = parts.files;
    return file === undefined ? null : firstLine([...parts.titles, file.url]);
  }
  const publishedAt = parts.dates.flatMap((date) => readDate(date, parts.language) ?? [])[0] ?? null;
  const description = firstText(parts.texts);
  const [line = ''] = description.split('\n');
  const chapters = inlineChapters(psc);
  return {
    guid: parts.ids.find((id) => id !== undefined) ?? plainSound(sound.url),
    hasId: parts.ids.some((id) => id !== undefined),
    title: firstLine([...parts.titles, line.length > 100 ? '' : line, fileName(sound.url), sound.url]),
    description,
    soundUrl: sound.url,
    soundType: sound.type,
    imageUrl: firstAddress(parts.images, base),
    author: firstLine(parts.authors) || null,
    publishedAt,
    orderedAt: publishedAt,
    seconds: secondsOf(itunes?.duration),
    ...numbersOf(itunes, podcast),
    kind: kindOf(itunes?.episodeType),
    isExplicit: itunes?.explicit ?? null,
    chapters,
    chaptersUrl: chapters.length > 0 ? null : webAddress(podcast?.chapters?.url, base),
    transcripts: transcriptsOf(podcast, parts.language, base),
    persons: podcast?.persons === undefined ? parts.persons : personsOf(podcast.persons),
  };
}

const transcriptsOf = (
  podcast: Item['podcast'],
  ofFeed: string | undefined,
  base: string,
): readonly FeedTranscript[] =>
  (podcast?.transcripts ?? []).slice(0, MOST_TRANSCRIPTS).flatMap(({ url, type = '', language }) => {
    const address = webAddress(url, base);
    return address === null
      ? []
      : [{ url: splitCredentials(address).url, type, language: language ?? ofFeed ?? null }];
  });

const numbersOf = (itunes: Item['itunes'], podcast: Item['podcast']): Pick<Episode, 'season' | 'number'> => ({
  season: ordinal(itunes?.season ?? podcast?.season?.number),
  number: ordinal(itunes?.episode ?? podcast?.episode?.number),
});

const kindOf = (type: string | undefined): Episode['kind'] => {
  const kind = type?.trim().toLowerCase();
  return kind === 'trailer' || kind === 'bonus' ? kind : null;
};

/** Whole seconds up to eleven days. */
const secondsOf = (duration: number | undefined): number | null =>
  duration !== undefined && duration > 0 && duration < 1_000_000 ? Math.round(duration) : null;

const MOST_PERSONS = 20;
const MOST_TRANSCRIPTS = 20;
const MOST_SUBJECTS = 50;
export const MOST_CHAPTERS = 500;

const personsOf = (
  persons: readonly { readonly display?: string; readonly role?: string }[] = [],
): readonly string[] =>
  persons.slice(0, MOST_PERSONS).flatMap(({ display, role }) => {
    const name = visibleLine(display);
    return name === '' ? [] : [role === undefined ? name : `${name} (${visibleLine(role)})`];
  });

const inlineChapters = (psc: Item['psc']): readonly Chapter[] =>
  (psc?.chapters ?? []).slice(0, MOST_CHAPTERS).flatMap(({ start = '', title }) => {
    const at = readDuration(start);
    return at === null || visibleLine(title) === '' ? [] : [{ start: at, title: visibleLine(title) }];
  });

const nextPage = (list: readonly Link[] | undefined, base: string): string | null =>
  webAddress(list?.find(({ rel }) => rel === 'next' || rel === 'prev-archive')?.href, base);

/**
 * Joins the pages of a podcast. The first page is the newest.
 *
 * @throws {RefusedFeedError} for too many episodes
 */
export function joinPages(newest: Podcast, older: readonly Podcast[]): Podcast {
  if (older.length === 0) return newest;
  const newestFirst = [newest, ...older].flatMap(({ episodes }) => episodes.toReversed());
  checkCount(newestFirst.length);
  return {
    ...newest,
    nextUrl: null,
    episodes: identified(byOrderedAt(newestFirst.toReversed())),
    unplayable: [newest, ...older].flatMap(({ unplayable }) => unplayable),
    entries: [newest, ...older].reduce((sum, { entries }) => sum + entries, 0),
    unread: [newest, ...older].reduce((sum, { unread }) => sum + unread, 0),
  };
}

const firstLine = (texts: Texts): string => texts.map(visibleLine).find((text) => text !== '') ?? '';
const firstText = (texts: Texts): string => texts.map(visibleText).find((text) => text !== '') ?? '';
const firstAddress = (texts: Texts, base: string): string | null =>
  texts.map((text) => webAddress(text, base)).find((address) => address !== null) ?? null;

const ordinal = (value: number | undefined): number | null =>
  value !== undefined && Number.isInteger(value) && value > 0 && value < 10_000 ? value : null;

const hostOf = (url: string): string => {
  const { host, pathname } = new URL(url);
  return host + (pathname === '/' ? '' : pathname);
};
