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
import { readDate, readDuration, webAddress } from './dates.ts';

/** An episode. Addresses are absolute and lead to the web; instants are epoch milliseconds. */
export interface Episode {
  /** Unique in the feed: the id that the feed gives, else the sound. */
  readonly guid: string;
  /** False if the id is made of the sound. */
  readonly hasId: boolean;
  readonly title: string;
  readonly description: string;
  readonly soundUrl: string;
  readonly soundType: string;
  readonly imageUrl: string | null;
  readonly author: string | null;
  readonly publishedAt: number | null;
  /** For its place among the others: its date, else the one of the episode before it. Null if no date is known. */
  readonly placedAt: number | null;
  /** Whole seconds; null if unknown. */
  readonly seconds: number | null;
  readonly season: number | null;
  readonly number: number | null;
  readonly isExplicit: boolean;
  readonly chapters: readonly Chapter[];
  /** The address of the chapters (Podcasting 2.0). Null if the feed itself has them, or if there are none. */
  readonly chaptersUrl: string | null;
  readonly transcriptUrl: string | null;
  readonly transcripts: readonly FeedTranscript[];
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
  /** Titles of entries whose files no player can play. */
  readonly unplayable: readonly string[];
}

type Texts = readonly (string | undefined)[];
type File = { readonly url?: string | undefined; readonly type?: string | undefined };

interface FeedTranscript {
  readonly url: string;
  readonly type: string;
  readonly language: string | null;
}

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
  isExplicit: false,
  categories: [],
  topics: [],
  isSerial: false,
  episodes: [],
  unplayable: [],
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
    ...entriesOf(items.map((item) => fromItem(item, base, channel.language))),
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
    ...entriesOf(entries.map((entry) => fromEntry(entry, base))),
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

const entriesOf = (entries: readonly (Episode | string | null)[]) => ({
  episodes: entries.filter((entry) => typeof entry === 'object').filter((entry) => entry !== null),
  unplayable: entries.filter((entry) => typeof entry === 'string'),
});

const firstOf = <Value>(values: readonly Value[] | undefined): Value | undefined => values?.[0];

const fromItem = (item: Item, base: string, language: string | undefined): Episode | string | null => {
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
      language,
      itunes,
      podcast: item.podcast,
      psc: item.psc,
    },
    firstAddress([item.xml?.base], base) ?? base,
  );
};

const fromEntry = (entry: AtomFeed.Entry<string>, base: string): Episode | string | null => {
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
      language: undefined,
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
  readonly language: string | undefined;
};

