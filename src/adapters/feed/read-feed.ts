import { parseAtomFeed, parseRdfFeed, parseRssFeed } from 'feedsmith';
import { readAtom } from './atom.ts';
import { newestFirst } from './episode.ts';
import type { Feed, FeedEpisode } from './feed.ts';
import { repairFeed, type RepairedFeed } from './repairs.ts';
import { readRdf, readRss } from './rss.ts';
import { soundIdentity } from './sound.ts';
import { webAddress } from './values.ts';

/** The document is no feed. It only names the new address of the feed. */
const MOVED = /^<rss[^>]*>\s*<redirect>\s*<newLocation>\s*(?<address>[^<\s]+)/iu;

const EMPTY = {
  description: '',
  imageUrl: null,
  author: null,
  isExplicit: false,
  subjects: [],
  episodes: [],
  nextUrl: null,
  isSerial: false,
  dropped: 0,
} satisfies Partial<Feed>;

/**
 * Reads a podcast feed, RSS or Atom. Returns null if it is neither.
 *
 * @param url the address that names the feed
 * @param documentUrl the address that the document came from, after redirects
 */
export const readFeed = (document: string, url: string, documentUrl: string = url): Feed | null => {
  const repaired = repairFeed(document);
  if (repaired === null) return null;
  const moved = MOVED.exec(repaired.text)?.groups?.['address'];
  if (moved !== undefined)
    return { ...EMPTY, url, title: addressOf(url), newUrl: webAddress(moved, documentUrl) };
  try {
    const base = repaired.bases.reduce((outer, inner) => webAddress(inner, outer) ?? outer, documentUrl);
    const feed = parse(repaired, url, base);
    return { ...joined(feed, feed.episodes), title: feed.title || addressOf(url) };
  } catch {
    // Not well-formed, or nested too deeply.
    return null;
  }
};

/** Adds the episodes of older pages to a feed (CAT-83). */
export const withOlderPages = (newest: Feed, older: readonly Feed[]): Feed => ({
  ...joined(
    newest,
    [newest, ...older].flatMap(({ episodes }) => episodes),
  ),
  nextUrl: null,
  dropped: [newest, ...older].reduce((sum, { dropped }) => sum + dropped, 0),
});

/** A serial starts with its first episode. Any other show lists the newest episode first. */
const joined = (feed: Feed, episodes: readonly FeedEpisode[]): Feed => {
  const sorted = newestFirst(episodes);
  return { ...feed, episodes: withOwnIds(feed.isSerial ? sorted.toReversed() : sorted) };
};

const parse = ({ format, text }: RepairedFeed, url: string, base: string): Feed => {
  if (format === 'rss') return readRss(parseRssFeed(text), url, base);
  if (format === 'atom') return readAtom(parseAtomFeed(text), url, base);
  return readRdf(parseRdfFeed(text), url, base);
};

/** The name of a show without a title. */
const addressOf = (url: string): string => {
  const { host, pathname } = new URL(url);
  return host + (pathname === '/' ? '' : pathname);
};

/**
 * Some feeds give one id to several sounds. The oldest of them keeps the id, so that it is the same title after each
 * release. The others are known by id and sound (CAT-76). A sound that is listed twice stays once.
 */
const withOwnIds = (episodes: readonly FeedEpisode[]): readonly FeedEpisode[] => {
  const oldestFirst = episodes
    .toReversed()
    .toSorted((one, other) => (one.publishedAt ?? 0) - (other.publishedAt ?? 0));
  const soundOf = new Map<string, string>();
  for (const { guid, url } of oldestFirst) if (!soundOf.has(guid)) soundOf.set(guid, soundIdentity(url));
  const seen = new Set<string>();
  return episodes.flatMap((episode) => {
    const sound = soundIdentity(episode.url);
    const guid = soundOf.get(episode.guid) === sound ? episode.guid : `${episode.guid}\n${sound}`;
    if (seen.has(guid)) return [];
    seen.add(guid);
    return [{ ...episode, guid }];
  });
};
