import {
  type AtomFeed,
  type MediaNs,
  parseAtomFeed,
  parseRdfFeed,
  parseRssFeed,
  type RssFeed,
} from 'feedsmith';
import { splitCredentials } from '../credentials.ts';
import { repair, type Repaired } from './repair.ts';
import { visibleLine, visibleText } from '../../library/read/visible-text.ts';
import { readDate, readDuration, webAddress } from './values.ts';

/** An episode. Addresses are absolute and lead to the web; instants are epoch milliseconds. */
export interface Episode {
  /** Unique in the feed: the id that the feed gives, else the sound. */
  readonly guid: string;
  readonly title: string;
  readonly description: string;
  readonly soundUrl: string;
  readonly soundType: string;
  readonly imageUrl: string | null;
  readonly author: string | null;
  readonly publishedAt: number | null;
  /** Whole seconds; null if unknown. */
  readonly seconds: number | null;
  readonly season: number | null;
  readonly number: number | null;
  readonly isExplicit: boolean;
  readonly chapters: readonly Chapter[];
  /** The address of the chapters (Podcasting 2.0). Null if the feed itself has them, or if there are none. */
  readonly chaptersUrl: string | null;
  readonly transcriptUrl: string | null;
  /** Names, each with its role if it is known. */
  readonly persons: readonly string[];
}

/** A named position, in seconds. */
export interface Chapter {
  readonly start: number;
  readonly title: string;
}

export interface Podcast {
  readonly title: string;
  readonly description: string;
  readonly imageUrl: string | null;
  readonly author: string | null;
  readonly isExplicit: boolean;
  readonly categories: readonly string[];
  readonly topics: readonly string[];
  /** True if it is heard from the first episode on. */
  readonly isSerial: boolean;
  readonly newUrl: string | null;
  /** The next page, with older episodes (RFC 5005). */
  readonly nextUrl: string | null;
  /** The oldest first. */
  readonly episodes: readonly Episode[];
}

type Texts = readonly (string | undefined)[];
type File = { readonly url?: string | undefined; readonly type?: string | undefined };

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
export function readFeed(document: string, documentUrl: string): Podcast | null {
  const repaired = repair(document);
  if (repaired === null) return null;
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
      episodes: identified(podcast.episodes),
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
  isExplicit: false,
  categories: [],
  topics: [],
  isSerial: false,
  episodes: [],
};

function parse({ format, text }: Repaired, base: string): Podcast {
  if (format === 'atom') return fromAtom(parseAtomFeed(text), base);
  if (format === 'rss') return fromRss(parseRssFeed(text), base);
  const { title, description, image, items = [] } = parseRdfFeed(text);
  const entries = items.map(({ rdf, ...item }) => ({ ...item, guid: { value: rdf?.about } }));
  return fromRss({ title, description, image, items: entries }, base);
}

type Loose<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };
type Item = Loose<Omit<RssFeed.Item<string>, 'guid'>> & { readonly guid?: Loose<RssFeed.Guid> | undefined };
type Channel = Loose<Omit<RssFeed.Feed<string>, 'items'>> & { readonly items?: readonly Item[] | undefined };

function fromRss(channel: Channel, base: string): Podcast {
  const { itunes, items = [] } = channel;
  const named = (itunes?.categories ?? []).map(({ text, categories = [] }) => ({
    name: visibleLine(text),
    parts: categories.map((part) => visibleLine(part.text)),
  }));
  const plain = (channel.categories ?? []).map(({ name }) => ({ name: visibleLine(name), parts: [] }));
  return {
    title: firstLine([channel.title, itunes?.title]),
    description: firstText([channel.description, itunes?.summary, itunes?.subtitle]),
    imageUrl: firstAddress([itunes?.image, channel.image?.url], base),
    author: firstLine([itunes?.author, channel.managingEditor?.name]) || null,
    isExplicit: itunes?.explicit === true,
    ...subjects(named.length > 0 ? named : plain),
    isSerial: itunes?.type?.toLowerCase() === 'serial',
    newUrl: webAddress(itunes?.newFeedUrl, base),
    nextUrl: nextPage(channel.atom?.links, base),
    episodes: items.flatMap((item) => fromItem(item, base) ?? []),
  };
}

