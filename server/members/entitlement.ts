import { sql } from 'kysely';
import { SLOWEST_SPEED } from './positions.ts';
import type { Database } from './tables.ts';

/**
 * What a listener without a membership may do with an item (ENT-44, ENT-45).
 *
 * - `lasting`: it is purchased, or free to listen to without an end
 * - `window`: it is free to listen to at this moment
 * - `started`: its free window closed while the listener listened to it
 * - `none`: only members may listen to it
 */
export type Access = 'lasting' | 'window' | 'started' | 'none';

interface Asking {
  readonly sub: string;
  readonly itemId: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Extra time for pauses and for a lost network, in milliseconds. */
const SLACK = 10 * 60_000;

/** The longest time that an item stays open after its window closed, in milliseconds. */
const LONGEST = 24 * 3_600_000;

/** The item, and the items that it is a part of or refers to. Access to one of those is access to the item. */
const kinOf = (itemId: string) => sql`
  select ${itemId} as id
  union select parent_id from items where id = ${itemId} and parent_id is not null
  union select id from items where content_id = ${itemId} and parent_id is not null
  union select parent_id from items where content_id = ${itemId} and parent_id is not null
`;

/**
 * Decides by purchases and free windows. The app checks the validity windows. So a track whose validity ends while it
 * plays can still be fetched to its end.
 */
export async function accessWithoutMembership(db: Database, { sub, itemId, now }: Asking): Promise<Access> {
  const { rows } = await sql<{ lasting: boolean; open: boolean; started: boolean }>`
    with kin as (${kinOf(itemId)})
    select
      exists (select from kin join items on items.id = kin.id where items.has_free_listening)
        or exists (select from kin join purchases on purchases.item_id = kin.id and purchases.sub = ${sub})
        as lasting,
      exists (
        select from kin join items on items.id = kin.id
        where items.listen_free_start <= ${now} and ${now} < items.listen_free_end
      ) as open,
      exists (
        select from kin join free_listening on free_listening.item_id = kin.id
        where free_listening.sub = ${sub} and ${now} < free_listening.until
      ) as started
  `.execute(db);
  const [found] = rows;
  if (found === undefined) return 'none';
  if (found.lasting) return 'lasting';
  if (found.open) return 'window';
  return found.started ? 'started' : 'none';
}

/**
 * Saves that a listener listens in a free window, or continues after it (ENT-45). The title of the window stays open
 * for as long as this item lasts at the slowest speed. Other items that contain this item stay closed.
 */
export async function saveFreeListening(db: Database, { sub, itemId, now }: Asking): Promise<void> {
  await sql`delete from free_listening where sub = ${sub} and until <= ${now}`.execute(db);
  await sql`
    with kin as (${kinOf(itemId)}),
    length as (
      select ${now}::bigint + (coalesce(max(run_time), 0) * 1000 / ${SLOWEST_SPEED}::float8)::bigint + ${SLACK}::bigint as until
      from items where id = ${itemId}
    ),
    titles as (
      select kin.id, ${now}::bigint as opened_at from kin join items on items.id = kin.id
      where items.listen_free_start <= ${now} and ${now} < items.listen_free_end
      union all
      select item_id, opened_at from free_listening join kin on kin.id = item_id where sub = ${sub}
    )
    insert into free_listening (sub, item_id, opened_at, until)
    select ${sub}, titles.id, max(opened_at), least(max(length.until), max(opened_at) + ${LONGEST}::bigint)
    from titles, length group by titles.id
    on conflict (sub, item_id) do update set
      opened_at = excluded.opened_at,
      until = greatest(free_listening.until, excluded.until)
  `.execute(db);
}