/** @returns the title if the entry only has files that no player can play; null if it has no file */
function episodeOf({ itunes, podcast, psc, ...parts }: Parts, base: string): Episode | string | null {
  const sound = soundAmong(parts.files, base);
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
    placedAt: publishedAt,
    seconds: secondsOf(itunes?.duration),
    ...numbersOf(itunes, podcast),
    isExplicit: itunes?.explicit === true,
    chapters,
    chaptersUrl: chapters.length > 0 ? null : webAddress(podcast?.chapters?.url, base),
    transcriptUrl: transcriptAmong(podcast?.transcripts, base),
    transcripts: (podcast?.transcripts ?? [])
      .slice(0, MOST_TRANSCRIPTS)
      .flatMap(({ url, type = '', language }) => {
        const address = webAddress(url, base);
        return address === null
          ? []
          : [{ url: splitCredentials(address).url, type, language: language ?? parts.language ?? null }];
      }),
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
  return {
    ...newest,
    nextUrl: null,
    episodes: identified(byPlace(newestFirst.toReversed())),
    unplayable: [newest, ...older].flatMap(({ unplayable }) => unplayable),
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

const AUDIO_TYPE =
  /^(?:audio\/|application\/(?:x-)?(?:ogg|mpeg|mp3|flac)\b|(?:x-)?(?:audio|mp3|mpeg|m4a|m4b|aac|ogg|opus|flac|wav)$)/iu;
const AUDIO_FILE = /\.(?:mp3|m4a|m4b|aac|ogg|oga|opus|wav|flac)$/iu;
const OTHER_TYPE =
  /^(?:text|image|video|font|model)\/|pdf|epub|zip|html|json|xml|javascript|bittorrent|shockwave|msword/iu;
const OTHER_FILE = /\.(?:jpe?g|png|gif|webp|svg|pdf|epub|html?|txt|json|mp4|m4v|mov|webm|avi|mkv)$/iu;
/** Lists of addresses and archives. No player plays them, whatever their type says (CAT-109). */
const LIST_TYPE = /mpegurl|scpls|pls\+xml|xspf|x-ms-(?:asf|asx|wax|wvx|wmx)|pn-realaudio|smil/iu;
const LIST_FILE = /\.(?:m3u8?|pls|asx|wax|wvx|xspf|ram|smil|torrent|zip|rar|7z)$/iu;
const pathOf = (url: string): string => url.replace(/[?#].*$/su, '');

const typeOf = (type: string | undefined): string =>
  (type ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
const isList = ({ url = '', type }: File): boolean =>
  LIST_TYPE.test(typeOf(type)) || LIST_FILE.test(pathOf(url));

/** The sound of an entry: by its type, else by its name, else if nothing says that it is something else (CAT-109). */
function soundAmong(
  files: readonly File[],
  base: string,
): { readonly url: string; readonly type: string } | null {
  const isSound = [
    ({ type }: File) => AUDIO_TYPE.test(typeOf(type)),
    ({ url = '' }: File) => AUDIO_FILE.test(pathOf(url)),
    ({ url = '', type }: File) => !OTHER_TYPE.test(typeOf(type)) && !OTHER_FILE.test(pathOf(url)),
  ];
  const playable = files.filter((file) => !isList(file));
  for (const fits of isSound) {
    for (const file of playable.filter(fits)) {
      const url = webAddress(file.url, base);
      if (url !== null) return { url, type: typeOf(file.type) };
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
function plainSound(url: string): string {
  const { host, pathname, search } = new URL(url);
  return host + pathname + (AUDIO_FILE.test(pathname) ? '' : search);
}

const DAY_MS = 86_400_000;
const FIRST_YEAR = Date.UTC(1900, 0);

/** A date of the future, of the start of all clocks, or of a year without sound, is none. */
const isTrue = (date: number, now: number): boolean =>
  date > FIRST_YEAR && date < now + DAY_MS && Math.abs(date) > DAY_MS;

/**
 * Orders episodes, the oldest first. An episode without a true date keeps its place in the feed: it comes after the one that
 * the feed lists as the next older one (CAT-135).
 */
function inOrder(listed: readonly Episode[], now: number): readonly Episode[] {
  const dated = listed.map((episode) => {
    const date = episode.publishedAt;
    return date === null || isTrue(date, now) ? episode : { ...episode, publishedAt: null };
  });
  const dates = dated.flatMap(({ publishedAt }) => publishedAt ?? []);
  const steps = dates.slice(1).map((date, index) => Math.sign(date - (dates[index] ?? date)));
  const isNewestFirst = steps.reduce((sum, step) => sum + step, 0) <= 0;
  let last = dates.at(isNewestFirst ? -1 : 0) ?? null;
  const placed = (isNewestFirst ? dated.toReversed() : dated).map((episode) => {
    last = episode.publishedAt ?? last;
    return { ...episode, placedAt: last };
  });
  return byPlace(placed);
}

const byPlace = (oldestFirst: readonly Episode[]): readonly Episode[] =>
  oldestFirst.toSorted((one, other) => (one.placedAt ?? 0) - (other.placedAt ?? 0));

/**
 * Gives each episode an id of its own (decision 92). An id that the feed gives twice, for titles that are alike, is one
 * episode whose sound was replaced: the newer one counts (CAT-76, CAT-136).
 */
function identified(oldestFirst: readonly Episode[]): readonly Episode[] {
  const soundOf = soundsOf(oldestFirst);
  const uses = new Map<string, number>();
  for (const { guid } of oldestFirst) uses.set(guid, (uses.get(guid) ?? 0) + 1);
  const owners = new Map<string, Episode>();
  const byGuid = new Map<string, Episode>();
  for (const episode of oldestFirst) {
    const sound = soundOf(episode.soundUrl);
    const owner = owners.get(episode.guid) ?? episode;
    owners.set(episode.guid, owner);
    const isReplaced = episode.hasId && uses.get(episode.guid) === 2 && areAlike(owner.title, episode.title);
    const isOwn = isReplaced || soundOf(owner.soundUrl) === sound;
    const guid = isOwn ? episode.guid : `${episode.guid}\n${sound}`;
    if (isReplaced) byGuid.delete(guid);
    if (!byGuid.has(guid)) byGuid.set(guid, { ...episode, guid });
  }
  return [...byGuid.values()];
}

/** What tells the sounds of a feed apart: without the query of a file, unless only the query differs (CAT-136). */
function soundsOf(episodes: readonly Episode[]): (url: string) => string {
  const addresses = new Map<string, Set<string>>();
  for (const { soundUrl } of episodes) {
    const plain = plainSound(soundUrl);
    addresses.set(plain, (addresses.get(plain) ?? new Set()).add(soundUrl));
  }
  return (url) => ((addresses.get(plainSound(url))?.size ?? 0) > 1 ? url : plainSound(url));
}

/** True if one title has all the words of the other one. */
export function areAlike(one: string, other: string): boolean {
  const [some, more] = [wordsIn(one), wordsIn(other)].toSorted((a, b) => a.size - b.size);
  return some !== undefined && some.size > 0 && [...some].every((word) => more?.has(word));
}

const wordsIn = (title: string): ReadonlySet<string> => new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu));
