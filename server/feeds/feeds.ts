import { Turns } from '../turns.ts';
import { type Selectable, sql } from 'kysely';
import type { CatalogueItem } from '../catalogue/types.ts';
import type { Clock } from '../clock.ts';
import { orderSubjects } from '../catalogue/publish/subjects.ts';
import type { OwnTables } from '../library/tables.ts';
import type { Database } from '../members/tables.ts';
import { shownAddress, type SplitAddress, splitCredentials, withCredentials } from './credentials.ts';
import { fetchDocument, type Document, type Known } from './fetch/fetch-document.ts';
import { FetchError, PublicAddresses, webUrl } from './fetch/request.ts';
import { LOOK_AT, showId } from './feed-items.ts';
import { type ListedFeed, writeOpml } from './read/opml.ts';
import { type FeedThread, FeedThreads, type Reply } from './feed-threads.ts';
import { areDocumentsDue, readNewChapters, readNewTranscripts, storedChapters } from './episode-documents.ts';
import type { FeedsDatabase, FeedTables } from './tables.ts';
import { deleteFeed, hideEpisodes, knownEpisodes, writeEpisodes, writeShow } from './write-feed.ts';

/** A command about podcasts cannot be done; the message says why. */
export class FeedError extends Error {
  override readonly name = 'FeedError';

  /** @param isKnown the podcast is there already */
  constructor(
    message: string,
    readonly isKnown = false,
  ) {
    super(message);
  }
}

/** What became of a podcast of an OPML document. */
export interface ImportedFeed {
  readonly outcome: 'added' | 'known' | 'failed';
  readonly title: string;
  readonly url: string;
  /** Why it was not added, or what of it is not listed. */
  readonly reason: string | null;
}

export interface FeedRow {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly episodes: number;
  readonly fetchedAt: number | null;
  readonly nextAt: number;
  readonly error: string | null;
  readonly note: string | null;
}

interface Changes {
  readonly added: number;
  readonly changed: number;
  readonly gone: number;
}

export type Refreshed = { readonly id: string; readonly title: string } & (
  | ({ readonly outcome: 'updated' } & Changes)
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'failed'; readonly error: string }
);

const ACCEPT = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1';
const HOUR_MS = 3_600_000;
const INTERVAL_MS = HOUR_MS;
const FIRST_RETRY_MS = HOUR_MS / 6;
const LONGEST_RETRY_MS = 24 * HOUR_MS;
/** A fifth earlier or later, so that podcasts of one host are not all asked in one moment. */
const JITTER = 0.2;
/** No other process takes a podcast that was taken within this time. */
const TAKEN_MS = HOUR_MS / 6;
const AT_ONCE = 4;
/** Podcasts that a process reads at once. Each may keep its document in memory while it waits for a thread. */
const READ_AT_ONCE = 6;
const MOST_MOVES = 3;
/** Older pages are not read beyond this number. */
const MOST_PAGES = 100;

/** Megabytes of a feed with its older pages. */
const LARGEST_MB = 64;

type Page = Extract<Reply, { kind: 'page' }>;
type ReadPodcast = Extract<Reply, { kind: 'podcast' }>;

/** A podcast whose pages a thread has read. */
interface Reading {
  readonly thread: FeedThread;
  readonly document: Document;
  readonly credentials: string | null;
  readonly signal: AbortSignal | undefined;
}

/** The podcasts of a provider: adds, reads, lists and removes them. */
export class Feeds {
  readonly addresses: PublicAddresses;
  private readonly db: FeedsDatabase;

  /** @param ownNetworks networks that feeds may lead to although they are not public */
  private readonly turns = new Turns(READ_AT_ONCE);

  constructor(
    db: Database,
    private readonly clock: Clock,
    ownNetworks: readonly string[],
    private readonly threads = new FeedThreads(),
  ) {
    this.db = db.withTables<OwnTables & FeedTables>();
    this.addresses = new PublicAddresses(ownNetworks);
  }

  /**
   * Adds a podcast and all its episodes. An address may contain a name and a password (CAT-84). A podcast that is there
   * already gets the new ones.
   *
   * @throws {FeedError} and nothing was added
   */
  async add(text: string, signal?: AbortSignal): Promise<FeedRow> {
    const address = splitCredentials(addressOf(text));
    if (address.credentials === null) await this.checkIsNew(showId(address.url), [address.url]);
    try {
      const id = await this.read(address, null, signal, (reading) => this.addRead(address.url, reading));
      return await this.row(typeof id === 'string' ? id : showId(address.url));
    } catch (error) {
      throw error instanceof FetchError ? new FeedError(error.message) : error;
    }
  }

