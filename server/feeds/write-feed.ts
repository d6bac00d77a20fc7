import { sql } from 'kysely';
import type { CatalogueItem } from '../catalogue/types.ts';
import type { ReadyWords } from '../catalogue/write-catalogue.ts';
import { markMissing, publishTitles, removeTitles } from '../catalogue/publish/publish.ts';
import { orderSubjects } from '../catalogue/publish/subjects.ts';
import type { EpisodeRow, KnownEpisode } from './feed-items.ts';
import type { FeedsDatabase } from './tables.ts';

/** Rows of a query. */
const BATCH = 1000;

export async function knownEpisodes(db: FeedsDatabase, feedId: string): Promise<readonly KnownEpisode[]> {
  const known: KnownEpisode[] = [];
  for (let last = ''; ;) {
    const rows = await db
      .selectFrom('feed_episodes')
      .select(['id', 'guid_id', 'fingerprint', 'position', 'sound_url', 'added_at', 'gone_at'])
      .select([
        sql<string>`item ->> 'title'`.as('title'),
        sql<string | null>`item ->> 'published_at'`.as('published_at'),
        sql<number | null>`(item ->> 'index')::integer`.as('index'),
      ])
      .where('feed_id', '=', feedId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    known.push(
      ...rows.map(({ guid_id, sound_url, published_at, gone_at, ...row }) => ({
        ...row,
        guidId: guid_id ?? row.id,
        soundUrl: sound_url,
        publishedAt: published_at === null ? null : Date.parse(published_at),
        isGone: gone_at !== null,
      })),
    );
    if (rows.length < BATCH) return known;
    last = rows.at(-1)?.id ?? '';
  }
}

/** A podcast as its feed describes it. */
interface ReadShow {
  readonly show: CatalogueItem;
  readonly words: ReadyWords;
  readonly imageUrl: string | null;
}

/** @returns false if the podcast was removed while it was read */
export async function writeShow(db: FeedsDatabase, { show, words, imageUrl }: ReadShow): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('feeds')
      .set({ title: show.title, image_url: imageUrl, item: JSON.stringify(show) })
      .where('id', '=', show.id)
      .returning('added_at')
      .executeTakeFirst();
    if (row === undefined) return false;
    await publishTitles(transaction, [{ item: show, words, addedAt: row.added_at, isMissing: false }]);
    return true;
  });
}

/**
 * Writes some episodes in a transaction of their own, so that listeners do not wait for a long one.
 *
 * @returns false if the podcast was removed while it was read
 */
export async function writeEpisodes(
  db: FeedsDatabase,
  feedId: string,
  rows: readonly EpisodeRow[],
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const feed = await transaction
      .selectFrom('feeds')
      .select('id')
      .where('id', '=', feedId)
      .forUpdate()
      .executeTakeFirst();
    if (feed === undefined) return false;
    await publishTitles(
      transaction,
      rows.map(({ item, words, added_at }) => ({ item, words, addedAt: added_at, isMissing: false })),
    );
    await transaction
      .insertInto('feed_episodes')
      .values(
        rows.map(({ item, sound_url, image_url, fingerprint, guid_id, added_at }) => ({
          id: item.id,
          feed_id: feedId,
          sound_url,
          image_url,
          item: JSON.stringify(item),
          fingerprint,
          position: item.position,
          guid_id,
          added_at,
          gone_at: null,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((set) => ({
          sound_url: set.ref('excluded.sound_url'),
          sound_length: sql`case when feed_episodes.sound_url = excluded.sound_url
            then feed_episodes.sound_length end`,
          image_url: set.ref('excluded.image_url'),
          item: set.ref('excluded.item'),
          fingerprint: set.ref('excluded.fingerprint'),
          position: set.ref('excluded.position'),
          guid_id: set.ref('excluded.guid_id'),
          gone_at: null,
        })),
      )
      .execute();
    return true;
  });
}

/** Hides episodes that the feed no longer lists. The data of their listeners stays, and appears again with them. */
export async function hideEpisodes(db: FeedsDatabase, ids: readonly string[], now: number): Promise<void> {
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH);
    await db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('feed_episodes')
        .set({ gone_at: now })
        .where(sql<boolean>`id = any(${some})`)
        .execute();
      await markMissing(transaction, some);
    });
  }
}

export async function deleteFeed(db: FeedsDatabase, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('feeds').where('id', '=', id).execute();
    await transaction.deleteFrom('feed_episodes').where('feed_id', '=', id).execute();
    await transaction.deleteFrom('feed_chapters').where('feed_id', '=', id).execute();
    await transaction.deleteFrom('feed_transcripts').where('feed_id', '=', id).execute();
    await removeTitles(transaction, [id]);
  });
  await orderSubjects(db);
}
