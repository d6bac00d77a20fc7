import type { Clock } from '../clock.ts';
import type { OwnTables } from '../library/tables.ts';
import type { Database } from '../members/tables.ts';
import { type SplitAddress, splitCredentials, withCredentials } from './credentials.ts';
import { fetchDocument, type Document } from './fetch/fetch-document.ts';
import { PublicAddresses } from './fetch/public-addresses.ts';
import { FetchError, webUrl } from './fetch/request.ts';
import { feedItems, showId } from './feed-items.ts';
import { decodeDocument } from './read/decode-document.ts';
import { joinPages, type Podcast, readFeed } from './read/read-feed.ts';
import { withChapters } from './chapters.ts';
import type { FeedsDatabase, FeedTables } from './tables.ts';
import { type Changes, deleteFeed, knownEpisodes, writeFeed } from './write-feed.ts';

/** A command about podcasts cannot be done; the message says why. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

export interface FeedRow {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly episodes: number;
  readonly fetchedAt: number | null;
  readonly nextAt: number;
  readonly error: string | null;
}

/** The result of refreshing one podcast. */
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
const MOST_MOVES = 3;
/** Older pages are not read beyond this number. */
const MOST_PAGES = 100;

interface Found {
  readonly podcast: Podcast;
  readonly document: Document;
  /** The address from now on. */
  readonly url: string;
}

/** The podcasts of a provider: adds, reads, lists and removes them. */
export class Feeds {
  readonly addresses: PublicAddresses;
  private readonly db: FeedsDatabase;

  /** @param ownNetworks networks that feeds may lead to although they are not public */
  constructor(
    db: Database,
    private readonly clock: Clock,
    ownNetworks: readonly string[],
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
    const { url, credentials } = splitCredentials(addressOf(text));
    const found = await this.find({ url, credentials }, signal);
    const id = showId(url);
    const existing = await this.db
      .selectFrom('feeds')
      .select('id')
      .where((where) => where.or([where('id', '=', id), where('url', 'in', [url, found.url])]))
      .executeTakeFirst();
    const now = this.clock.now();
    if (existing !== undefined) {
      if (credentials === null) throw new FeedError(`This podcast is there already, as ${existing.id}.`);
      await this.save(existing.id, { credentials, failures: 0, error: null, next_at: now });
      return this.row(existing.id);
    }
    const items = feedItems(id, found.podcast, now, new Map());
    await this.db
      .insertInto('feeds')
      .values({
        id,
        url: found.url,
        credentials,
        title: found.podcast.title,
        image_url: found.podcast.imageUrl,
        ...tagsOf(found.document),
        added_at: now,
        fetched_at: now,
        next_at: now + spread(INTERVAL_MS),
        failures: 0,
        error: null,
        item: JSON.stringify(items.show),
      })
      .execute();
    try {
      await writeFeed(this.db, items, found.podcast.imageUrl, { show: null, episodes: [] }, now);
    } catch (error) {
      await deleteFeed(this.db, id);
      throw error;
    }
    return this.row(id);
  }

