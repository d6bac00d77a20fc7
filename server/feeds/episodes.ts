import { sql } from 'kysely';
import type { FeedsDatabase } from './tables.ts';

/* What is asked about the media of podcasts and episodes. */

/** Where the sound of an episode is. */
export const soundOfEpisode = (db: FeedsDatabase, id: string) =>
  db
    .selectFrom('feed_episodes')
    .innerJoin('feeds', 'feeds.id', 'feed_episodes.feed_id')
    .select(['feed_episodes.sound_url', 'feed_episodes.sound_length', 'feeds.credentials'])
    .where('feed_episodes.id', '=', id)
    .executeTakeFirst();

/** The lengths of the sounds of episodes, as their hosts sent them last. */
export const soundsOfEpisodes = (db: FeedsDatabase, ids: readonly string[]) =>
  db
    .selectFrom('feed_episodes')
    .select(['id', 'sound_length', sql<string | null>`item ->> 'url'`.as('path')])
    .where(sql<boolean>`id = any(${ids})`)
    .execute();

export async function saveSoundLength(db: FeedsDatabase, id: string, sound_length: number): Promise<void> {
  await db.updateTable('feed_episodes').set({ sound_length }).where('id', '=', id).execute();
}

/** Where the picture of a podcast or an episode is. */
export const pictureOf = async (db: FeedsDatabase, id: string) =>
  id.startsWith('p')
    ? db.selectFrom('feeds').select(['image_url', 'credentials']).where('id', '=', id).executeTakeFirst()
    : db
        .selectFrom('feed_episodes')
        .innerJoin('feeds', 'feeds.id', 'feed_episodes.feed_id')
        .select(['feed_episodes.image_url', 'feeds.credentials'])
        .where('feed_episodes.id', '=', id)
        .executeTakeFirst();
