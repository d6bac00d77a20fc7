import { sql } from 'kysely';
import { readCollection } from '../catalogue/publish/collections.ts';
import { lockCatalogue } from '../catalogue/publish/edits.ts';
import { editedTitles, type SourcedTitle } from '../catalogue/publish/publish.ts';
import { writeTitleRows } from '../catalogue/publish/title-rows.ts';
import type { TitleState } from '../catalogue/tables.ts';
import type { CatalogueItem } from '../catalogue/types.ts';
import type { MediaAddresses } from '../media/addresses.ts';
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

const BATCH = 500;

/** Adds the rows of titles that were imported before the studio had its table. */
export async function fillTitles(db: StudioDatabase): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select s.id from (
      select id from library_titles union all select id from feeds union all select id from feed_episodes
    ) s where not exists (select from titles t where t.id = s.id)
  `.execute(db);
  for (let at = 0; at < rows.length; at += BATCH) {
    const ids = rows.slice(at, at + BATCH).map(({ id }) => id);
    await db.transaction().execute(async (transaction) => {
      await lockCatalogue(transaction);
      const own: StudioDatabase = transaction;
      await writeTitleRows(transaction, await editedTitles(own, await sourcedTitles(own, ids)));
    });
  }
  if (rows.length > BATCH) await sql`analyze titles`.execute(db);
}

export interface CoverSigner {
  readonly addresses: Pick<MediaAddresses, 'sign'>;
}

/** For whom the address is made. The studio is one reader, because a cover belongs to no listener. */
export const READER = 'studio';

/**
 * The address of a cover in the studio. The cover of a title that is not in the catalogue has a signed address, because it
 * is for the studio alone (STU-18).
 */
export function coverAddress(
  { addresses }: CoverSigner,
  { img_url, state }: { readonly img_url: string; readonly state: TitleState },
): string {
  if (state === 'published') return img_url;
  const [path = '', query] = img_url.split('?');
  const signed = addresses.sign(path, READER);
  return query === undefined ? signed : `${signed}&${query}`;
}