function fromAtom(feed: AtomFeed.Feed<string>, base: string): Podcast {
  const { itunes, entries = [] } = feed;
  return {
    title: firstLine([feed.title?.value, itunes?.title]),
    description: firstText([feed.subtitle?.value, itunes?.summary]),
    imageUrl: firstAddress([itunes?.image, feed.logo, feed.icon], base),
    author: firstLine([feed.authors?.[0]?.name, itunes?.author]) || null,
    isExplicit: itunes?.explicit === true,
    ...subjects(
      (feed.categories ?? []).map(({ label, term }) => ({ name: visibleLine(label ?? term), parts: [] })),
    ),
    isSerial: itunes?.type?.toLowerCase() === 'serial',
    newUrl: webAddress(itunes?.newFeedUrl, base),
    nextUrl: nextPage(feed.links, base),
    episodes: entries.flatMap((entry) => fromEntry(entry, base) ?? []),
  };
}

const subjects = (named: readonly { readonly name: string; readonly parts: readonly string[] }[]) => {
  const some = named.filter(({ name }) => name !== '').slice(0, MOST_SUBJECTS);
  const parts = some.flatMap((each) => (each.parts.length > 0 ? each.parts : [each.name]));
  return {
    categories: some.map(({ name }) => name),
    topics: parts.filter((part) => part !== '').slice(0, MOST_SUBJECTS),
  };
};

const firstOf = <Value>(values: readonly Value[] | undefined): Value | undefined => values?.[0];

const fromItem = (item: Item, base: string): Episode | null => {
  const { itunes, media, atom, dc } = item;
  return episodeOf(
    {
      ids: [item.guid?.value, atom?.id],
      files: [...(item.enclosures ?? []), ...mediaFiles(media), ...links(atom?.links)],
      titles: [itunes?.title, item.title, media?.title?.value],
      texts: [item.content?.encoded, item.description, itunes?.summary, itunes?.subtitle],
      images: [itunes?.image, firstOf(media?.thumbnails)?.url],
      authors: [itunes?.author, firstOf(item.authors)?.name],
      dates: [item.pubDate, firstOf(dc?.dates), atom?.published],
      itunes,
      podcast: item.podcast,
      psc: item.psc,
    },
    firstAddress([item.xml?.base], base) ?? base,
  );
};

const fromEntry = (entry: AtomFeed.Entry<string>, base: string): Episode | null => {
  const { itunes, media } = entry;
  return episodeOf(
    {
      ids: [entry.id],
      files: [...links(entry.links), ...mediaFiles(media)],
      titles: [itunes?.title, entry.title?.value],
      texts: [entry.content?.value, entry.summary?.value, itunes?.summary],
      images: [itunes?.image, firstOf(media?.thumbnails)?.url],
      authors: [entry.authors?.[0]?.name, itunes?.author],
      dates: [entry.published, entry.updated],
      itunes,
      podcast: undefined,
      psc: entry.psc,
    },
    firstAddress([entry.xml?.base], base) ?? base,
  );
};

type Parts = Pick<Item, 'itunes' | 'podcast' | 'psc'> & {
  readonly ids: Texts;
  readonly files: readonly File[];
  readonly titles: Texts;
  readonly texts: Texts;
  readonly images: Texts;
  readonly authors: Texts;
  readonly dates: Texts;
};

/** @returns null if the entry has no sound */
function episodeOf({ itunes, podcast, psc, ...parts }: Parts, base: string): Episode | null {
  const sound = soundAmong(parts.files, base);
  if (sound === null) return null;
  const description = firstText(parts.texts);
  const [line = ''] = description.split('\n');
  const chapters = inlineChapters(psc);
  return {
    guid: parts.ids.find((id) => id !== undefined) ?? soundIdentity(sound.url),
    title: firstLine([...parts.titles, line.length > 100 ? '' : line, fileName(sound.url), sound.url]),
    description,
    soundUrl: sound.url,
    soundType: sound.type,
    imageUrl: firstAddress(parts.images, base),
    author: firstLine(parts.authors) || null,
    publishedAt: readDate(parts.dates.find((date) => date !== undefined)),
    seconds: secondsOf(itunes?.duration),
    ...numbersOf(itunes, podcast),
    isExplicit: itunes?.explicit === true,
    chapters,
    chaptersUrl: chapters.length > 0 ? null : webAddress(podcast?.chapters?.url, base),
    transcriptUrl: transcriptAmong(podcast?.transcripts, base),
    persons: personsOf(podcast?.persons),
  };
}

