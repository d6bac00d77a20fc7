import { sql } from 'kysely';
import type { ReadTranscript } from '../../transcripts/read-transcript.ts';
import { replaceTranscripts } from '../catalogue/transcripts.ts';
import { languageTag } from '../library/read/language.ts';
import { MOST_REQUESTS, retryAt } from './chapters.ts';
import { withCredentials } from './credentials.ts';
import { fetchDocument } from './fetch/fetch-document.ts';
import { FetchError, type PublicAddresses } from './fetch/request.ts';
import type { FeedsDatabase } from './tables.ts';

/** A transcript that a feed names. */
export interface ListedTranscript {
  readonly episodeId: string;
  readonly url: string;
  readonly type: string;
  readonly language: string | null;
  /** Of the sound. Null if the feed does not say it. */
  readonly seconds: number | null;
}

const LARGEST_MB = 4;
const ACCEPT = 'text/vtt, application/x-subrip, application/json, text/html, text/plain, */*;q=0.5';

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
    const found = await fetchTranscript(addresses, read, url, each, signal);
    const isRead = typeof found === 'object' && found.cues.length > 0;
    const problem = typeof found === 'object' ? (found.problems[0] ?? null) : 'It cannot be fetched.';
    const next_at = isRead ? null : retryAt(now, failures, found === 'missing');
    const row = { feed_id: feed.id, failures: Math.min(failures + 1, 20), next_at, problem };
    await db.transaction().execute(async (transaction) => {
      if (isRead) {
        const language = languageTag(each.language ?? '') ?? 'und';
        const draft = { itemId: each.episodeId, chapter: 0, language, origin: each.url };
        await replaceTranscripts(transaction, each.episodeId, 'feed', [{ ...draft, ...found }], each.url);
      }
      await transaction
        .insertInto('feed_transcripts')
        .values({ key, ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute();
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

type ReadFile = (bytes: Uint8Array, type: string, seconds: number | null) => Promise<ReadTranscript>;

async function fetchTranscript(
  addresses: PublicAddresses,
  read: ReadFile,
  url: string,
  { type, seconds }: ListedTranscript,
  signal?: AbortSignal,
) {
  try {
    const document = await fetchDocument(addresses, url, ACCEPT, null, signal, LARGEST_MB);
    if (!('bytes' in document)) return 'failed';
    return await read(document.bytes, type, seconds);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return error.status === 404 || error.status === 410 ? 'missing' : 'failed';
  }
}
