import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import type { Clock } from '../clock.ts';
import { lockUntilEnd } from '../db/exclusive.ts';
import type { InvitationMails } from '../mail/index.ts';
import type { AccountOrigin, Invited } from '../pool/manage-users.ts';
import type { Pool } from '../pool/index.ts';
import { PoolError } from '../pool/errors.ts';
import type { PoolTables, UserStatus } from '../pool/migrations.ts';
import { type Actor, type MemberChange, recordChange } from './audit.ts';
import { bestPlan } from './membership.ts';
import type { Database, Role, Tables } from './tables.ts';
import { withoutNoncharacters } from '../text.ts';

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

/** `invited`: never signed in. `unconfirmed`: has not confirmed the address. */
export type MemberState = 'active' | 'invited' | 'unconfirmed' | 'disabled';

export interface ListedMember extends Member {
  readonly id: string;
  readonly state: MemberState;
  /** Epoch milliseconds. */
  readonly addedAt: number;
}

const STORED = { monthly: 'monthly', annual: 'yearly' } as const;

/** The change is not possible. The message names the reason. */
export class MemberError extends Error {
  override readonly name = 'MemberError';
}

/** There is no such member. */
export class NoMemberError extends MemberError {}

/** The dependencies of every change, and who makes it. */
export interface Managing {
  readonly db: Database;
  readonly pool: Pick<
    Pool,
    | 'addUser'
    | 'inviteUser'
    | 'deleteUser'
    | 'setEnabled'
    | 'endSessions'
    | 'passkeysOf'
    | 'identitiesOf'
    | 'removeIdentities'
    | 'sessionsOf'
  >;
  readonly clock: Clock;
  readonly by: Actor;
}

type Changing = Transaction<Tables>;

const normalized = (email: string): string => email.normalize('NFC').toLowerCase();

/**
 * Adds a member with a password (SES-100). Somebody who has signed up and has neither a role nor a plan becomes a member,
 * too, and keeps the password if the address is confirmed.
 *
 * @returns whether the address had an account
 * @throws {MemberError} if the member exists already, or if the password is too short or too common
 */
export async function addMember(
  managing: Managing,
  member: Member & { readonly password: string },
): Promise<AccountOrigin> {
  const { db, pool } = managing;
  const email = normalized(member.email);
  const found = await named(db, email);
  const isMember = found !== undefined && (found.plan !== null || (found.role ?? 'listener') !== 'listener');
  if (isMember && found.status !== 'UNCONFIRMED') {
    throw new MemberError(
      `${email} is a member already, and keeps the password. Change role and plan by "member role" and "member plan".`,
    );
  }
  const { name, password } = member;
  const { sub, account } = await pool.addUser({ email, name, password }).catch((error: unknown) => {
    throw error instanceof PoolError ? new MemberError(error.message) : error;
  });
  await change(managing, async (transaction) => {
    await saveMember(managing, transaction, sub, { ...member, email });
    return { sub, change: { action: 'added', role: member.role, plan: member.plan } };
  });
  return account;
}

/**
 * Invites a member, who gets a temporary password. An invitation of somebody who never signed in replaces the earlier
 * one. It also replaces an account that was never confirmed (SES-100).
 *
 * @returns the temporary password, when it expires, and whether the address had an account
 * @throws {MemberError} if the address has an account that is in use
 */
export async function inviteMember(
  managing: Managing,
  member: Member,
  invitation: Pick<InvitationMails, 'link' | 'send'>,
): Promise<Invited> {
  const email = normalized(member.email);
  const invited = await managing.pool.inviteUser({ email, name: member.name });
  if (invited === null) throw new MemberError(`${email} has an account already.`);
  const { sub, password, until } = invited;
  await change(managing, async (transaction) => {
    await saveMember(managing, transaction, sub, { ...member, email });
    const fields = {
      name: member.name === '' ? email : member.name,
      password,
      link: invitation.link(),
      until,
    };
    await invitation.send?.(transaction, { to: email, sub, expiresAt: until, kind: 'invitation', fields });
    return { sub, change: { action: 'invited', role: member.role, plan: member.plan } };
  });
  return invited;
}

/**
 * Everybody with an account, by address.
 *
 * @param now epoch milliseconds; decides which plan counts
 */
export async function listMembers(db: Database, now: number): Promise<readonly ListedMember[]> {
  return withPlans(db, await everybody(db).orderBy('pool_users.email').execute(), now);
}

/** A page of the members whose address or name contains a text, by address, and the number of all of them. */
export async function findMembers(
  db: Database,
  { text, offset, limit }: { readonly text: string; readonly offset: number; readonly limit: number },
  now: number,
): Promise<{ readonly total: number; readonly members: readonly ListedMember[] }> {
  const pattern = `%${text.trim().replace(/[\\%_]/gu, String.raw`\$&`)}%`;
  const matches = sql<boolean>`(pool_users.email ilike ${pattern} or full_name ilike ${pattern})`;
  const [rows, { count }] = await Promise.all([
    everybody(db).where(matches).orderBy('pool_users.email').offset(offset).limit(limit).execute(),
    db
      .withTables<PoolTables>()
      .selectFrom('pool_users')
      .leftJoin('listeners', 'listeners.sub', 'pool_users.sub')
      .select((each) => each.fn.countAll<number>().as('count'))
      .where(matches)
      .executeTakeFirstOrThrow(),
  ]);
  return { total: count, members: await withPlans(db, rows, now) };
}

