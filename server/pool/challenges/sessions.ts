import type { PoolContext } from '../context.ts';
import { notAuthorized } from '../errors.ts';
import { hashOf, newOpaqueToken } from '../opaque.ts';
import type { SignInProgress } from './progress.ts';

const LIFE_MS = 3 * 60 * 1000;

/** The challenges that a Session can stand for. */
export type ChallengeName =
  | 'NEW_PASSWORD_REQUIRED'
  | 'SMS_MFA'
  | 'SOFTWARE_TOKEN_MFA'
  | 'SELECT_MFA_TYPE'
  | 'MFA_SETUP'
  | 'CUSTOM_CHALLENGE'
  | 'DEVICE_SRP_AUTH'
  | 'DEVICE_PASSWORD_VERIFIER';

const expired = (): Error => notAuthorized('Invalid session for the user, session is expired.');
const unknown = (): Error => notAuthorized('Invalid session for the user.');
const spent = (): Error => notAuthorized('Invalid session for the user, session can only be used once.');

/** Opens a Session for one challenge; it lives three minutes and can be answered rightly once. */
export async function openSession(
  context: PoolContext,
  name: ChallengeName,
  progress: SignInProgress,
): Promise<string> {
  const token = newOpaqueToken();
  await context.db
    .insertInto('pool_challenges')
    .values({
      token_hash: hashOf(token),
      name,
      progress: JSON.stringify(progress),
      expires_at: context.clock.now() + LIFE_MS,
      used_at: null,
    })
    .execute();
  return token;
}

/** Reads a Session without using it up: a mistyped code may be corrected. Throws NotAuthorizedException. */
export async function readSession(
  context: PoolContext,
  name: ChallengeName,
  token: string,
): Promise<SignInProgress> {
  const row = await context.db
    .selectFrom('pool_challenges')
    .selectAll()
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  if (row === undefined || row.name !== name) throw unknown();
  if (row.used_at !== null) throw spent();
  if (row.expires_at <= context.clock.now()) throw expired();
  return row.progress;
}

/**
 * Gives a Session that was used up to the challenge that follows. Needed where clients go on with
 * the Session that they have instead of the one that they are sent: with DEVICE_SRP_AUTH after a code.
 */
export async function carrySession(
  context: PoolContext,
  token: string,
  name: ChallengeName,
  progress: SignInProgress,
): Promise<string> {
  await context.db
    .updateTable('pool_challenges')
    .set({
      name,
      progress: JSON.stringify(progress),
      expires_at: context.clock.now() + LIFE_MS,
      used_at: null,
    })
    .where('token_hash', '=', hashOf(token))
    .execute();
  return token;
}

/** Uses a Session up; of two answers at once, one is refused with NotAuthorizedException. */
export async function spendSession(context: PoolContext, token: string): Promise<void> {
  const now = context.clock.now();
  const used = await context.db
    .updateTable('pool_challenges')
    .set({ used_at: now })
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst();
  if (used === undefined) throw spent();
}
