import type { Selectable } from 'kysely';
import type { CatalogueItem } from '../catalogue/types.ts';
import type { Clock } from '../clock.ts';
import { orderSubjects } from '../catalogue/publish/subjects.ts';
import type { OwnTables } from '../library/tables.ts';
import type { Database } from '../members/tables.ts';
import { shownAddress, splitCredentials } from './credentials.ts';
import type { Document } from './fetch/fetch-document.ts';
import { FetchError, PublicAddresses, webUrl } from './fetch/request.ts';
import { LOOK_AT, showId } from './feed-items.ts';
import { type ListedFeed, writeOpml } from './read/opml.ts';
import {
  addFeed,
  claimDueFeeds,
  type FeedRow,
  findFeed,
  freeUrl,
  listFeeds,
  readFeed,
  saveFeed,
} from './feed-rows.ts';
import { FeedThreads, type Reply } from './feed-threads.ts';
import { PodcastReader, type Reading } from './read-podcast.ts';
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

const HOUR_MS = 3_600_000;
const INTERVAL_MS = HOUR_MS;
const FIRST_RETRY_MS = HOUR_MS / 6;
const LONGEST_RETRY_MS = 24 * HOUR_MS;
/** A fifth earlier or later, so that podcasts of one host are not all asked in one moment. */
const JITTER = 0.2;
/** No other process takes a podcast that was taken within this time. */
const TAKEN_MS = HOUR_MS / 6;
const AT_ONCE = 4;
type ReadPodcast = Extract<Reply, { kind: 'podcast' }>;

/** The podcasts of a provider: adds, reads, lists and removes them. */
export class Feeds {
  readonly addresses: PublicAddresses;
  private readonly db: FeedsDatabase;

  private readonly reader: PodcastReader;

  /** @param ownNetworks networks that feeds may lead to although they are not public */
  constructor(
    db: Database,
    private readonly clock: Clock,
    ownNetworks: readonly string[],
    private readonly threads = new FeedThreads(),
  ) {
    this.db = db.withTables<OwnTables & FeedTables>();
    this.addresses = new PublicAddresses(ownNetworks);
    this.reader = new PodcastReader(this.addresses, threads);
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
      const id = await this.reader.read(address, null, signal, (reading) =>
        this.addRead(address.url, reading),
      );
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
    const existing = credentials === null ? null : await findFeed(this.db, id, urls);
    if (existing !== null) {
      await saveFeed(this.db, existing, { credentials, failures: 0, error: null, next_at: now });
      return existing;
    }
    await this.checkIsNew(id, urls);
    const podcast = await reading.thread.ask({ kind: 'podcast', id, now, known: [] }, reading.signal);
    const isAdded = await addFeed(this.db, {
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
    });
    // It may have been added at the same time by another address.
    if (!isAdded) await this.checkIsNew(id, urls);
    try {
      await writeShow(this.db, podcast);
      await this.write(podcast, now, reading);
      await saveFeed(this.db, id, tagsOf(document));
    } catch (error) {
      await deleteFeed(this.db, id);
      throw error;
    }
    return id;
  }

  /** @throws {FeedError} */
  private async checkIsNew(id: string, urls: readonly string[]): Promise<void> {
    const existing = await findFeed(this.db, id, urls);
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

  list(): Promise<readonly FeedRow[]> {
    return listFeeds(this.db, null);
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
    const due = await claimDueFeeds(this.db, now, now + TAKEN_MS);
    return this.refreshSome(
      due.map(({ id }) => id),
      signal,
    );
  }

  /** @throws {FeedError} for an unknown id */
  async remove(id: string): Promise<string> {
    const row = await readFeed(this.db, id);
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
    const row = await readFeed(this.db, id);
    if (row === undefined) return null;
    const now = this.clock.now();
    const backoff = spread(Math.min(FIRST_RETRY_MS * 2 ** Math.min(row.failures, 20), LONGEST_RETRY_MS));
    // A feed may end the process while it is read. Then it counts as failed, and the next process waits longer (CAT-106).
    await saveFeed(this.db, id, { failures: row.failures + 1, next_at: now + Math.max(TAKEN_MS, backoff) });
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
      const changes = await this.reader.read(row, tags, signal, async (reading) => {
        const found = await this.update(row, now, reading);
        const url = await freeUrl(this.db, id, reading.document.permanentUrl, row.url);
        await saveFeed(this.db, id, { ...read, ...tagsOf(reading.document), url });
        return found;
      });
      if ('url' in changes) {
        await saveFeed(this.db, id, { ...read, url: await freeUrl(this.db, id, changes.url, row.url) });
        return { id, title: row.title, outcome: 'unchanged' };
      }
      const { title, added, changed, gone } = changes;
      return added + changed + gone === 0
        ? { id, title, outcome: 'unchanged' }
        : { id, title, outcome: 'updated', added, changed, gone };
    } catch (error) {
      if (!(error instanceof FetchError) && !(error instanceof FeedError)) throw error;
      const pause = error instanceof FetchError ? (error.retryAfter ?? 0) : 0;
      await saveFeed(this.db, id, {
        failures: row.failures + 1,
        error: error.message,
        next_at: now + Math.max(pause, backoff),
      });
      return { id, title: row.title, outcome: 'failed', error: error.message };
    }
  }

  /** @throws {FeedError} */
  private async row(id: string): Promise<FeedRow> {
    const [row] = await listFeeds(this.db, id);
    if (row === undefined) throw new FeedError('The podcast was removed while it was added.');
    return row;
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
    await saveFeed(this.db, id, { note: podcast.note });
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
    if (problem !== null) await saveFeed(this.db, show.id, { note: [note ?? '', problem].join(' ').trim() });
    return { added, changed, gone: gone.length };
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
