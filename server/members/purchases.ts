import { sql } from 'kysely';
import type { Database } from './tables.ts';

interface Purchase {
  readonly sub: string;
  readonly itemId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * Gives a listener a title.
 *
 * @returns false if the listener has it already
 */
export async function givePurchase(db: Database, { sub, itemId, at }: Purchase): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('purchases')
    .values({ sub, item_id: itemId, purchased_at: at })
    .onConflict((conflict) => conflict.columns(['sub', 'item_id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Takes a title back from a listener.
 *
 * @returns false if the listener does not have it
 */
export async function takePurchase(db: Database, sub: string, itemId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('purchases')
    .where('sub', '=', sub)
    .where('item_id', '=', itemId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** The titles that a member bought or was given, the newest first. */
export async function purchasesOfMember(db: Database, sub: string) {
  const { rows } = await sql<{ id: string; title: string | null; purchased_at: number }>`
    select item_id as id, document ->> 'title' as title, purchased_at
    from purchases left join items on items.id = item_id
    where sub = ${sub} order by purchased_at desc, item_id limit 500
  `.execute(db);
  return rows;
}