  async list(): Promise<readonly FeedRow[]> {
    const rows = await this.db
      .selectFrom('feeds')
      .leftJoin('feed_episodes', (join) =>
        join.onRef('feed_episodes.feed_id', '=', 'feeds.id').on('feed_episodes.gone_at', 'is', null),
      )
      .select(['feeds.id', 'feeds.title', 'feeds.url', 'feeds.fetched_at', 'feeds.next_at', 'feeds.error'])
      .select(({ fn }) => fn.count('feed_episodes.id').as('episodes'))
      .groupBy(['feeds.id', 'feeds.title', 'feeds.url', 'feeds.fetched_at', 'feeds.next_at', 'feeds.error'])
      .orderBy('feeds.title')
      .execute();
    return rows.map(({ id, title, url, episodes, fetched_at, next_at, error }) => ({
      id,
      title,
      url,
      episodes: Number(episodes),
      fetchedAt: fetched_at,
      nextAt: next_at,
      error,
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

  /** Reads the podcasts that are due. */
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
    const waiting = [...ids];
    const results: Refreshed[] = [];
    const work = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        if (signal?.aborted === true) return;
        const result = await this.refreshOne(id, signal);
        if (result !== null) results.push(result);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return results;
  }

  /** @returns null if the podcast was removed meanwhile */
  private async refreshOne(id: string, signal?: AbortSignal): Promise<Refreshed | null> {
    const row = await this.db.selectFrom('feeds').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) return null;
    const now = this.clock.now();
    try {
      const found = await this.find(row, signal, { etag: row.etag, lastModified: row.last_modified });
      const read = {
        fetched_at: now,
        next_at: now + spread(INTERVAL_MS),
        failures: 0,
        error: null,
      };
      if (!('podcast' in found)) {
        await this.save(id, { ...read, url: await this.freeUrl(id, found.url, row.url) });
        return { id, title: row.title, outcome: 'unchanged' };
      }
      const { podcast, document } = found;
      const known = await knownEpisodes(this.db, id);
      if (podcast.episodes.length === 0 && known.some(({ gone_at }) => gone_at === null)) {
        throw new FetchError('The feed has no episodes any more. Those of before stay.');
      }
      const seen = new Map(known.map(({ id: episode, added_at }) => [episode, added_at]));
      const items = feedItems(id, podcast, now, seen);
      const before = { show: row.item, episodes: known };
      const changes = await writeFeed(this.db, items, podcast.imageUrl, before, now);
      await this.save(id, {
        ...read,
        ...tagsOf(document),
        url: await this.freeUrl(id, found.url, row.url),
      });
      const isSame = changes.added + changes.changed + changes.gone === 0;
      return isSame
        ? { id, title: podcast.title, outcome: 'unchanged' }
        : { id, title: podcast.title, outcome: 'updated', ...changes };
    } catch (error) {
      if (!(error instanceof FetchError) && !(error instanceof FeedError)) throw error;
      const pause = error instanceof FetchError ? (error.retryAfter ?? 0) : 0;
      const backoff = Math.min(FIRST_RETRY_MS * 2 ** Math.min(row.failures, 20), LONGEST_RETRY_MS);
      await this.save(id, {
        failures: row.failures + 1,
        error: error.message,
        next_at: now + Math.max(pause, spread(backoff)),
      });
      return { id, title: row.title, outcome: 'failed', error: error.message };
    }
  }

  /** @throws {FeedError} */
  private async row(id: string): Promise<FeedRow> {
    const row = (await this.list()).find((each) => each.id === id);
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

  private async find(address: SplitAddress, signal?: AbortSignal): Promise<Found>;
  private async find(
    address: SplitAddress,
    signal: AbortSignal | undefined,
    known: { readonly etag: string | null; readonly lastModified: string | null },
  ): Promise<Found | { readonly url: string }>;
  private async find(
    { url, credentials }: SplitAddress,
    signal?: AbortSignal,
    known: { readonly etag: string | null; readonly lastModified: string | null } | null = null,
  ): Promise<Found | { readonly url: string }> {
    try {
      let found = await this.fetch({ url, credentials }, known, signal);
      for (let moves = 0; 'podcast' in found && moves < MOST_MOVES; moves += 1) {
        const { newUrl }: Podcast = found.podcast;
        if (newUrl === null || newUrl === found.url) break;
        // The new address counts only if a podcast is there.
        const next = { url: splitCredentials(newUrl).url, credentials };
        const moved = await this.fetch(next, null, signal).catch(() => null);
        if (moved === null || !('podcast' in moved)) break;
        found = moved;
      }
      if (!('podcast' in found)) return found;
      const podcast = await this.withOlderPages(found, credentials, signal);
      return { ...found, podcast: await withChapters(this.db, this.addresses, podcast, credentials, signal) };
    } catch (error) {
      if (known === null && error instanceof FetchError) throw new FeedError(error.message);
      throw error;
    }
  }

  /**
   * Adds the episodes of older pages (RFC 5005). A page that does not exist is the end. If a page cannot be read, the
   * podcast counts as not read: its episodes are not gone.
   */
  private async withOlderPages(
    { podcast, document }: Found,
    credentials: string | null,
    signal?: AbortSignal,
  ): Promise<Podcast> {
    const older: Podcast[] = [];
    const seen = new Set([document.url]);
    for (let url = podcast.nextUrl; url !== null && !seen.has(url) && older.length < MOST_PAGES;) {
      seen.add(url);
      const page = await this.olderPage({ url, credentials }, signal);
      if (page === null) break;
      older.push(page);
      url = page.nextUrl;
    }
    return joinPages(podcast, older);
  }

  private async olderPage(address: SplitAddress, signal?: AbortSignal): Promise<Podcast | null> {
    try {
      const found = await this.fetch(address, null, signal);
      return 'podcast' in found ? found.podcast : null;
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      if (error.status === 404 || error.status === 410) return null;
      const { url } = splitCredentials(address.url);
      throw new FetchError(`An older page cannot be read (${url}): ${error.message}`, error.retryAfter);
    }
  }

  private async fetch(
    { url, credentials }: SplitAddress,
    known: { readonly etag: string | null; readonly lastModified: string | null } | null,
    signal: AbortSignal | undefined,
  ): Promise<Found | { readonly url: string }> {
    const address = withCredentials(url, credentials);
    const document = await fetchDocument(this.addresses, address, ACCEPT, known, signal);
    if (!('bytes' in document)) return { url: document.permanentUrl };
    const podcast = readFeed(decodeDocument(document.bytes, document.contentType), document.url);
    if (podcast === null) throw new FetchError('What is there is no feed, or only a part of one.');
    return { podcast, document, url: document.permanentUrl };
  }
}

const tagsOf = ({ etag, lastModified }: Document) => ({ etag, last_modified: lastModified });

const spread = (milliseconds: number): number =>
  Math.round(milliseconds * (1 - JITTER + 2 * JITTER * Math.random()));

/** @throws {FeedError} */
function addressOf(text: string): string {
  try {
    return webUrl(
      text
        .trim()
        .replace(/^feed:(?:\/\/)?(?=https?:)/iu, '')
        .replace(/^feed:\/\//iu, 'https://'),
    ).href;
  } catch (error) {
    throw error instanceof FetchError ? new FeedError(error.message) : error;
  }
}
