import { sql } from 'kysely';
import { readCollection } from '../catalogue/publish/collections.ts';
import type { SourcedTitle } from '../catalogue/publish/publish.ts';
import type { CatalogueItem } from '../catalogue/types.ts';
import type { StudioDatabase } from './context.ts';

interface Row {
  readonly item: CatalogueItem;
  readonly added_at: number;
  readonly is_missing: boolean;
}

const titleOf = ({ item, added_at, is_missing }: Row): SourcedTitle => ({
  item,
  addedAt: added_at,
  isMissing: is_missing,
});

/** Titles of folders and of podcasts, as their source describes them. */
export async function sourcedTitles(
  db: StudioDatabase,
  ids: readonly string[],
): Promise<readonly SourcedTitle[]> {
  const list = [...ids];
  const { rows } = await sql<Row>`
    select item, added_at, missing_since is not null as is_missing from library_titles where id = any(${list})
    union all select item, added_at, false from feeds where id = any(${list})
    union all select item, added_at, gone_at is not null from feed_episodes where id = any(${list})
  `.execute(db);
  return rows.map(titleOf);
}

/** @returns null if there is no such title */
export async function sourcedTitle(db: StudioDatabase, id: string): Promise<SourcedTitle | null> {
  const [found] = await sourcedTitles(db, [id]);
  return found ?? (await readCollection(db, id))?.title ?? null;
}

/** The ids of the episodes of a podcast. */
export async function episodesOf(db: StudioDatabase, feedId: string): Promise<readonly string[]> {
  const rows = await db.selectFrom('feed_episodes').select('id').where('feed_id', '=', feedId).execute();
  return rows.map(({ id }) => id);
}
