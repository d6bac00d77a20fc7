import type { AddressChanged, PoolContext } from '../context.ts';
import type { IdentityRow } from '../identity-tables.ts';

type Stored = Pick<PoolContext, 'db'>;
type Timed = Pick<PoolContext, 'db' | 'clock'>;

/** What an issuer calls a person. */
export interface IdentityName {
  readonly issuer: string;
  readonly subject: string;
}

/** The identities of a user at other providers, the oldest first. */
export const identitiesOf = ({ db }: Stored, sub: string): Promise<IdentityRow[]> =>
  db
    .selectFrom('pool_identities')
    .selectAll()
    .where('sub', '=', sub)
    .orderBy('created_at')
    .orderBy('issuer')
    .execute();

export const findIdentity = (
  { db }: Stored,
  { issuer, subject }: IdentityName,
): Promise<IdentityRow | undefined> =>
  db
    .selectFrom('pool_identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

/** @returns false if the identity has a user already */
export async function addIdentity(
  { db, clock }: Timed,
  identity: Pick<IdentityRow, 'issuer' | 'subject' | 'sub' | 'provider' | 'email'>,
): Promise<boolean> {
  const now = clock.now();
  const added = await db
    .insertInto('pool_identities')
    .values({ ...identity, created_at: now, used_at: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('sub')
    .executeTakeFirst();
  return added !== undefined;
}

/** Notes that somebody signed in with an identity, and what the issuer said of it. */
export async function noteIdentityUse(
  { db, clock }: Timed,
  { issuer, subject }: IdentityName,
  said: Pick<IdentityRow, 'provider' | 'email'>,
): Promise<void> {
  await db
    .updateTable('pool_identities')
    .set({ ...said, used_at: clock.now() })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

/** Forgets the former address of a user, also where another provider has named it (SES-105). */
export const forgetSaidAddress: AddressChanged = async (transaction, { sub, from }) => {
  await transaction
    .updateTable('pool_identities')
    .set({ email: null })
    .where('sub', '=', sub)
    .where((where) => where(where.fn<string>('lower', ['email']), '=', from))
    .execute();
};

/**
 * Removes a user's identities at issuers that may not join accounts. The user has just proved the address by a code. Such an
 * issuer may have given the address to another person (SES-156).
 */
export async function removeUntrustedIdentities(
  { db, issuers }: Pick<PoolContext, 'db' | 'issuers'>,
  sub: string,
): Promise<void> {
  const trusted = issuers.filter(({ settings }) => settings.joins).map(({ settings }) => settings.issuer);
  const own = db.deleteFrom('pool_identities').where('sub', '=', sub);
  await (trusted.length === 0 ? own : own.where('issuer', 'not in', trusted)).execute();
}

/** Takes the identities from a user. The user keeps the account. */
export async function removeIdentities({ db }: Stored, sub: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('pool_identities').where('sub', '=', sub).executeTakeFirst();
  return Number(numDeletedRows);
}
