import { SignJWT } from 'jose';
import { randomBytes, randomUUID } from 'node:crypto';
import type { PoolContext } from '../context.ts';
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

type TokenOrigin = Pick<RefreshTokenRow, 'origin_jti' | 'auth_time' | 'device_key'>;

/** The attributes that are booleans in an ID token. */
const BOOLEAN_CLAIMS = new Set(['email_verified', 'phone_number_verified']);

/** Signs an access token and an ID token. Both are revoked together with their refresh token. */
export async function signTokens(
  context: PoolContext,
  user: PoolUser,
  origin: TokenOrigin,
): Promise<AuthenticationResult> {
  const { kid, key } = await context.keys.current();
  const issuedAt = Math.floor(context.clock.now() / 1000);
  const shared = {
    origin_jti: origin.origin_jti,
    event_id: randomUUID(),
    auth_time: Math.floor(origin.auth_time / 1000),
  };
  const sign = (claims: Record<string, unknown>): Promise<string> =>
    new SignJWT({ ...claims, ...shared })
      .setProtectedHeader({ alg: 'RS256', kid })
      .setIssuer(context.issuer)
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
    sign({
      token_use: 'access',
      client_id: context.clientId,
      username: user.sub,
      scope: USER_ADMIN_SCOPE,
      ...(origin.device_key === null ? {} : { device_key: origin.device_key }),
    }),
    sign({ ...profile, token_use: 'id', aud: context.clientId, 'cognito:username': user.sub }),
  ]);
  return { AccessToken, IdToken, TokenType: 'Bearer', ExpiresIn: context.lives.accessSeconds };
}

/**
 * Starts a session: a refresh token and its first tokens. Without a known device, the result contains a new one, which the
 * client may confirm.
 */
export async function startSession(
  context: PoolContext,
  user: PoolUser,
  knownDevice: string | null,
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
    auth_time: now,
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
      device_group_key: newDevice?.DeviceGroupKey ?? null,
    })
    .execute();
  return {
    ...(await signTokens(context, user, origin)),
    RefreshToken: refreshToken,
    ...(newDevice === undefined ? {} : { NewDeviceMetadata: newDevice }),
  };
}