const numbersOf = (itunes: Item['itunes'], podcast: Item['podcast']): Pick<Episode, 'season' | 'number'> => ({
  season: ordinal(itunes?.season ?? podcast?.season?.number),
  number: ordinal(itunes?.episode ?? podcast?.episode?.number),
});

/** Whole seconds up to eleven days. */
const secondsOf = (duration: number | undefined): number | null =>
  duration !== undefined && duration > 0 && duration < 1_000_000 ? Math.round(duration) : null;

const MOST_PERSONS = 20;
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

/** A page is easier to read than a file of subtitles. */
const transcriptAmong = (transcripts: readonly File[] = [], base: string): string | null => {
  const page = transcripts.find(({ type = '' }) => /^text\/(?:html|plain)/iu.test(type));
  const address = webAddress((page ?? transcripts[0])?.url, base);
  // Listeners read the address.
  return address === null ? null : splitCredentials(address).url;
};

type Link = { readonly rel?: string; readonly href?: string; readonly type?: string };

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
  return { ...newest, nextUrl: null, episodes: identified(newestFirst) };
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

const AUDIO_TYPE = /^(?:audio\/|application\/(?:x-)?ogg\b)/iu;
const AUDIO_FILE = /\.(?:mp3|m4a|m4b|aac|ogg|oga|opus|wav|flac)$/iu;
const OTHER_FILE = /\.(?:jpe?g|png|gif|webp|svg|pdf|epub|zip|html?|txt|json|mp4|m4v|mov|webm|avi|mkv)$/iu;
const pathOf = (url: string): string => url.replace(/[?#].*$/su, '');

/** The sound of an entry: by its type, else by its name, else if nothing says that it is something else. */
function soundAmong(
  files: readonly File[],
  base: string,
): { readonly url: string; readonly type: string } | null {
  const isSound = [
    ({ type = '' }: File) => AUDIO_TYPE.test(type),
    ({ url = '' }: File) => AUDIO_FILE.test(pathOf(url)),
    ({ url = '', type = '' }: File) =>
      /^(?:\w+\/octet-stream)?$/u.test(type) && !OTHER_FILE.test(pathOf(url)),
  ];
  for (const fits of isSound) {
    for (const file of files.filter(fits)) {
      const url = webAddress(file.url, base);
      if (url !== null) return { url, type: file.type ?? '' };
    }
  }
  return null;
}

const mediaFiles = (media: MediaNs.ItemOrFeed | undefined): readonly File[] =>
  [...(media?.contents ?? []), ...(media?.groups ?? []).flatMap(({ contents = [] }) => contents)].filter(
    ({ type, medium = 'audio', url = '' }) =>
      type === undefined ? medium === 'audio' && AUDIO_FILE.test(pathOf(url)) : AUDIO_TYPE.test(type),
  );

const links = (list: readonly Link[] | undefined): readonly File[] =>
  (list ?? []).filter(({ rel }) => rel === 'enclosure').map(({ href, type }) => ({ url: href, type }));

function fileName(url: string): string {
  const stem = (pathOf(url).split('/').at(-1) ?? '').replace(/\.[a-z\d]{1,5}$/iu, '');
  try {
    return decodeURIComponent(stem);
  } catch {
    return stem;
  }
}

/** Without the query of a file, because hosts put counters and keys there. */
function soundIdentity(url: string): string {
  const { host, pathname, search } = new URL(url);
  return host + pathname + (AUDIO_FILE.test(pathname) ? '' : search);
}

/** Gives each episode an id of its own (decision 92), and sorts them, the oldest first. */
function identified(episodes: readonly Episode[]): readonly Episode[] {
  const oldestFirst = episodes
    .toReversed()
    .toSorted((one, other) => (one.publishedAt ?? 0) - (other.publishedAt ?? 0));
  const owners = new Map<string, string>();
  const byGuid = new Map<string, Episode>();
  for (const episode of oldestFirst) {
    const sound = soundIdentity(episode.soundUrl);
    if (!owners.has(episode.guid)) owners.set(episode.guid, sound);
    const guid = owners.get(episode.guid) === sound ? episode.guid : `${episode.guid}\n${sound}`;
    if (!byGuid.has(guid)) byGuid.set(guid, { ...episode, guid });
  }
  return [...byGuid.values()];
}
