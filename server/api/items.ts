import { type Page, type PageParameters, pageOf, type StoredItem } from '../catalogue/items.ts';
import type { ItemDocument } from '../catalogue/tables.ts';
import type { OwnTrack } from '../catalogue/types.ts';
import { type ListenerFields, type Progress, readListenerItems } from '../members/listener-fields.ts';
import type { Database } from '../members/tables.ts';

/** A content item as the API sends it, with the fields that belong to the listener who asks. */
export interface WireItem extends Omit<ItemDocument, 'tracks'>, ListenerFields {
  readonly tracks: readonly (OwnTrack & ListenerFields)[];
  /** Absent if the listener never played the item. */
  readonly progress?: Progress;
}

/** Adds the fields that belong to the listener to each item. */
export async function present(
  db: Database,
  sub: string,
  rows: readonly StoredItem[],
): Promise<readonly WireItem[]> {
  if (rows.length === 0) return [];
  const listener = await readListenerItems(db, sub, rows);
  return rows.map(({ id, parent_id, document }) => {
    const progress = listener.progressIn(id);
    return {
      ...document,
      ...listener.fieldsOf(id, parent_id, document.content_id),
      tracks: document.tracks.map((track) => ({ ...track, ...listener.fieldsOf(track.id, id) })),
      ...(progress && { progress }),
    };
  });
}

/** A page of items as the listener sees them. */
export async function itemPage(
  db: Database,
  sub: string,
  rows: Promise<readonly StoredItem[]>,
  page: PageParameters,
): Promise<Page<WireItem>> {
  const { results, next_page_key } = pageOf(await rows, page);
  return { results: await present(db, sub, results), next_page_key };
}