  /** @returns the id of the podcast */
  private async addRead(address: string, reading: Reading): Promise<string> {
    const { document, credentials } = reading;
    const id = showId(address);
    const now = this.clock.now();
    const urls = [address, document.permanentUrl];
    const existing = credentials === null ? null : await this.find(id, urls);
    if (existing !== null) {
      await this.save(existing, { credentials, failures: 0, error: null, next_at: now });
      return existing;
    }
    await this.checkIsNew(id, urls);
    const podcast = await reading.thread.ask({ kind: 'podcast', id, now, known: [] }, reading.signal);
    const inserted = await this.db
      .insertInto('feeds')
      .values({
        id,
        url: document.permanentUrl,
        credentials,
        title: podcast.show.title,
        image_url: podcast.imageUrl,
        added_at: now,
        fetched_at: now,
        next_at: now + spread(INTERVAL_MS),
        failures: 0,
        error: null,
        note: podcast.note,
        item: JSON.stringify(podcast.show),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    // It may have been added at the same time by another address.
    if (inserted.length === 0) await this.checkIsNew(id, urls);
    try {
      await writeShow(this.db, podcast);
      await this.write(podcast, now, reading);
      await this.save(id, tagsOf(document));
    } catch (error) {
      await deleteFeed(this.db, id);
      throw error;
    }
    return id;
  }

  private async find(id: string, urls: readonly string[]): Promise<string | null> {
    const isSame = sql<boolean>`id = ${id} or url = any(${urls})`;
    return (await this.db.selectFrom('feeds').select('id').where(isSame).executeTakeFirst())?.id ?? null;
  }

  /** @throws {FeedError} */
  private async checkIsNew(id: string, urls: readonly string[]): Promise<void> {
    const existing = await this.find(id, urls);
    if (existing !== null) throw new FeedError(`This podcast is there already, as ${existing}.`, true);
  }

  /**
   * The podcasts that an OPML document names, each address once (FEED-51).
   *
   * @throws {FeedError} if it is none
   */
  async readOpml(bytes: Uint8Array): Promise<readonly ListedFeed[]> {
    try {
      return (await this.threads.use((thread) => thread.ask({ kind: 'opml', bytes }, undefined))).feeds;
    } catch (error) {
      throw error instanceof FetchError ? new FeedError(error.message) : error;
    }
  }

  /** All podcasts as OPML, without the names and passwords of their addresses (FEED-52). */
  async opml(): Promise<string> {
    const feeds = await this.list();
    if (feeds.length === 0) throw new FeedError('There are no podcasts yet.');
    return writeOpml(feeds, new Date(this.clock.now()));
  }

  /**
   * Adds podcasts, several at a time. One that cannot be added keeps no other one from it (FEED-51).
   *
   * @param tell called for each podcast when it is done
   */
  async addListed(
    feeds: readonly ListedFeed[],
    tell: (feed: ImportedFeed) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    await inTurns(feeds, signal, async ({ title, url }) => {
      try {
        if (url === '') throw new FeedError('The document has no address of it.');
        const added = await this.add(url, signal);
        tell({ outcome: 'added', title: added.title, url: added.url, reason: added.note });
      } catch (error) {
        if (!(error instanceof FeedError)) throw error;
        const outcome = error.isKnown ? 'known' : 'failed';
        tell({ outcome, title, url: shownAddress(url), reason: error.message });
      }
    });
  }

  /** @param id null: all podcasts */
  async list(id: string | null = null): Promise<readonly FeedRow[]> {
    const rows = await this.db
      .selectFrom('feeds')
      .select(['id', 'title', 'url', 'fetched_at', 'next_at', 'error', 'note'])
      .select((feed) =>
        feed
          .selectFrom('feed_episodes')
          .whereRef('feed_id', '=', 'feeds.id')
          .where('gone_at', 'is', null)
          .select(({ fn }) => fn.countAll().as('count'))
          .as('episodes'),
      )
      .$if(id !== null, (query) => query.where('id', '=', id))
      .orderBy('title')
      .execute();
    return rows.map(({ id, title, url, episodes, fetched_at, next_at, error, note }) => ({
      id,
      title,
      url,
      episodes: Number(episodes),
      fetchedAt: fetched_at,
      nextAt: next_at,
      error,
      note,
    }));
  }

  /**
   * Reads podcasts again, whether they are due or not.
   *
   * @param id null: all of them
   * @throws {FeedError} for an unknown id
   */
  async refresh(id: string | null, signal?: AbortSignal): Promise<readonly Refreshed[]> {
    const all = (await this.list()).map((each) => each.id);
    if (id !== null && !all.includes(id)) throw new FeedError(`There is no podcast ${id}.`);
    return this.refreshSome(id === null ? all : [id], signal);
  }

  async refreshDue(signal: AbortSignal): Promise<readonly Refreshed[]> {
    const now = this.clock.now();
    const due = await this.db
      .updateTable('feeds')
      .set({ next_at: now + TAKEN_MS })
      .where('next_at', '<=', now)
      .returning('id')
      .execute();
    return this.refreshSome(
      due.map(({ id }) => id),
      signal,
    );
  }

  /** @throws {FeedError} for an unknown id */
  async remove(id: string): Promise<string> {
    const row = await this.db.selectFrom('feeds').select('title').where('id', '=', id).executeTakeFirst();
    if (row === undefined) throw new FeedError(`There is no podcast ${id}.`);
    await deleteFeed(this.db, id);
    return row.title;
  }

  private async refreshSome(ids: readonly string[], signal?: AbortSignal): Promise<readonly Refreshed[]> {
    const results: Refreshed[] = [];
    await inTurns(ids, signal, async (id) => {
      const result = await this.refreshOne(id, signal);
      if (result !== null) results.push(result);
    });
    return results;
  }

  /** @returns null if the podcast was removed meanwhile */
  private async refreshOne(id: string, signal?: AbortSignal): Promise<Refreshed | null> {
    const row = await this.db.selectFrom('feeds').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) return null;
    const now = this.clock.now();
    const backoff = spread(Math.min(FIRST_RETRY_MS * 2 ** Math.min(row.failures, 20), LONGEST_RETRY_MS));
    // A feed may end the process while it is read. Then it counts as failed, and the next process waits longer (CAT-106).
    await this.save(id, { failures: row.failures + 1, next_at: now + Math.max(TAKEN_MS, backoff) });
    try {
      const tags = (await areDocumentsDue(this.db, id, now))
        ? null
        : { etag: row.etag, lastModified: row.last_modified, hash: row.body_hash };
      const read = {
        fetched_at: now,
        next_at: now + spread(INTERVAL_MS),
        failures: 0,
        error: null,
      };
      const changes = await this.read(row, tags, signal, async (reading) => {
        const found = await this.update(row, now, reading);
        const url = await this.freeUrl(id, reading.document.permanentUrl, row.url);
        await this.save(id, { ...read, ...tagsOf(reading.document), url });
        return found;
      });
      if ('url' in changes) {
        await this.save(id, { ...read, url: await this.freeUrl(id, changes.url, row.url) });
        return { id, title: row.title, outcome: 'unchanged' };
      }
      const { title, added, changed, gone } = changes;
      return added + changed + gone === 0
        ? { id, title, outcome: 'unchanged' }
        : { id, title, outcome: 'updated', added, changed, gone };
    } catch (error) {
      if (!(error instanceof FetchError) && !(error instanceof FeedError)) throw error;
      const pause = error instanceof FetchError ? (error.retryAfter ?? 0) : 0;
      await this.save(id, {
        failures: row.failures + 1,
        error: error.message,
        next_at: now + Math.max(pause, backoff),
      });
      return { id, title: row.title, outcome: 'failed', error: error.message };
    }
  }

  /** @throws {FeedError} */
  private async row(id: string): Promise<FeedRow> {
    const [row] = await this.list(id);
    if (row === undefined) throw new FeedError('The podcast was removed while it was added.');
    return row;
  }

  private async save(id: string, fields: Partial<Omit<FeedTables['feeds'], 'item'>>): Promise<void> {
    await this.db.updateTable('feeds').set(fields).where('id', '=', id).execute();
  }

  /** Two podcasts that moved to one address stay two. */
  private async freeUrl(id: string, wanted: string, now: string): Promise<string> {
    if (wanted === now) return now;
    const other = await this.db
      .selectFrom('feeds')
      .select('id')
      .where('url', '=', wanted)
      .where('id', '<>', id)
      .executeTakeFirst();
    return other === undefined ? wanted : now;
  }

  private async update(
    { id, item }: Pick<Selectable<FeedTables['feeds']>, 'id' | 'item'>,
    now: number,
    reading: Reading,
  ): Promise<Changes & { readonly title: string }> {
    const known = await knownEpisodes(this.db, id);
    const podcast = await reading.thread.ask({ kind: 'podcast', id, now, known }, reading.signal);
    const { show, gone } = podcast;
    if (podcast.chaptersUrls.length === 0 && gone.length > 0) {
      throw new FetchError('The feed has no episodes any more. Those of before stay.');
    }
    await this.save(id, { note: podcast.note });
    const isSameShow = contentOf(item) === contentOf(show);
    if (!isSameShow && !(await writeShow(this.db, podcast))) return { title: show.title, ...NO_CHANGES };
    const changes = await this.write(podcast, now, reading);
    return { title: show.title, ...changes };
  }

  /** Writes what is new or different of the episodes. */
  private async write(
    { show, chaptersUrls, transcripts, gone, note }: ReadPodcast,
    now: number,
    reading: Reading,
  ): Promise<Changes> {
    const { thread, credentials, signal } = reading;
    const urls = chaptersUrls.filter((url) => url !== null);
    await readNewChapters(this.db, this.addresses, { id: show.id, credentials }, urls, now, signal);
    let [added, changed, written] = [0, 0, 0];
    for (let from = 0; from < chaptersUrls.length;) {
      const some = chaptersUrls.slice(from, from + LOOK_AT).filter((url) => url !== null);
      const chapters = await storedChapters(this.db, some);
      const { rows, next } = await thread.ask({ kind: 'rows', from, chapters }, signal);
      if (rows.length > 0 && !(await writeEpisodes(this.db, show.id, rows))) return NO_CHANGES;
      added += rows.filter(({ change }) => change === 'added').length;
      changed += rows.filter(({ change }) => change === 'changed').length;
      written += rows.length;
      from = next;
    }
    await hideEpisodes(this.db, gone, now);
    if (written + gone.length > 0) await orderSubjects(this.db);
    const feed = { id: show.id, credentials };
    const read = async (bytes: Uint8Array, type: string, seconds: number | null) =>
      (await thread.ask({ kind: 'transcript', bytes, type, seconds }, signal)).read;
    const problem = await readNewTranscripts(this.db, this.addresses, read, feed, transcripts, now, signal);
    if (problem !== null) await this.save(show.id, { note: [note ?? '', problem].join(' ').trim() });
    return { added, changed, gone: gone.length };
  }

  /**
   * Reads a podcast with its older pages in a thread, and does something with it.
   *
   * @returns the address alone if the feed has not changed
   * @throws {FetchError}
   */
  private read<Result>(
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

/** Does work for each, some at once, until it is stopped. */
async function inTurns<Each>(
  all: readonly Each[],
  signal: AbortSignal | undefined,
  work: (each: Each) => Promise<void>,
): Promise<void> {
  const waiting = all.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const each of waiting) {
        if (signal?.aborted === true) return;
        await work(each);
      }
    }),
  );
}

const NO_CHANGES: Changes = { added: 0, changed: 0, gone: 0 };

/** Without the popularity, which changes with the listeners and not with the feed. */
const contentOf = (item: CatalogueItem): string => JSON.stringify({ ...item, popularity: 0 });

const readPage = (
  thread: FeedThread,
  { bytes, contentType, url }: Document,
  isFirst: boolean,
  signal: AbortSignal | undefined,
): Promise<Page> => thread.ask({ kind: 'page', isFirst, bytes, contentType, url }, signal);

const tagsOf = ({ etag, lastModified, hash }: Document) => ({
  etag,
  last_modified: lastModified,
  body_hash: hash,
});

const spread = (milliseconds: number): number =>
  Math.round(milliseconds * (1 - JITTER + 2 * JITTER * Math.random()));

/** @throws {FeedError} */
function addressOf(text: string): string {
  try {
    return webUrl(
      text
        .trim()
        .replace(/^(?:feed|itpc|pcast):(?:\/\/)?(?=https?:)/iu, '')
        .replace(/^(?:feed|itpc|pcast):\/\//iu, 'https://'),
    ).href;
  } catch (error) {
    throw error instanceof FetchError ? new FeedError(error.message) : error;
  }
}
