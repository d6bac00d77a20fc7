import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/**
 * Whether a listener without a membership may hear an item (section 6): it was bought, or it is free to listen to at
 * this moment, or it is a part of something of which that is true. What is decided for a podcast or a collection holds
 * for its parts (contract 3.3); the windows in which tracks are valid are the app's to check, so that a track which is
 * playing when its window closes may still be fetched to its end (contract 3.5).
 *
 * @param now epoch milliseconds
 */
export async function mayHearWithoutMembership(
  db: Database,
  listener: { readonly sub: string; readonly itemId: string; readonly now: number },
): Promise<boolean> {
  const { sub, itemId, now } = listener;
  const { rows } = await sql<{ open: boolean }>`
    with kin as (
      select ${itemId} as id
      union select parent_id from items where id = ${itemId} and parent_id is not null
      union select id from items where content_id = ${itemId} and parent_id is not null
      union select parent_id from items where content_id = ${itemId} and parent_id is not null
    )
    select exists (
      select from kin join items on items.id = kin.id
      where items.has_free_listening
         or (items.listen_free_start <= ${now} and ${now} < items.listen_free_end)
    ) or exists (
      select from kin join purchases on purchases.item_id = kin.id and purchases.sub = ${sub}
    ) as open
  `.execute(db);
  return rows[0]?.open === true;
}