/** One member, by id or address. Undefined if there is none. */
export async function findMember(db: Database, name: string, now: number): Promise<ListedMember | undefined> {
  const row = await named(db, name);
  return row && (await withPlans(db, [row], now))[0];
}

const named = (db: Database, name: string) =>
  everybody(db)
    .where((where) =>
      where.or([where('pool_users.sub', '=', name), where('pool_users.email', '=', normalized(name))]),
    )
    .executeTakeFirst();

/** The members of the rows, each with the plan that counts: one that was given, or one that is paid (ENT-56). */
async function withPlans(db: Database, rows: readonly Row[], now: number): Promise<readonly ListedMember[]> {
  const billed = await db
    .selectFrom('billing_subscriptions')
    .selectAll()
    .where(sql<boolean>`sub = any(${rows.map(({ sub }) => sub)})`)
    .execute();
  return rows.map((row) => {
    const given = { plan: row.plan, is_trialing: false, is_canceled: false, paid_until: row.paid_until };
    return listed({
      ...row,
      ...bestPlan(
        given,
        billed.filter(({ sub }) => sub === row.sub),
        now,
      ),
    });
  });
}

/**
 * Changes the plan of a member.
 *
 * @param name the member's id or address, as in all functions below
 * @throws {MemberError} if there is no such member
 */
export async function setPlan(
  managing: Managing,
  name: string,
  plan: Plan | null,
  until: number | null,
): Promise<void> {
  await changeMember(managing, name, async (transaction, { sub }) => {
    const ends = plan === null ? null : until;
    await transaction
      .updateTable('listeners')
      .set({
        plan: plan === null ? null : STORED[plan],
        paid_until: ends,
        is_trialing: false,
        is_canceled: false,
      })
      .where('sub', '=', sub)
      .execute();
    return { action: 'plan', plan, until: ends };
  });
}

/**
 * Changes what a member may do beside listening.
 *
 * @throws {MemberError} if there is no such member, if it is the last owner, or if a stranger may have signed up with the
 *   address (SES-100)
 */
export async function setRole(managing: Managing, name: string, role: Role): Promise<void> {
  await changeMember(managing, name, async (transaction, { sub, email, status }) => {
    if (role !== 'listener' && status === 'UNCONFIRMED') {
      throw new MemberError(
        `${email} is not confirmed, so the account may be a stranger's. Invite or add the address: that replaces the account.`,
      );
    }
    if (role !== 'owner') await requireOtherOwner(transaction, sub);
    const before = await transaction
      .selectFrom('listeners')
      .select('role')
      .where('sub', '=', sub)
      .executeTakeFirstOrThrow();
    if (before.role === role) return null;
    await transaction.updateTable('listeners').set({ role }).where('sub', '=', sub).execute();
    return { action: 'role', from: before.role, to: role };
  });
}

/**
 * Lets a member sign in no more, or again. A disabled member's sessions end at once.
 *
 * @throws {MemberError} if there is no such member, or if it is the last owner
 */
export async function setDisabled(managing: Managing, name: string, isDisabled: boolean): Promise<void> {
  const { db, pool, by, clock } = managing;
  const { sub: id, status, enabled } = await existing(db, name);
  const state = stateOf(status, enabled);
  if ((state === 'disabled') === isDisabled) return;
  await pool.setEnabled(id, !isDisabled, async (transaction) => {
    if (isDisabled) await requireOtherOwner(transaction, id);
    await recordChange(transaction, by, id, { action: isDisabled ? 'disabled' : 'enabled' }, clock.now());
  });
}

/**
 * Ends every session of a member.
 *
 * @throws {MemberError} if there is no such member
 */
export async function signOutEverywhere(managing: Managing, name: string): Promise<void> {
  const { db, pool, by, clock } = managing;
  const { sub: id } = await existing(db, name);
  await pool.endSessions(id, (transaction) =>
    recordChange(transaction, by, id, { action: 'signed-out' }, clock.now()),
  );
}

/**
 * Takes all sign-ins at other providers from a member, and ends every session. The member keeps the account (SES-156).
 *
 * @returns how many there were
 * @throws {MemberError} if there is no such member
 */
export async function disconnectMember(managing: Managing, name: string): Promise<number> {
  const { db, pool, by, clock } = managing;
  const { sub: id } = await existing(db, name);
  return pool.removeIdentities(id, (transaction) =>
    recordChange(transaction, by, id, { action: 'disconnected' }, clock.now()),
  );
}

/**
 * Deletes a member and all data of the account.
 *
 * @throws {MemberError} if there is no such member, or if it is the last owner
 */
