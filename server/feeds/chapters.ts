import { withCredentials } from './credentials.ts';
import { fetchDocument } from './fetch/fetch-document.ts';
import type { PublicAddresses } from './fetch/public-addresses.ts';
import { FetchError } from './fetch/request.ts';
import { type Chapter, MOST_CHAPTERS } from './read/read-feed.ts';
import { visibleLine } from '../library/read/visible-text.ts';
import type { FeedsDatabase } from './tables.ts';

/** How many documents one reading of a podcast requests. The newest episodes come first, the others the next time. */
const MOST_REQUESTS = 20;
/** Characters of the titles of one document. */
const MOST_CHARACTERS = 20_000;
const LARGEST_MB = 1;
const ACCEPT = 'application/json+chapters, application/json';

/**
 * Reads the chapters of episodes whose chapters are documents of their own (Podcasting 2.0). Each document is read once.
 *
 * @param urls their addresses, the one of the oldest episode first
 */
export async function readNewChapters(
  db: FeedsDatabase,
  addresses: PublicAddresses,
  urls: readonly string[],
  credentials: string | null,
  signal?: AbortSignal,
): Promise<void> {
  const known = await db
    .selectFrom('feed_chapters')
    .select('url')
    .where((where) => where('url', '=', where.fn.any(where.val([...urls]))))
    .execute();
  const read = new Set(known.map(({ url }) => url));
  const unknown = [...new Set(urls)].filter((url) => !read.has(url)).slice(-MOST_REQUESTS);
  for (const url of unknown) {
    const chapters = await readChapters(addresses, withCredentials(url, credentials), signal);
    if (chapters === null) continue;
    await db
      .insertInto('feed_chapters')
      .values({ url, chapters: JSON.stringify(chapters) })
      .onConflict((conflict) => conflict.column('url').doNothing())
      .execute();
  }
}

/** The chapters of documents that were read, by their address. */
export async function storedChapters(
  db: FeedsDatabase,
  urls: readonly string[],
): Promise<ReadonlyMap<string, readonly Chapter[]>> {
  if (urls.length === 0) return new Map();
  const rows = await db
    .selectFrom('feed_chapters')
    .selectAll()
    .where((where) => where('url', '=', where.fn.any(where.val([...urls]))))
    .execute();
  return new Map(rows.map(({ url, chapters }) => [url, chapters]));
}

/** @returns null if the document cannot be read now */
async function readChapters(
  addresses: PublicAddresses,
  url: string,
  signal?: AbortSignal,
): Promise<readonly Chapter[] | null> {
  try {
    const document = await fetchDocument(addresses, url, ACCEPT, null, signal, LARGEST_MB);
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
  let room = MOST_CHARACTERS;
  return list
    .slice(0, MOST_CHAPTERS)
    .flatMap((entry: unknown) => {
      const start = fieldOf(entry, 'startTime');
      const title = fieldOf(entry, 'title');
      if (typeof start !== 'number' || !(start >= 0 && start < 1e7) || typeof title !== 'string') return [];
      const line = visibleLine(title);
      room -= line.length;
      if (fieldOf(entry, 'toc') === false || line === '' || room < 0) return [];
      return [{ start: Math.floor(start), title: line }];
    })
    .toSorted((one, other) => one.start - other.start);
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
