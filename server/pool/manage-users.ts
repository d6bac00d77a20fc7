import { randomInt } from 'node:crypto';
import { forgetAttempts } from './attempts.ts';
import { forgetAddress } from './codes.ts';
import type { Alongside, PoolContext } from './context.ts';
import { invalidParameter } from './errors.ts';
import type { PoolUser, UserStatus } from './migrations.ts';
import { recordPassword } from './srp/srp.ts';
import { endSignIns, revokeSessions } from './tokens/issue.ts';
import { findUser, insertUser, type NewUser, passwordIdentity } from './users.ts';

/**
 * What became of an address: `new`, without an account before; `replaced`, instead of an account that was never
 * confirmed; `existing`, the account that the address had.
 */
export type AccountOrigin = 'new' | 'replaced' | 'existing';

/**
 * Adds a user for an operator or an owner (SES-100). An account that was never confirmed may be a stranger's. So it is
 * deleted first, with its password, codes and sign-ins. Any other account of the address stays as it is.
 */
export async function addUser(
  context: PoolContext,
  user: NewUser,
  replaced = false,
): Promise<{ readonly user: PoolUser; readonly account: AccountOrigin }> {
  const added = await insertUser(context, user);
  if (added !== undefined) return { user: added, account: replaced ? 'replaced' : 'new' };
  const existing = await findUser(context, user.email);
  if (existing !== undefined && existing.status !== 'UNCONFIRMED') {
    return { user: existing, account: 'existing' };
  }
  if (existing !== undefined) await removeUnconfirmed(context, existing.sub);
  return addUser(context, user, replaced || existing !== undefined);
}

/** A user who can sign in with a temporary password (SES-92). */
export interface Invited {
  readonly sub: string;
  readonly account: AccountOrigin;
  readonly password: string;
  /** When the temporary password expires, in epoch milliseconds. */
  readonly until: number;
}

const LIFE_MS = 7 * 24 * 60 * 60 * 1000;
/** Without letters and digits that look like others. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 16;

const temporaryPassword = (): string =>
  Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');

/**
 * Adds a user with a temporary password, or gives a new one to a user who never signed in. Null if the address has an
 * account that is in use.
 */
export async function inviteUser(
  context: PoolContext,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<Invited | null> {
  const password = temporaryPassword();
  const until = context.clock.now() + LIFE_MS;
  const { user, account } = await addUser(context, {
    email,
    password,
    status: 'FORCE_CHANGE_PASSWORD',
    // The password is sent to this address, so whoever signs in with it can read its mails.
    attributes: { ...(name !== '' && { name }), email_verified: 'true' },
  });
  if (user.status !== 'FORCE_CHANGE_PASSWORD') return null;
  const record = await recordPassword(passwordIdentity(context, user.sub), password);
  const renewed = await context.db
    .updateTable('pool_users')
    .set({ srp_salt: record.salt, srp_verifier: record.verifier, temporary_until: until })
    .where('sub', '=', user.sub)
    .where('status', '=', 'FORCE_CHANGE_PASSWORD')
    .returning('sub')
    .executeTakeFirst();
  if (renewed === undefined) return null;
  await endSignIns(context, user.sub);
  return { sub: user.sub, account, password, until };
}

/** The user is no longer in the state in which it was to be deleted. */
class OtherStatusError extends Error {}

/**
 * Deletes a user with devices, codes and attempts, and ends every session. The refresh tokens stay without personal
 * data, so that a later renewal fails with 'User does not exist.' (SES-34). The provider deletes its own data of the
 * user in the same transaction, and may refuse.
 *
 * @throws {PoolError} InvalidParameterException with the provider's sentence, if the user has to stay
 */
export async function removeUser(context: PoolContext, sub: string, alongside?: Alongside): Promise<void> {
  await remove(context, sub, { alongside });
}

/** Deletes an account that was never confirmed, as `removeUser` does. One that is confirmed meanwhile stays. */
export async function removeUnconfirmed(context: PoolContext, sub: string): Promise<void> {
  try {
    await remove(context, sub, { status: 'UNCONFIRMED' });
  } catch (error) {
    if (!(error instanceof OtherStatusError)) throw error;
  }
}

async function remove(
  context: PoolContext,
  sub: string,
  { alongside, status }: { readonly alongside?: Alongside | undefined; readonly status?: UserStatus },
): Promise<void> {
  await context.db.transaction().execute(async (transaction) => {
    const own = { ...context, db: transaction };
    const user = await transaction
      .selectFrom('pool_users')
      .select('email')
      .where('sub', '=', sub)
      .executeTakeFirst();
    await alongside?.(transaction);
    // The provider comes first. It decides, and it waits for other changes of owners before any row is locked.
    const refusal = await context.userRemoved(transaction, { sub, email: user?.email ?? '' });
    if (refusal !== null) throw invalidParameter(refusal);
    await revokeSessions(own, sub);
    await transaction.updateTable('pool_refresh_tokens').set({ agent: '' }).where('sub', '=', sub).execute();
    await endSignIns(own, sub);
    await transaction.deleteFrom('pool_codes').where('subject', '=', sub).execute();
    if (user !== undefined) await forgetAddress(transaction, user.email);
    await forgetAttempts(transaction, sub);
    let deletion = transaction.deleteFrom('pool_users').where('sub', '=', sub);
    if (status !== undefined) deletion = deletion.where('status', '=', status);
    const { numDeletedRows } = await deletion.executeTakeFirst();
    if (status !== undefined && numDeletedRows === 0n) throw new OtherStatusError();
  });
  await context.afterUserRemoved(sub);
}
