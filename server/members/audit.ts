import { type QueryExecutorProvider, sql } from 'kysely';
import { keepNewest } from './keep-newest.ts';
import type { Database } from './tables.ts';
import type { PoolTables } from '../pool/migrations.ts';

/** Who changes something about a member: the operator at a terminal, or an owner in the studio. */
export type Actor = { readonly kind: 'operator' } | { readonly kind: 'member'; readonly sub: string };

export const OPERATOR: Actor = { kind: 'operator' };

/** Names the provider whose groups caused the change. The operator has said what they give (SES-157). */
interface ByGroups {
  readonly provider?: string;
}

/** A change of a member, or of what authors are credited for. */
export type MemberChange =
  | { readonly action: 'added' | 'invited'; readonly role: string; readonly plan: string | null }
  | ({ readonly action: 'plan'; readonly plan: string | null; readonly until: number | null } & ByGroups)
  | ({ readonly action: 'role'; readonly from: string; readonly to: string } & ByGroups)
  | { readonly action: 'granted' | 'revoked'; readonly title: string }
  | { readonly action: 'feed-revoked'; readonly name: string }
  | { readonly action: 'disabled' | 'enabled' | 'signed-out' | 'removed' | 'disconnected' }
  | { readonly action: 'downloads-paid' | 'downloads-unpaid' };

/** An entry as it is shown. Instants are epoch milliseconds. */
export interface AuditEntry {
  readonly id: number;
  readonly at: number;
  /** The address of the owner who did it. Null: the operator at a terminal, or an owner whose account was deleted. */
  readonly by: string | null;
  readonly by_operator: boolean;
  /** The address of the member. Null if the account was deleted, and for a change of nobody. */
  readonly member: string | null;
  readonly action: string;
  /** The change in words, without names of people. */
  readonly detail: string;
}

/**
 * Records a change, in its own transaction (SES-89). People are named by their accounts only. So a deleted account
 * disappears from the list, and its entries stay.
 *
 * @param sub whose change it is; null if it is nobody's
 * @param now epoch milliseconds
 */
export async function recordChange(
  transaction: QueryExecutorProvider,
  by: Actor,
  sub: string | null,
  { action, ...detail }: MemberChange,
  now: number,
): Promise<void> {
  await sql`
    insert into member_changes (at, by_operator, by_sub, sub, action, detail)
    values (${now}, ${by.kind === 'operator'}, ${by.kind === 'operator' ? null : by.sub}, ${sub}, ${action},
      ${JSON.stringify(detail)}::json)
  `.execute(transaction);
}

/** A page of the changes, the newest first. */
export async function readChanges(
  db: Database,
  page: { readonly offset: number; readonly limit: number; readonly sub?: string },
): Promise<readonly AuditEntry[]> {
  const own = db.withTables<PoolTables>();
  let query = own
    .selectFrom('member_changes as change')
    .leftJoin('pool_users as actor', 'actor.sub', 'change.by_sub')
    .leftJoin('pool_users as member', 'member.sub', 'change.sub')
    .select(['change.id', 'at', 'by_operator', 'action', 'detail'])
    .select(['actor.email as by', 'member.email as member'])
    .orderBy('change.id', 'desc')
    .offset(page.offset)
    .limit(page.limit);
  if (page.sub !== undefined) query = query.where('change.sub', '=', page.sub);
  const rows = await query.execute();
  return rows.map(({ detail, ...row }) => ({ ...row, detail: wordsOf(row.action, detail) }));
}

/** Takes a person out of all entries. */
export async function forgetPerson(transaction: QueryExecutorProvider, sub: string): Promise<void> {
  await sql`update member_changes set sub = null where sub = ${sub}`.execute(transaction);
  await sql`update member_changes set by_sub = null where by_sub = ${sub}`.execute(transaction);
}

function wordsOf(action: string, detail: Readonly<Record<string, unknown>>): string {
  const word = (name: string): string => {
    const value = detail[name];
    return typeof value === 'string' ? value : 'none';
  };
  const until = detail['until'];
  const groups = typeof detail['provider'] === 'string' ? `, by the groups at ${detail['provider']}` : '';
  switch (action) {
    case 'added':
    case 'invited':
      return `role ${word('role')}, plan ${word('plan')}`;
    case 'plan':
      return typeof until === 'number'
        ? `${word('plan')} until ${new Date(until).toISOString().slice(0, 10)}${groups}`
        : word('plan') + groups;
    case 'role':
      return `from ${word('from')} to ${word('to')}${groups}`;
    case 'granted':
    case 'revoked':
      return word('title');
    case 'feed-revoked':
      return word('name');
    default:
      return '';
  }
}

export interface LoginAttempt {
  /** In lower case. */
  readonly email: string;
  readonly success: boolean;
  /** Whether the report came with the session of the account. Anybody can send the others. */
  readonly isOwn?: boolean;
}

/** The attempts of one email address that an operator can inspect after a complaint. */
const MOST_OF_AN_ADDRESS = 20;
const MOST = 100_000;
const LIFE_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * Saves an attempt, and keeps the newest twenty of the same email address. So attempts on one address cannot fill the
 * database. What the account itself reported is counted apart, so that others cannot replace it.
 *
 * @param now epoch milliseconds
 */
export async function addLoginAttempt(db: Database, attempt: LoginAttempt, now: number): Promise<void> {
  const { email, success, isOwn = false } = attempt;
  await db
    .insertInto('login_attempts')
    .values({ email, success, attempted_at: now, is_own: isOwn })
    .execute();
  await keepNewest(db, 'login_attempts', MOST_OF_AN_ADDRESS, [
    { column: 'email', value: email },
    { column: 'is_own', value: isOwn },
  ]);
}

/**
 * Deletes attempts that are older than ninety days, and all but the newest hundred thousand. A report of an attempt needs
 * no session, so anybody could send attempts for any number of addresses.
 */
export async function purgeLoginAttempts(db: Database, now: number, most = MOST): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where('attempted_at', '<', now - LIFE_MS)
    .execute();
  await keepNewest(db, 'login_attempts', most);
}
