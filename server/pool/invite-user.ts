import { randomInt } from 'node:crypto';
import { type AccountOrigin, addUser } from './add-user.ts';
import type { PoolContext } from './context.ts';
import { recordPassword } from './srp/verifier.ts';
import { endSignIns } from './tokens/revoke.ts';
import { passwordIdentity } from './users.ts';

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
