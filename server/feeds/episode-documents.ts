import { sql } from 'kysely';
import type { ReadTranscript } from 'audio-streaming-transcripts/read-transcript';
import { replaceTranscripts } from '../catalogue/transcripts.ts';
import { readSetting, writeSetting } from '../db/settings.ts';
import { moduleOfPackage, versionOfCode } from '../library/read/code-version.ts';
import { languageTag } from '../library/read/names.ts';
import { visibleLine } from '../library/read/visible-text.ts';
import { withCredentials } from './credentials.ts';
import { fetchDocument } from './fetch/fetch-document.ts';
import { FetchError, type PublicAddresses } from './fetch/request.ts';
import { MOST_CHAPTERS } from './read/read-feed.ts';
import type { FeedsDatabase, FeedTables } from './tables.ts';
import type { Chapter } from './read/podcast.ts';

/** How many documents one reading of a podcast requests. The newest episodes come first, the others the next time. */
const MOST_REQUESTS = 20;
/** Characters of the titles of one document. */
const MOST_CHARACTERS = 20_000;
const LARGEST_CHAPTERS_MB = 1;
const ACCEPT_CHAPTERS = 'application/json+chapters, application/json';

const HOUR_MS = 3_600_000;
/** Before the next reading of the feed. */
const FIRST_RETRY_MS = HOUR_MS / 2;
const LONGEST_RETRY_MS = 24 * HOUR_MS;
/** A document that does not exist is asked for again once a week. */
const MISSING_RETRY_MS = 7 * LONGEST_RETRY_MS;

/** When to ask again for a document that could not be read (CAT-183). */
const retryAt = (now: number, failures: number, isMissing: boolean): number =>
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
    const document = await fetchDocument(addresses, url, ACCEPT_CHAPTERS, null, signal, LARGEST_CHAPTERS_MB);
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

/** A transcript that a feed names. */
export interface ListedTranscript {
  readonly episodeId: string;
  readonly url: string;
  readonly type: string;
  readonly language: string | null;
  /** Of the sound. Null if the feed does not say it. */
  readonly seconds: number | null;
}

const LARGEST_TRANSCRIPT_MB = 4;
const ACCEPT_TRANSCRIPT =
  'text/vtt, application/x-subrip, application/json, text/html, text/plain, */*;q=0.5';

/**
 * Fetches and stores the transcripts of episodes, in every language. Each is read once. One that could not be read is asked for
 * again as chapters are (TEXT-56).
 *
 * @param read reads a file in a thread of its own, because a file may be made to take long
 * @param listed the one of the oldest episode first
 * @returns what is wrong with those of this podcast; null if nothing is
 */
export async function readNewTranscripts(
  db: FeedsDatabase,
  addresses: PublicAddresses,
  read: ReadFile,
  feed: { readonly id: string; readonly credentials: string | null },
  listed: readonly ListedTranscript[],
  now: number,
  signal?: AbortSignal,
): Promise<string | null> {
  const keyOf = ({ episodeId, url }: ListedTranscript): string => `${episodeId} ${url}`;
  const byKey = new Map(listed.map((each) => [keyOf(each), each]));
  const rows = db.selectFrom('feed_transcripts').where('feed_id', '=', feed.id);
  await db
    .deleteFrom('feed_transcripts')
    .where('feed_id', '=', feed.id)
    .where(sql<boolean>`not (key = any(${[...byKey.keys()]}))`)
    .execute();
  const known = new Map((await rows.selectAll().execute()).map((row) => [row.key, row]));
  const isDue = (key: string): boolean => (known.get(key)?.next_at ?? (known.has(key) ? Infinity : 0)) <= now;
  for (const [key, each] of [...byKey].filter(([key]) => isDue(key)).slice(-MOST_REQUESTS)) {
    const failures = known.get(key)?.failures ?? 0;
    const url = withCredentials(each.url, feed.credentials);
    const attempt = { feed_id: feed.id, failures: Math.min(failures + 1, 20), problem: NOT_READ };
    // Reading it may end the process. Then it counts as failed, and the next process waits longer.
    await save(db, key, { ...attempt, next_at: retryAt(now, failures, false) });
    const found = await fetchTranscript(addresses, read, url, each, signal);
    const isRead = typeof found === 'object' && found.cues.length > 0;
    const problem = typeof found === 'object' ? (found.problems[0] ?? null) : 'It cannot be fetched.';
    const next_at = isRead ? null : retryAt(now, failures, found === 'missing');
    const row = { ...attempt, next_at, problem };
    await db.transaction().execute(async (transaction) => {
      if (isRead) {
        const language = languageTag(each.language ?? '') ?? 'und';
        const draft = { itemId: each.episodeId, chapter: 0, language, origin: each.url };
        await replaceTranscripts(transaction, each.episodeId, 'feed', [{ ...draft, ...found }], each.url);
      }
      await save(transaction, key, row);
    });
  }
  const faulty = await rows
    .select(['key', 'problem'])
    .where('problem', 'is not', null)
    .orderBy('key')
    .execute();
  const [first] = faulty;
  if (first === undefined) return null;
  const more = faulty.length === 1 ? '' : ` So ${faulty.length - 1} more.`;
  return `Transcript ${byKey.get(first.key)?.url ?? ''}: ${first.problem ?? ''}${more}`;
}

/** Changes with the code that reads transcripts. */
const READER = versionOfCode([moduleOfPackage('audio-streaming-transcripts/read-transcript')]);
const READER_SETTING = 'feeds/transcript-reader';

/** Lets all transcripts be asked for again, if another reader has read them (TEXT-65). */
export async function askAgainAfterChange(db: FeedsDatabase, reader = READER): Promise<void> {
  if ((await readSetting(db, READER_SETTING)) === reader) return;
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('feed_transcripts').set({ failures: 0, next_at: 0 }).execute();
    await writeSetting(transaction, READER_SETTING, reader);
  });
}

const NOT_READ = 'Reading it was not finished.';

/** Stores what became of a transcript. */
async function save(
  db: Pick<FeedsDatabase, 'insertInto'>,
  key: string,
  row: Omit<FeedTables['feed_transcripts'], 'key'>,
): Promise<void> {
  await db
    .insertInto('feed_transcripts')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

type ReadFile = (bytes: Uint8Array, type: string, seconds: number | null) => Promise<ReadTranscript>;

async function fetchTranscript(
  addresses: PublicAddresses,
  read: ReadFile,
  url: string,
  { type, seconds }: ListedTranscript,
  signal?: AbortSignal,
) {
  try {
    const document = await fetchDocument(
      addresses,
      url,
      ACCEPT_TRANSCRIPT,
      null,
      signal,
      LARGEST_TRANSCRIPT_MB,
    );
    if (!('bytes' in document)) return 'failed';
    return await read(document.bytes, type, seconds);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return error.status === 404 || error.status === 410 ? 'missing' : 'failed';
  }
}
