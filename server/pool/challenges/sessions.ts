import { randomBytes } from 'node:crypto';
import type { CallContext, PoolContext } from '../context.ts';
import { notAuthorized, invalidParameter } from '../errors.ts';
import { hashOf, newOpaqueToken } from '../opaque.ts';
import { agree, readClientPublic, type SrpRecord } from '../srp/srp.ts';
import type { SignInProgress } from '../migrations.ts';

export const startProgress = (
  sub: string,
  deviceKey: string | null,
  flow: SignInProgress['flow'],
): SignInProgress => ({
  sub,
  deviceKey,
  flow,
  proved: [],
  customFailures: 0,
  totpVerified: false,
});

const LIFE_MS = 3 * 60 * 1000;

/** The challenges that have a Session. */
export type ChallengeName =
  | 'NEW_PASSWORD_REQUIRED'
  | 'SMS_MFA'
  | 'SOFTWARE_TOKEN_MFA'
  | 'SELECT_MFA_TYPE'
  | 'MFA_SETUP'
  | 'CUSTOM_CHALLENGE'
  | 'DEVICE_SRP_AUTH'
  | 'DEVICE_PASSWORD_VERIFIER'
  | 'SELECT_CHALLENGE'
  | 'WEB_AUTHN';

/** What a Session may be for: a challenge, or a passkey that is being added. */
type SessionName = ChallengeName | 'WEB_AUTHN_REGISTRATION';

const expired = (): Error => notAuthorized('Invalid session for the user, session is expired.');
const unknown = (): Error => notAuthorized('Invalid session for the user.');
const spent = (): Error => notAuthorized('Invalid session for the user, session can only be used once.');

/** Opens a Session for one challenge. It is valid for three minutes by default, and for one right response. */
export async function openSession(
  context: PoolContext,
  name: SessionName,
  progress: SignInProgress,
  lifeMs = LIFE_MS,
): Promise<string> {
  const token = newOpaqueToken();
  await context.db
    .insertInto('pool_challenges')
    .values({
      token_hash: hashOf(token),
      name,
      progress: JSON.stringify(progress),
      expires_at: context.clock.now() + lifeMs,
      used_at: null,
    })
    .execute();
  return token;
}

/**
 * Reads a Session without using it up, so that the listener can correct a mistyped code.
 *
 * @throws {PoolError} NotAuthorizedException for an unknown, used or expired Session
 */
export async function readSession(
  context: PoolContext,
  name: SessionName,
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
 * Finds the sign-in of a device without its Session, which clients may leave out. It has to come from the network address
 * that proved the password.
 *
 * @returns the SHA-256 of the Session
 * @throws {PoolError} NotAuthorizedException if there is none
 */
export async function findDeviceSession(
  context: CallContext,
  name: 'DEVICE_SRP_AUTH' | 'DEVICE_PASSWORD_VERIFIER',
  sub: string,
  deviceKey: string,
): Promise<{ readonly hash: string; readonly progress: SignInProgress }> {
  const row = await context.db
    .selectFrom('pool_challenges')
    .select(['token_hash', 'progress'])
    .where((where) => where(where.ref('progress', '->>').key('sub'), '=', sub))
    .where((where) => where(where.ref('progress', '->>').key('deviceKey'), '=', deviceKey))
    .where((where) => where(where.ref('progress', '->>').key('caller'), '=', context.caller))
    .where('name', '=', name)
    .where('used_at', 'is', null)
    .where('expires_at', '>', context.clock.now())
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) throw unknown();
  return { hash: row.token_hash, progress: row.progress };
}

/**
 * Makes a used Session valid for the next challenge. For DEVICE_SRP_AUTH after a code, clients send the Session that they
 * already have, and not the new one.
 */
export async function reuseSession(
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

/**
 * Uses up a Session.
 *
 * @throws {PoolError} NotAuthorizedException if a parallel response has used it up
 */
export const spendSession = (context: PoolContext, token: string): Promise<void> =>
  spendSessionOf(context, hashOf(token));

/** The same, by the SHA-256 of the Session. */
export async function spendSessionOf(context: PoolContext, hash: string): Promise<void> {
  const now = context.clock.now();
  const used = await context.db
    .updateTable('pool_challenges')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst();
  if (used === undefined) throw spent();
}

/** The server's part of a password proof, as challenge parameters. */
export interface ExchangeOffer {
  /** Hexadecimal. */
  readonly SALT: string;
  /** Hexadecimal. */
  readonly SRP_B: string;
  /** Base64. It identifies this exchange, and the client signs it. */
  readonly SECRET_BLOCK: string;
}

/**
 * Starts a password proof of a user or a device with the client's SRP_A. Only the derived key is stored, for three
 * minutes.
 *
 * @throws {PoolError} InvalidParameterException for a missing or invalid SRP_A
 */
export async function openExchange(
  context: PoolContext,
  subject: string,
  clientPublic: string | undefined,
  record: SrpRecord,
  customFlow: boolean,
): Promise<ExchangeOffer> {
  if (clientPublic === undefined) throw invalidParameter('Missing required parameter SRP_A');
  const value = readClientPublic(clientPublic);
  if (value === undefined) throw invalidParameter('Invalid SRP_A');
  const { serverPublic, sessionKey } = await agree(value, record);
  const secretBlock = randomBytes(96).toString('base64');
  await context.db
    .insertInto('pool_srp_exchanges')
    .values({
      id_hash: hashOf(secretBlock),
      subject,
      session_key: sessionKey.toString('hex'),
      custom_flow: customFlow,
      expires_at: context.clock.now() + LIFE_MS,
    })
    .execute();
  return { SALT: record.salt, SRP_B: serverPublic, SECRET_BLOCK: secretBlock };
}

export interface Exchange {
  readonly sessionKey: Buffer;
  readonly customFlow: boolean;
}

/** Uses up the exchange of this SECRET_BLOCK and subject. Undefined if there is none or it has expired. */
export async function spendExchange(
  context: PoolContext,
  subject: string,
  secretBlock: string,
): Promise<Exchange | undefined> {
  const row = await context.db
    .deleteFrom('pool_srp_exchanges')
    .where('id_hash', '=', hashOf(secretBlock))
    .where('subject', '=', subject)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined || row.expires_at <= context.clock.now()) return undefined;
  return { sessionKey: Buffer.from(row.session_key, 'hex'), customFlow: row.custom_flow };
}
