import { sql } from 'kysely';
import type { CatalogueItem } from '../catalogue/types.ts';
import { markMissing, publishTitles, removeTitles } from '../catalogue/publish/publish.ts';
import { orderSubjects } from '../catalogue/publish/subjects.ts';
import type { FeedItems } from './feed-items.ts';
import type { FeedsDatabase } from './tables.ts';

/** Rows in a statement. */
const BATCH = 500;

/** How many episodes a refresh added, changed and hid. */
export interface Changes {
  readonly added: number;
  readonly changed: number;
  readonly gone: number;
}

interface KnownEpisode {
  readonly id: string;
  readonly item: CatalogueItem;
  readonly sound_url: string;
  readonly image_url: string | null;
  readonly added_at: number;
  readonly gone_at: number | null;
}

export async function knownEpisodes(db: FeedsDatabase, feedId: string): Promise<readonly KnownEpisode[]> {
  return db
    .selectFrom('feed_episodes')
    .select(['id', 'item', 'sound_url', 'image_url', 'added_at', 'gone_at'])
    .where('feed_id', '=', feedId)
    .execute();
}

/**
 * Writes what is new or different, and hides the episodes that the feed no longer lists. The data of their listeners
 * stays, and appears again with them.
 */
export async function writeFeed(
  db: FeedsDatabase,
  { show, episodes }: FeedItems,
  showImage: string | null,
  known: { readonly show: CatalogueItem | null; readonly episodes: readonly KnownEpisode[] },
  now: number,
): Promise<Changes> {
  const before = new Map(known.episodes.map((each) => [each.id, each]));
  const listed = new Set(episodes.map(({ item }) => item.id));
  const rows = episodes.map(({ item, source }) => ({
    item,
    sound_url: source.soundUrl,
    image_url: source.imageUrl ?? showImage,
  }));
  const isDifferent = ({ item, sound_url, image_url }: (typeof rows)[number]): boolean => {
    const old = before.get(item.id);
    return (
      old === undefined ||
      old.gone_at !== null ||
      old.sound_url !== sound_url ||
      old.image_url !== image_url ||
      contentOf(old.item) !== contentOf(item)
    );
  };
  const changed = rows.filter(isDifferent);
  // An episode that only has another place among the others is written, and no change that a listener sees.
  const different = rows.filter(
    (row) => isDifferent(row) || before.get(row.item.id)?.item.position !== row.item.position,
  );
  const gone = known.episodes
    .filter(({ id, gone_at }) => gone_at === null && !listed.has(id))
    .map(({ id }) => id);
  if (
    different.length + gone.length === 0 &&
    known.show !== null &&
    contentOf(known.show) === contentOf(show)
  ) {
    return { added: 0, changed: 0, gone: 0 };
  }
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('feeds')
      .set({ title: show.title, image_url: showImage, item: JSON.stringify(show) })
      .where('id', '=', show.id)
      .returning('added_at')
      .executeTakeFirst();
    // The podcast was removed while it was read.
    if (row === undefined) return;
    await publishTitles(transaction, [{ item: show, addedAt: row.added_at, isMissing: false }]);
    for (let at = 0; at < different.length; at += BATCH) {
      const some = different.slice(at, at + BATCH);
      await publishTitles(
        transaction,
        some.map(({ item }) => ({
          item,
          addedAt: before.get(item.id)?.added_at ?? now,
          isMissing: false,
        })),
      );
      await transaction
        .insertInto('feed_episodes')
        .values(
          some.map(({ item, sound_url, image_url }) => ({
            id: item.id,
            feed_id: show.id,
            sound_url,
            image_url,
            item: JSON.stringify(item),
            added_at: now,
            gone_at: null,
          })),
        )
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((set) => ({
            sound_url: set.ref('excluded.sound_url'),
            image_url: set.ref('excluded.image_url'),
            item: set.ref('excluded.item'),
            gone_at: null,
          })),
        )
        .execute();
    }
    if (gone.length > 0) {
      await transaction
        .updateTable('feed_episodes')
        .set({ gone_at: now })
        .where(sql<boolean>`id = any(${gone})`)
        .execute();
      await markMissing(transaction, gone);
    }
  });
  await orderSubjects(db);
  const added = changed.filter(({ item }) => !before.has(item.id)).length;
  return { added, changed: changed.length - added, gone: gone.length };
}

/** Without the popularity, which changes with the listeners and not with the feed. */
const contentOf = (item: CatalogueItem): string => JSON.stringify({ ...item, popularity: 0, position: 0 });

/** Deletes a podcast and all its episodes. */
export async function deleteFeed(db: FeedsDatabase, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('feeds').where('id', '=', id).execute();
    await transaction.deleteFrom('feed_episodes').where('feed_id', '=', id).execute();
    await removeTitles(transaction, [id]);
  });
  await orderSubjects(db);
}
