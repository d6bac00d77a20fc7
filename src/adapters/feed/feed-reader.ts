import { failed, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApiFailure } from '../../ports/content-api.ts';
import { readChaptersDocument } from './chapters.ts';
import { decodeDocument } from './decode-document.ts';
import type { Feed, FeedChapter } from './feed.ts';
import { readFeed } from './read-feed.ts';

/** How long a response may take to start, and how long the full document may take. */
const FIRST_BYTE_DEADLINE = milliseconds(10_000);
const DOCUMENT_DEADLINE = milliseconds(30_000);

/** The largest document that is read, in bytes. Feeds with thousands of episodes are smaller than 10 MB. */
export const LARGEST_DOCUMENT = 32 * 1024 * 1024;

/** Older pages are not read beyond this number. */
const MOST_PAGES = 100;

type Outcome<Value> = Result<Value, ApiFailure>;

/** Requests feeds, and the chapters documents that feeds link to. Never throws. */
export class FeedReader {
  constructor(
    private readonly clock: Clock,
    private readonly request: typeof fetch = (input, init) => globalThis.fetch(input, init),
  ) {}

  async feed(url: string): Promise<Outcome<Feed>> {
    const document = await this.document(url);
    if (!document.ok) return document;
    const feed = readFeed(document.value.text, url, document.value.url);
    return feed === null ? failed({ kind: 'malformed' }) : ok(feed);
  }

  /**
   * Reads the older pages of a feed, one after another (CAT-83). A page that does not exist is the end.
   *
   * @param mayAsk true if a document may be requested from this address
   */
  async older({ url, nextUrl }: Feed, mayAsk: (url: string) => boolean): Promise<Outcome<readonly Feed[]>> {
    const pages: Feed[] = [];
    const seen = new Set([url]);
    for (let next = nextUrl; next !== null && pages.length < MOST_PAGES && mayAsk(next);) {
      if (seen.has(next)) break;
      seen.add(next);
      const page = await this.feed(next);
      if (!page.ok && page.error.kind === 'not-found') break;
      if (!page.ok) return page;
      pages.push(page.value);
      next = page.value.nextUrl;
    }
    return ok(pages);
  }

  async chapters(url: string): Promise<Outcome<readonly FeedChapter[]>> {
    const document = await this.document(url);
    if (!document.ok) return document;
    try {
      const chapters = readChaptersDocument(JSON.parse(document.value.text));
      if (chapters !== null) return ok(chapters);
    } catch {
      // Invalid JSON counts as unreadable.
    }
    return failed({ kind: 'malformed' });
  }

  private async document(url: string): Promise<Outcome<{ readonly text: string; readonly url: string }>> {
    const controller = new AbortController();
    const firstByteDeadline = this.clock.every(FIRST_BYTE_DEADLINE).subscribe(() => controller.abort());
    const documentDeadline = this.clock.every(DOCUMENT_DEADLINE).subscribe(() => controller.abort());
    try {
      // A feed is public, and its host must not learn who listens. So no credentials are sent.
      const response = await this.request(url, { credentials: 'omit', signal: controller.signal });
      firstByteDeadline.unsubscribe();
      const failure = failureOf(response.status);
      if (failure !== null) {
        controller.abort();
        return failed(failure);
      }
      const bytes = await bytesOf(response);
      return bytes === null
        ? failed({ kind: 'malformed' })
        : ok({ text: decodeDocument(bytes, response.headers.get('Content-Type')), url: response.url || url });
    } catch {
      return failed({ kind: controller.signal.aborted ? 'timeout' : 'unreachable' });
    } finally {
      firstByteDeadline.unsubscribe();
      documentDeadline.unsubscribe();
      controller.abort();
    }
  }
}

const failureOf = (status: number): ApiFailure | null => {
  if (status >= 200 && status < 300) return null;
  if (status === 403 || status === 401) return { kind: 'forbidden' };
  if (status === 404 || status === 410) return { kind: 'not-found' };
  if (status === 429) return { kind: 'rate-limited' };
  return { kind: status >= 500 ? 'server' : 'rejected' };
};

/** Returns the body; null if it is too large. */
const bytesOf = async (response: Response): Promise<Uint8Array | null> => {
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > LARGEST_DOCUMENT) return null;
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
};
