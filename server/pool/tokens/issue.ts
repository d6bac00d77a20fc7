import { SignJWT } from 'jose';
import { randomBytes, randomUUID } from 'node:crypto';
import { requireAccount } from '../account.ts';
import type { PoolContext } from '../context.ts';
import { notAuthorized } from '../errors.ts';
import type { PoolUser, RefreshTokenRow } from '../migrations.ts';
import { hashOf, newOpaqueToken } from '../opaque.ts';

/** The scope with which users read and change their own account in the pool. */
export const USER_ADMIN_SCOPE = 'aws.cognito.signin.user.admin';

/** `AuthenticationResult` on the wire. */
export interface AuthenticationResult {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly TokenType: 'Bearer';
  /** Seconds. */
  readonly ExpiresIn: number;
  readonly RefreshToken?: string;
  readonly NewDeviceMetadata?: { readonly DeviceKey: string; readonly DeviceGroupKey: string };
}

type TokenOrigin = Pick<RefreshTokenRow, 'origin_jti' | 'auth_time' | 'device_key' | 'scope'>;

/** What a client of OpenID Connect asked for. */
interface OpenIdGrant {
  readonly scope: string;
  readonly nonce: string | null;
  /** When the listener signed in, in epoch milliseconds. */
  readonly authTime: number;
  /** The issuer of the ID token: the address of the hosted login. */
  readonly issuer: string;
  /** The name of the provider at which the listener signed in. Null: none. */
  readonly identityProvider: string | null;
}

/** The attributes that are booleans in an ID token. */
const BOOLEAN_CLAIMS = new Set(['email_verified', 'phone_number_verified']);

/** Signs an access token and an ID token. Both are revoked together with their refresh token. */
async function signTokens(
  context: PoolContext,
  user: PoolUser,
  origin: TokenOrigin,
  { issuer = context.issuer, nonce = null }: Partial<Pick<OpenIdGrant, 'issuer' | 'nonce'>> = {},
): Promise<AuthenticationResult> {
  const { kid, key } = await context.keys.current();
  const issuedAt = Math.floor(context.clock.now() / 1000);
  const shared = {
    origin_jti: origin.origin_jti,
    event_id: randomUUID(),
    auth_time: Math.floor(origin.auth_time / 1000),
  };
  const sign = (claims: Record<string, unknown>, iss: string): Promise<string> =>
    new SignJWT({ ...claims, ...shared })
      .setProtectedHeader({ alg: 'RS256', kid })
      .setIssuer(iss)
      .setSubject(user.sub)
      .setJti(randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + context.lives.accessSeconds)
      .sign(key);
  const profile = Object.fromEntries(
    Object.entries(user.attributes).map(([name, value]) => [
      name,
      BOOLEAN_CLAIMS.has(name) ? value === 'true' : value,
    ]),
  );
  const [AccessToken, IdToken] = await Promise.all([
    sign(
      {
        token_use: 'access',
        client_id: context.clientId,
        username: user.sub,
        scope: origin.scope ?? USER_ADMIN_SCOPE,
        ...(origin.device_key === null ? {} : { device_key: origin.device_key }),
      },
      context.issuer,
    ),
    sign(
      {
        ...profile,
        token_use: 'id',
        aud: context.clientId,
        'cognito:username': user.sub,
        ...(nonce !== null && { nonce }),
      },
      issuer,
    ),
  ]);
  return { AccessToken, IdToken, TokenType: 'Bearer', ExpiresIn: context.lives.accessSeconds };
}

/**
 * Starts a session: a refresh token and its first tokens. Without a known device, the result contains a new one, which the
 * client may confirm.
 *
 * @param agent what the browser or app calls itself
 */
