import { sql } from 'kysely';
import { withCredentials } from './credentials.ts';
import { fetchDocument } from './fetch/fetch-document.ts';
import { FetchError, type PublicAddresses } from './fetch/request.ts';
import { type Chapter, MOST_CHAPTERS } from './read/read-feed.ts';
import { visibleLine } from '../library/read/visible-text.ts';
import type { FeedsDatabase } from './tables.ts';

/** How many documents one reading of a podcast requests. The newest episodes come first, the others the next time. */
export const MOST_REQUESTS = 20;
/** Characters of the titles of one document. */
const MOST_CHARACTERS = 20_000;
const LARGEST_MB = 1;
const ACCEPT = 'application/json+chapters, application/json';

const HOUR_MS = 3_600_000;
/** Before the next reading of the feed. */
const FIRST_RETRY_MS = HOUR_MS / 2;
const LONGEST_RETRY_MS = 24 * HOUR_MS;
/** A document that does not exist is asked for again once a week. */
const MISSING_RETRY_MS = 7 * LONGEST_RETRY_MS;

/** When to ask again for a document that could not be read (CAT-183). */
export const retryAt = (now: number, failures: number, isMissing: boolean): number =>
  now + (isMissing ? MISSING_RETRY_MS : Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS));

/**
 * Reads the chapters of episodes whose chapters are documents of their own (Podcasting 2.0). Each document is read once. One
 * that could not be read is asked for again later (CAT-183).
 *
 * @param urls their addresses, the one of the oldest episode first
 */
export async function readNewChapters(
  db: FeedsDatabase,
  addresses: PublicAddresses,
  feed: { readonly id: string; readonly credentials: string | null },
  urls: readonly string[],
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const isListed = sql<boolean>`url = any(${urls})`;
  const failed = db
    .deleteFrom('feed_chapters')
    .where('feed_id', '=', feed.id)
    .where('next_at', 'is not', null);
  await failed.where(sql<boolean>`not (${isListed})`).execute();
  const known = await db
    .selectFrom('feed_chapters')
    .select(['url', 'failures', 'next_at'])
    .where(isListed)
    .execute();
  const byUrl = new Map(known.map((each) => [each.url, each]));
  const isDue = (url: string): boolean => (byUrl.get(url)?.next_at ?? (byUrl.has(url) ? Infinity : 0)) <= now;
  for (const url of [...new Set(urls)].filter(isDue).slice(-MOST_REQUESTS)) {
    const failures = byUrl.get(url)?.failures ?? 0;
    const read = await readChapters(addresses, withCredentials(url, feed.credentials), signal);
    const row = {
      feed_id: feed.id,
      chapters: JSON.stringify(Array.isArray(read) ? read : []),
      failures: Math.min(failures + 1, 20),
      next_at: Array.isArray(read) ? null : retryAt(now, failures, read === 'missing'),
    };
    await db
      .insertInto('feed_chapters')
      .values({ url, ...row })
      .onConflict((conflict) => conflict.column('url').doUpdateSet(row))
      .execute();
  }
}

/**
 * True if chapters or transcripts of a podcast that could not be read should be asked for again, also if the feed has not
 * changed.
 */
export async function areDocumentsDue(db: FeedsDatabase, feedId: string, now: number): Promise<boolean> {
  const { rows } = await sql`
    select from feed_chapters where feed_id = ${feedId} and next_at <= ${now}
    union all select from feed_transcripts where feed_id = ${feedId} and next_at <= ${now} limit 1`.execute(
    db,
  );
  return rows.length > 0;
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

async function readChapters(
  addresses: PublicAddresses,
  url: string,
  signal?: AbortSignal,
): Promise<readonly Chapter[] | 'failed' | 'missing'> {
  try {
    const document = await fetchDocument(addresses, url, ACCEPT, null, signal, LARGEST_MB);
    if (!('bytes' in document)) return 'failed';
    return chaptersIn(JSON.parse(new TextDecoder().decode(document.bytes))) ?? 'failed';
  } catch (error) {
    if (error instanceof FetchError)
      return error.status === 404 || error.status === 410 ? 'missing' : 'failed';
    if (error instanceof SyntaxError) return 'failed';
    throw error;
  }
}

/** The chapters of a document, without those that its table of contents leaves out. Null if it has no list. */
function chaptersIn(document: unknown): readonly Chapter[] | null {
  const list = fieldOf(document, 'chapters');
  if (!Array.isArray(list)) return null;
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
