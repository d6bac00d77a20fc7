import type { Database, Role } from './tables.ts';

/** A member as an operator sees it. */
export interface Member {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly plan: Plan | null;
  /** Epoch milliseconds; null if the plan has no end. */
  readonly until: number | null;
}

export type Plan = 'monthly' | 'annual';

const STORED = { monthly: 'monthly', annual: 'yearly' } as const;

/** The change is not possible. The message names the reason. */
export class MemberError extends Error {
  override readonly name = 'MemberError';
}

interface SignIn {
  ensureUser(user: { email: string; name: string; password: string }): Promise<{ sub: string }>;
  deleteUser(email: string): Promise<void>;
}

const normalized = (email: string): string => email.normalize('NFC').toLowerCase();

/**
 * Adds a member.
 *
 * @throws {MemberError} if the member exists already
 */
export async function addMember(
  db: Database,
  pool: SignIn,
  member: Member & { readonly password: string },
  now: number,
): Promise<void> {
  const email = normalized(member.email);
  if ((await find(db, email)) !== undefined) throw new MemberError(`${email} is a member already.`);
  const { sub } = await pool.ensureUser({ email, name: member.name, password: member.password });
  const fields = {
    email,
    full_name: member.name,
    plan: member.plan === null ? null : STORED[member.plan],
    is_trialing: false,
    is_canceled: false,
    paid_until: member.until,
    role: member.role,
  };
  await db
    .insertInto('listeners')
    .values({ sub, created_at: now, ...fields })
    .onConflict((conflict) => conflict.column('sub').doUpdateSet(fields))
    .execute();
}

export async function listMembers(db: Database): Promise<readonly Member[]> {
  const rows = await db.selectFrom('listeners').selectAll().orderBy('email').execute();
  return rows.map(({ email, full_name, role, plan, paid_until }) => ({
    email,
    name: full_name,
    role,
    plan: plan === 'yearly' ? 'annual' : plan,
    until: paid_until,
  }));
}

/**
 * Changes the plan of a member.
 *
 * @throws {MemberError} if there is no such member
 */
export async function setPlan(
  db: Database,
  email: string,
  plan: Plan | null,
  until: number | null,
): Promise<void> {
  const { sub } = await existing(db, email);
  await db
    .updateTable('listeners')
    .set({
      plan: plan === null ? null : STORED[plan],
      paid_until: plan === null ? null : until,
      is_trialing: false,
      is_canceled: false,
    })
    .where('sub', '=', sub)
    .execute();
}

/**
 * Deletes a member and all data of the account.
 *
 * @throws {MemberError} if there is no such member, or if it is the last owner
 */
export async function removeMember(db: Database, pool: SignIn, email: string): Promise<void> {
  const { role } = await existing(db, email);
  if (role === 'owner' && (await countOwners(db)) === 1) {
    throw new MemberError('The last owner cannot be removed. Add another owner first.');
  }
  await pool.deleteUser(normalized(email));
}

export async function countOwners(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('listeners')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Gives a member a title, as a purchase would.
 *
 * @throws {MemberError} if there is no such member or no such title
 */
export async function grant(db: Database, email: string, itemId: string, now: number): Promise<void> {
  const { sub } = await existing(db, email);
  const item = await db.selectFrom('items').select('id').where('id', '=', itemId).executeTakeFirst();
  if (item === undefined) throw new MemberError(`There is no title ${itemId}.`);
  await db
    .insertInto('purchases')
    .values({ sub, item_id: itemId, purchased_at: now })
    .onConflict((conflict) => conflict.columns(['sub', 'item_id']).doNothing())
    .execute();
}

/**
 * Takes a title back from a member.
 *
 * @throws {MemberError} if there is no such member, or if the member does not have the title
 */
export async function revoke(db: Database, email: string, itemId: string): Promise<void> {
  const { sub } = await existing(db, email);
  const { numDeletedRows } = await db
    .deleteFrom('purchases')
    .where('sub', '=', sub)
    .where('item_id', '=', itemId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new MemberError(`${email} does not have ${itemId}.`);
}

async function existing(db: Database, email: string) {
  const found = await find(db, normalized(email));
  return found ?? Promise.reject(new MemberError(`There is no member ${email}.`));
}

const find = (db: Database, email: string) =>
  db.selectFrom('listeners').select(['sub', 'role']).where('email', '=', email).executeTakeFirst();