export async function removeMember(managing: Managing, name: string): Promise<void> {
  const { db, pool, by, clock } = managing;
  const { sub: id, email } = await existing(db, name);
  try {
    await pool.deleteUser(email, (transaction) =>
      recordChange(transaction, by, id, { action: 'removed' }, clock.now()),
    );
  } catch (error) {
    throw error instanceof PoolError ? new MemberError(error.message) : error;
  }
}

const LAST_OWNER =
  'The last owner cannot be removed, disabled or given another role. Add another owner first.';

/**
 * Why a member has to stay; null for everybody but the last owner (SES-88). Call it in the transaction that changes the
 * member. It waits for other transactions that change owners, so two owners cannot remove each other.
 */
export async function whyMemberStays(
  transaction: QueryExecutorProvider,
  sub: string,
): Promise<string | null> {
  await lockUntilEnd(transaction, 'owners');
  const owners = await usableOwners(transaction);
  return owners.length === 1 && owners[0]?.sub === sub ? LAST_OWNER : null;
}

async function requireOtherOwner(transaction: QueryExecutorProvider, sub: string): Promise<void> {
  const refusal = await whyMemberStays(transaction, sub);
  if (refusal !== null) throw new MemberError(refusal);
}

/**
 * The owners who can sign in (SES-88). Those who are disabled, who were invited and never came, or who have to choose a
 * new password first, do not count.
 */
async function usableOwners(db: QueryExecutorProvider): Promise<readonly { readonly sub: string }[]> {
  const { rows } = await sql<{ sub: string }>`
    select listeners.sub from listeners join pool_users on pool_users.sub = listeners.sub
    where role = 'owner' and enabled and status = 'CONFIRMED'
  `.execute(db);
  return rows;
}

export const countOwners = async (db: Database): Promise<number> => (await usableOwners(db)).length;

/** Makes a change and records it, in one transaction. */
async function change(
  { db, by, clock }: Managing,
  act: (transaction: Changing) => Promise<{ sub: string; change: MemberChange }>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const done = await act(transaction);
    await recordChange(transaction, by, done.sub, done.change, clock.now());
  });
}

/**
 * Changes an existing member and records it, in one transaction.
 *
 * @param act returns the change, or null if everything was so before
 * @throws {NoMemberError}
 */
export async function changeMember(
  { db, by, clock }: Managing,
  name: string,
  act: (
    transaction: Changing,
    member: { readonly sub: string; readonly email: string; readonly status: UserStatus },
  ) => Promise<MemberChange | null>,
): Promise<void> {
  const { sub, email, status } = await existing(db, name);
  await db.transaction().execute(async (transaction) => {
    await addRecord(transaction, sub, clock.now());
    const done = await act(transaction, { sub, email, status });
    if (done !== null) await recordChange(transaction, by, sub, done, clock.now());
  });
}

/** Somebody who signed up and never came further has an account without a record. */
async function addRecord(transaction: Changing, sub: string, now: number): Promise<void> {
  await sql`
    insert into listeners (sub, email, full_name, created_at)
    select sub, email, '', ${now}::bigint from pool_users where sub = ${sub}
    on conflict do nothing
  `.execute(transaction);
}

async function saveMember(
  { clock }: Managing,
  transaction: Changing,
  sub: string,
  { email, name, plan, role, until }: Member,
): Promise<void> {
  const fields = {
    email,
    full_name: withoutNoncharacters(name),
    plan: plan === null ? null : STORED[plan],
    is_trialing: false,
    is_canceled: false,
    paid_until: plan === null ? null : until,
    role,
  };
  await transaction
    .insertInto('listeners')
    .values({ sub, created_at: clock.now(), ...fields })
    .onConflict((conflict) => conflict.column('sub').doUpdateSet(fields))
    .execute();
}

async function existing(db: Database, name: string) {
  const found = await named(db, name);
  return found ?? Promise.reject(new NoMemberError(`There is no member ${name}.`));
}

const everybody = (db: Database) =>
  db
    .withTables<PoolTables>()
    .selectFrom('pool_users')
    .leftJoin('listeners', 'listeners.sub', 'pool_users.sub')
    .select(['pool_users.sub', 'pool_users.email', 'pool_users.status', 'pool_users.enabled'])
    .select(['pool_users.created_at', 'full_name', 'role', 'plan', 'paid_until']);

type Row = Awaited<ReturnType<ReturnType<typeof everybody>['execute']>>[number];

const listed = ({
  sub,
  email,
  status,
  enabled,
  created_at,
  full_name,
  role,
  plan,
  paid_until,
}: Row): ListedMember => ({
  id: sub,
  email,
  name: full_name ?? '',
  role: role ?? 'listener',
  plan: plan === 'yearly' ? 'annual' : plan,
  until: paid_until,
  state: stateOf(status, enabled),
  addedAt: created_at,
});

function stateOf(status: Row['status'], isEnabled: boolean): MemberState {
  if (!isEnabled) return 'disabled';
  if (status === 'FORCE_CHANGE_PASSWORD') return 'invited';
  return status === 'UNCONFIRMED' ? 'unconfirmed' : 'active';
}
