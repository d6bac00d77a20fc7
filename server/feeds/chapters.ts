import { withCredentials } from './credentials.ts';
import { fetchDocument } from './fetch/fetch-document.ts';
import type { PublicAddresses } from './fetch/public-addresses.ts';
import { FetchError } from './fetch/request.ts';
import type { Chapter, Episode, Podcast } from './read/read-feed.ts';
import { visibleLine } from '../library/read/visible-text.ts';
import type { FeedsDatabase } from './tables.ts';

/** How many documents one reading of a podcast requests. The newest episodes come first, the others the next time. */
const MOST_REQUESTS = 20;
const MOST_CHAPTERS = 500;
const ACCEPT = 'application/json+chapters, application/json';

/**
 * Adds the chapters of episodes whose chapters are documents of their own (Podcasting 2.0). Each document is read once.
 * An episode whose document cannot be read has no chapters.
 */
export async function withChapters(
  db: FeedsDatabase,
  addresses: PublicAddresses,
  podcast: Podcast,
  credentials: string | null,
  signal?: AbortSignal,
): Promise<Podcast> {
  const urls = podcast.episodes.flatMap(({ chaptersUrl }) => chaptersUrl ?? []);
  if (urls.length === 0) return podcast;
  const known = new Map(await storedChapters(db, urls));
  const unknown = [...new Set(urls)].filter((url) => !known.has(url)).slice(-MOST_REQUESTS);
  for (const url of unknown) {
    const chapters = await readChapters(addresses, withCredentials(url, credentials), signal);
    if (chapters === null) continue;
    known.set(url, chapters);
    await db
      .insertInto('feed_chapters')
      .values({ url, chapters: JSON.stringify(chapters) })
      .onConflict((conflict) => conflict.column('url').doNothing())
      .execute();
  }
  const withOwn = (episode: Episode): Episode => ({
    ...episode,
    chapters: known.get(episode.chaptersUrl ?? '') ?? episode.chapters,
  });
  return { ...podcast, episodes: podcast.episodes.map(withOwn) };
}

async function storedChapters(
  db: FeedsDatabase,
  urls: readonly string[],
): Promise<readonly (readonly [url: string, chapters: readonly Chapter[]])[]> {
  const rows = await db
    .selectFrom('feed_chapters')
    .selectAll()
    .where((where) => where('url', '=', where.fn.any(where.val([...urls]))))
    .execute();
  return rows.map(({ url, chapters }) => [url, chapters] as const);
}

/** @returns null if the document cannot be read now */
async function readChapters(
  addresses: PublicAddresses,
  url: string,
  signal?: AbortSignal,
): Promise<readonly Chapter[] | null> {
  try {
    const document = await fetchDocument(addresses, url, ACCEPT, null, signal);
    if (!('bytes' in document)) return null;
    return chaptersIn(JSON.parse(new TextDecoder().decode(document.bytes)));
  } catch (error) {
    if (error instanceof FetchError) return null;
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** The chapters of a document, without those that its table of contents leaves out. */
function chaptersIn(document: unknown): readonly Chapter[] {
  const list = fieldOf(document, 'chapters');
  if (!Array.isArray(list)) return [];
  return list
    .slice(0, MOST_CHAPTERS)
    .flatMap((entry: unknown) => {
      const start = fieldOf(entry, 'startTime');
      const title = fieldOf(entry, 'title');
      if (typeof start !== 'number' || !(start >= 0 && start < 1e7) || typeof title !== 'string') return [];
      if (fieldOf(entry, 'toc') === false || visibleLine(title) === '') return [];
      return [{ start: Math.floor(start), title: visibleLine(title) }];
    })
    .toSorted((one, other) => one.start - other.start);
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
