import { errors, type JWTPayload, jwtVerify } from 'jose';
import { type RawBuilder, sql } from 'kysely';
import { BoundedCache } from '../../bounded-cache.ts';
import type { PoolContext } from '../context.ts';
import { type AccountRefusal, accountError, accountRefusal, requireAccount } from '../account.ts';
import { type PoolError, notAuthorized } from '../errors.ts';
import type { PoolUser, RefreshTokenRow } from '../migrations.ts';
import { USER_ADMIN_SCOPE } from './issue.ts';

/** Why an access token is refused. */
export type AccessRefusal = 'invalid' | 'expired' | 'revoked' | AccountRefusal;

export type AccessCheck<Also = null> =
  | {
      readonly ok: true;
      readonly sub: string;
      readonly originJti: string;
      readonly scopes: string[];
      readonly also: Also;
    }
  | { readonly ok: false; readonly reason: AccessRefusal };

/** What is read in the statement that checks a token, for its user. It counts only if the token is accepted. */
export type ReadAlso<Also> = (sub: string) => RawBuilder<Also>;

const KEY_ID = /^[\w-]{1,64}$/;

const refuse = (reason: AccessRefusal) => ({ ok: false, reason }) as const;

const scopesOf = (claim: unknown): string[] => (typeof claim === 'string' ? claim.split(' ') : []);

/** What the signature of an access token proves. It never changes. */
interface Proven {
  readonly kid: string;
  readonly claims: JWTPayload;
}

/** Some megabytes, for the tokens of several thousand listeners. */
const MOST_CHARACTERS = 8 * 1024 * 1024;
const provenOf = new WeakMap<PoolContext['keys'], BoundedCache<Proven>>();

/**
 * Checks the signature of a token once. Each call checks what may change: the time, and in the database the key, the
 * session and the account.
 */
async function prove(context: PoolContext, token: string): Promise<Proven> {
  const cache = provenOf.get(context.keys) ?? new BoundedCache<Proven>(MOST_CHARACTERS);
  provenOf.set(context.keys, cache);
  const known = cache.get(token);
  if (known !== undefined) {
    const { exp = 0 } = known.claims;
    if (exp <= Math.floor(context.clock.now() / 1000)) {
      throw new errors.JWTExpired('The token has expired.', known.claims);
    }
    return known;
  }
  let kid = '';
  const { payload } = await jwtVerify(
    token,
    async (header) => {
      // Anybody can write the header, so the database gets only a well-formed id.
      const named: unknown = header.kid;
      if (typeof named !== 'string' || !KEY_ID.test(named)) throw new errors.JWKSNoMatchingKey();
      kid = named;
      const key = await context.keys.publicKey(kid);
      if (key === undefined) throw new errors.JWKSNoMatchingKey();
      return key;
    },
    {
      algorithms: ['RS256'],
      issuer: context.issuer,
      currentDate: new Date(context.clock.now()),
      requiredClaims: ['exp', 'sub', 'origin_jti'],
    },
  );
  const proven = { kid, claims: payload };
  cache.set(token, proven, token.length);
  return proven;
}

/** Checks signature, issuer, expiry, use, client, revocation and account of an access token. */
export async function checkAccessToken<Also>(
  context: PoolContext,
  token: string,
  readAlso: ReadAlso<Also>,
): Promise<AccessCheck<Also>> {
  let proven: Proven;
  try {
    proven = await prove(context, token);
  } catch (error) {
    if (error instanceof errors.JWTExpired) return refuse('expired');
    if (error instanceof errors.JOSEError) return refuse('invalid');
    throw error;
  }
  const { kid, claims } = proven;
  if (claims['token_use'] !== 'access' || claims['client_id'] !== context.clientId) return refuse('invalid');

  // One statement, because every call of a listener needs it.
  const originJti = String(claims['origin_jti']);
  const {
    rows: [found],
  } = await sql<Standing & { readonly also: Also }>`
    select session.sub, revoked_at, enabled, status, ${readAlso(String(claims.sub))} as also,
      (select withdrawn_at from pool_signing_keys where kid = ${kid}) as key_withdrawn_at
    from pool_refresh_tokens as session left join pool_users as account on account.sub = session.sub
    where origin_jti = ${originJti}
  `.execute(context.db);
  if (found === undefined || found.sub !== claims.sub) return refuse('invalid');
  const { sub, enabled, status, revoked_at, key_withdrawn_at } = found;
  const account = accountRefusal(enabled === null || status === null ? undefined : { enabled, status });
  if (account !== undefined) return refuse(account);
  if (revoked_at !== null) return refuse('revoked');
  // Keys are withdrawn to make all tokens expire. The client renews them with its refresh token.
  if (key_withdrawn_at !== null) return refuse('expired');
  return { ok: true, sub, originJti, scopes: scopesOf(claims['scope']), also: found.also };
}

export const readNothing = (): RawBuilder<null> => sql`null`;

/** What decides about a token now. The fields of an account that was deleted are null. */
interface Standing extends Pick<RefreshTokenRow, 'sub' | 'revoked_at'> {
  readonly enabled: PoolUser['enabled'] | null;
  readonly status: PoolUser['status'] | null;
  readonly key_withdrawn_at: number | null;
}

function accessError(reason: AccessRefusal): PoolError {
  switch (reason) {
    case 'invalid':
      return notAuthorized('Invalid Access Token');
    case 'expired':
      return notAuthorized('Access Token has expired');
    case 'revoked':
      return notAuthorized('Access Token has been revoked');
    default:
      return accountError(reason);
  }
}

/**
 * The signed-in user of an access token.
 *
 * @throws {PoolError} if the token or the account is refused
 */
export async function requireAccess(
  context: PoolContext,
  token: string,
): Promise<{ user: PoolUser; session: RefreshTokenRow }> {
  const check = await checkAccessToken(context, token, readNothing);
  if (!check.ok) throw accessError(check.reason);
  if (!check.scopes.includes(USER_ADMIN_SCOPE)) {
    throw notAuthorized('Access Token does not have required scopes');
  }
  const session = await context.db
    .selectFrom('pool_refresh_tokens')
    .selectAll()
    .where('origin_jti', '=', check.originJti)
    .executeTakeFirst();
  if (session === undefined) throw accessError('invalid');
  return { user: await requireAccount(context, check.sub), session };
}
