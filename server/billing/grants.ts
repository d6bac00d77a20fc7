import { sql } from 'kysely';
import { findDocument } from '../catalogue/find-item.ts';
import { changeMember, type Managing, MemberError } from '../members/manage-members.ts';
import { givePurchase, takePurchase } from '../members/purchases.ts';
import type { Database } from '../members/tables.ts';

/**
 * Gives a member a title, as a purchase would.
 *
 * @throws {MemberError} if there is no such member or no such title
 */
export async function grant(managing: Managing, name: string, itemId: string): Promise<void> {
  await changeMember(managing, name, async (transaction, { sub }) => {
    const title = await titleOf(transaction, itemId);
    if (title === undefined) throw new MemberError(`There is no title ${itemId}.`);
    await ownOrdersNoMore(transaction, sub, itemId);
    const isGiven = await givePurchase(transaction, { sub, itemId, at: managing.clock.now() });
    return isGiven ? { action: 'granted', title } : null;
  });
}

/**
 * Takes a title back from a member.
 *
 * @throws {MemberError} if there is no such member, or if the member does not have the title
 */
export async function revoke(managing: Managing, name: string, itemId: string): Promise<void> {
  await changeMember(managing, name, async (transaction, { sub, email }) => {
    await ownOrdersNoMore(transaction, sub, itemId);
    if (!(await takePurchase(transaction, sub, itemId))) {
      throw new MemberError(`${email} does not have ${itemId}.`);
    }
    return { action: 'revoked', title: (await titleOf(transaction, itemId)) ?? itemId };
  });
}

/** From now on the title depends on the operator: what becomes of an earlier payment neither gives nor takes it. */
async function ownOrdersNoMore(db: Database, sub: string, itemId: string): Promise<void> {
  await sql`update billing_orders set has_given = false where sub = ${sub} and item_id = ${itemId}`.execute(
    db,
  );
}

const titleOf = async (db: Database, itemId: string): Promise<string | undefined> =>
  (await findDocument(db, itemId))?.title;