export async function startSession(
  context: PoolContext,
  user: PoolUser,
  knownDevice: string | null,
  agent: string,
  grant?: OpenIdGrant,
): Promise<AuthenticationResult> {
  const now = context.clock.now();
  const refreshToken = newOpaqueToken();
  const newDevice =
    knownDevice === null
      ? {
          DeviceKey: `${context.region}_${randomUUID()}`,
          DeviceGroupKey: `-${randomBytes(6).toString('base64url')}`,
        }
      : undefined;
  const origin = {
    origin_jti: randomUUID(),
    auth_time: grant?.authTime ?? now,
    scope: grant?.scope ?? null,
    device_key: newDevice?.DeviceKey ?? knownDevice,
  };
  await context.db
    .insertInto('pool_refresh_tokens')
    .values({
      ...origin,
      token_hash: hashOf(refreshToken),
      sub: user.sub,
      expires_at: now + context.lives.refreshSeconds * 1000,
      revoked_at: null,
      agent,
      used_at: now,
      device_group_key: newDevice?.DeviceGroupKey ?? null,
      identity_provider: grant?.identityProvider ?? null,
    })
    .execute();
  return {
    ...(await signTokens(context, user, origin, grant)),
    RefreshToken: refreshToken,
    ...(newDevice === undefined ? {} : { NewDeviceMetadata: newDevice }),
  };
}

/**
 * Signs new tokens for a refresh token. The refresh token stays the same.
 *
 * @param issuer the issuer of the ID token
 * @throws {PoolError} NotAuthorizedException if the token is unknown, revoked, expired or of another device; the error of
 *   the account if that is disabled, deleted or needs a new password
 */
export async function refreshTokens(
  context: PoolContext,
  refreshToken: string,
  deviceKey: string | undefined,
  issuer = context.issuer,
): Promise<{ readonly tokens: AuthenticationResult; readonly scope: string }> {
  const session = await context.db
    .selectFrom('pool_refresh_tokens')
    .selectAll()
    .where('token_hash', '=', hashOf(refreshToken))
    .executeTakeFirst();
  if (session === undefined) throw notAuthorized('Invalid Refresh Token');
  const user = await requireAccount(context, session.sub);
  if (session.revoked_at !== null) throw notAuthorized('Refresh Token has been revoked');
  if (session.expires_at <= context.clock.now()) throw notAuthorized('Refresh Token has expired');
  if (deviceKey !== undefined && deviceKey !== session.device_key) {
    throw notAuthorized('Invalid Refresh Token');
  }
  const tokens = await signTokens(context, user, session, { issuer });
  await context.db
    .updateTable('pool_refresh_tokens')
    .set({ used_at: context.clock.now() })
    .where('origin_jti', '=', session.origin_jti)
    .execute();
  return { tokens, scope: session.scope ?? USER_ADMIN_SCOPE };
}

/** Ends the session of a refresh token, and so every token that it issued. */
export async function revokeRefreshToken(context: PoolContext, refreshToken: string): Promise<void> {
  await context.db
    .updateTable('pool_refresh_tokens')
    .set({ revoked_at: context.clock.now() })
    .where('token_hash', '=', hashOf(refreshToken))
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends one session. */
export async function revokeSession(context: PoolContext, originJti: string): Promise<void> {
  await context.db
    .updateTable('pool_refresh_tokens')
    .set({ revoked_at: context.clock.now() })
    .where('origin_jti', '=', originJti)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends the unfinished sign-ins of a user, because they proved a password that is no longer valid. */
export async function endSignIns({ db }: PoolContext, sub: string): Promise<void> {
  await db.deleteFrom('pool_srp_exchanges').where('subject', '=', sub).execute();
  await db
    .deleteFrom('pool_challenges')
    .where((where) => where(where.ref('progress', '->>').key('sub'), '=', sub))
    .execute();
}

/**
 * Ends every session of a user: refresh tokens, and sessions of the hosted login.
 *
 * @param keep the `origin_jti` of the one session that stays
 */
export async function revokeSessions(context: PoolContext, sub: string, keep?: string): Promise<void> {
  const { db } = context;
  await db.deleteFrom('pool_hosted_codes').where('sub', '=', sub).execute();
  await db.deleteFrom('pool_hosted_sessions').where('sub', '=', sub).execute();
  // Refresh tokens come last, so that a sign-in that completes meanwhile is ended, too.
  let ended = db
    .updateTable('pool_refresh_tokens')
    .set({ revoked_at: context.clock.now() })
    .where('sub', '=', sub)
    .where('revoked_at', 'is', null);
  if (keep !== undefined) ended = ended.where('origin_jti', '!=', keep);
  await ended.execute();
}
