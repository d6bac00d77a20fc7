import { type Insertable, type Selectable, sql } from 'kysely';
import type { FeedsDatabase, FeedTables } from './tables.ts';

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

/** @param id null: all podcasts */
export async function listFeeds(db: FeedsDatabase, id: string | null): Promise<readonly FeedRow[]> {
  const rows = await db
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

export const readFeed = (
  db: FeedsDatabase,
  id: string,
): Promise<Selectable<FeedTables['feeds']> | undefined> =>
  db.selectFrom('feeds').selectAll().where('id', '=', id).executeTakeFirst();

/** The podcast with this id, or at one of these addresses. */
export async function findFeed(
  db: FeedsDatabase,
  id: string,
  urls: readonly string[],
): Promise<string | null> {
  const isSame = sql<boolean>`id = ${id} or url = any(${urls})`;
  return (await db.selectFrom('feeds').select('id').where(isSame).executeTakeFirst())?.id ?? null;
}

/** @returns false if it is there already */
export async function addFeed(db: FeedsDatabase, row: Insertable<FeedTables['feeds']>): Promise<boolean> {
  const inserted = await db
    .insertInto('feeds')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return inserted.length > 0;
}

/** The podcasts that are due. No other process takes them until then. */
export const claimDueFeeds = (db: FeedsDatabase, now: number, until: number) =>
  db.updateTable('feeds').set({ next_at: until }).where('next_at', '<=', now).returning('id').execute();

export async function saveFeed(
  db: FeedsDatabase,
  id: string,
  fields: Partial<Omit<FeedTables['feeds'], 'item'>>,
): Promise<void> {
  await db.updateTable('feeds').set(fields).where('id', '=', id).execute();
}

/** Two podcasts that moved to one address stay two. */
export async function freeUrl(db: FeedsDatabase, id: string, wanted: string, now: string): Promise<string> {
  if (wanted === now) return now;
  const other = await db
    .selectFrom('feeds')
    .select('id')
    .where('url', '=', wanted)
    .where('id', '<>', id)
    .executeTakeFirst();
  return other === undefined ? wanted : now;
}
