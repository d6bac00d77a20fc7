import { Turns } from '../turns.ts';
import { type SplitAddress, splitCredentials, withCredentials } from './credentials.ts';
import type { FeedThread, FeedThreads, Reply } from './feed-threads.ts';
import { fetchDocument, type Document, type Known } from './fetch/fetch-document.ts';
import { FetchError, type PublicAddresses } from './fetch/request.ts';

const ACCEPT = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1';
/** Podcasts that a process reads at once. Each may keep its document in memory while it waits for a thread. */
const READ_AT_ONCE = 6;
const MOST_MOVES = 3;
/** Older pages are not read beyond this number. */
const MOST_PAGES = 100;

/** Megabytes of a feed with its older pages. */
const LARGEST_MB = 64;

type Page = Extract<Reply, { kind: 'page' }>;

/** A podcast whose pages a thread has read. */
export interface Reading {
  readonly thread: FeedThread;
  readonly document: Document;
  readonly credentials: string | null;
  readonly signal: AbortSignal | undefined;
}

/** Fetches podcasts, and has their documents read by threads. */
export class PodcastReader {
  private readonly turns = new Turns(READ_AT_ONCE);

  constructor(
    private readonly addresses: PublicAddresses,
    private readonly threads: FeedThreads,
  ) {}

  /**
   * Reads a podcast with its older pages in a thread, and does something with it.
   *
   * @returns the address alone if the feed has not changed
   * @throws {FetchError}
   */
  read<Result>(
    address: SplitAddress,
    known: Known | null,
    signal: AbortSignal | undefined,
    use: (reading: Reading) => Promise<Result>,
  ): Promise<Result | { readonly url: string }> {
    return this.turns.take(() => this.readNow(address, known, signal, use));
  }

  private async readNow<Result>(
    address: SplitAddress,
    known: Known | null,
    signal: AbortSignal | undefined,
    use: (reading: Reading) => Promise<Result>,
  ): Promise<Result | { readonly url: string }> {
    const first = await this.fetch(address, known, signal);
    if (!('bytes' in first)) return { url: first.permanentUrl };
    const { credentials } = address;
    return this.threads.use(async (thread) => {
      let size = first.bytes.byteLength;
      let found = { document: first, page: await readPage(thread, first, true, signal) };
      for (let moves = 0; moves < MOST_MOVES; moves += 1) {
        const { newUrl } = found.page;
        if (newUrl === null || newUrl === found.document.permanentUrl) break;
        // The new address counts only if a podcast is there.
        const next = { url: splitCredentials(newUrl).url, credentials };
        const moved = await this.fetch(next, null, signal).catch(() => null);
        if (moved === null || !('bytes' in moved)) break;
        size = moved.bytes.byteLength;
        const page = await readPage(thread, moved, true, signal).catch(() => null);
        if (page === null) break;
        found = { document: moved, page };
      }
      await this.readOlderPages(thread, found, size, credentials, signal);
      return use({ thread, document: found.document, credentials, signal });
    });
  }

  /**
   * Reads the older pages (RFC 5005). A page that does not exist is the end. If a page cannot be read, the podcast counts
   * as not read: its episodes are not gone.
   */
  private async readOlderPages(
    thread: FeedThread,
    { document, page }: { readonly document: Document; readonly page: Page },
    firstSize: number,
    credentials: string | null,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const seen = new Set([document.url]);
    let size = firstSize;
    let next = page.nextUrl;
    while (next !== null && !seen.has(next) && seen.size <= MOST_PAGES) {
      const url: string = next;
      seen.add(url);
      try {
        const older = await this.fetch({ url, credentials }, null, signal);
        if (!('bytes' in older)) return;
        size += older.bytes.byteLength;
        if (size > LARGEST_MB * 1024 * 1024) {
          throw new FetchError(`The feed and its older pages are larger than ${LARGEST_MB} MB.`);
        }
        next = (await readPage(thread, older, false, signal)).nextUrl;
      } catch (error) {
        if (!(error instanceof FetchError)) throw error;
        if (error.status === 404 || error.status === 410) return;
        const shown = splitCredentials(url).url;
        throw new FetchError(`An older page cannot be read (${shown}): ${error.message}`, error.retryAfter);
      }
    }
  }

  private fetch(
    { url, credentials }: SplitAddress,
    known: Known | null,
    signal: AbortSignal | undefined,
  ): Promise<Document | { readonly permanentUrl: string }> {
    return fetchDocument(this.addresses, withCredentials(url, credentials), ACCEPT, known, signal);
  }
}

const readPage = (
  thread: FeedThread,
  { bytes, contentType, url }: Document,
  isFirst: boolean,
  signal: AbortSignal | undefined,
): Promise<Page> => thread.ask({ kind: 'page', isFirst, bytes, contentType, url }, signal);
