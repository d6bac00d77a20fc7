import { errors, jwtVerify } from 'jose';
import type { PoolContext } from '../context.ts';
import { PoolError, notAuthorized } from '../errors.ts';
import type { PoolUser, RefreshTokenRow } from '../migrations.ts';
import { USER_ADMIN_SCOPE } from './issue.ts';

/** Why an access token does not count. */
export type AccessRefusal =
  'invalid' | 'expired' | 'revoked' | 'user-deleted' | 'user-disabled' | 'reset-required';

export type AccessCheck =
  | {
      readonly ok: true;
      readonly user: PoolUser;
      readonly session: RefreshTokenRow;
      readonly scopes: string[];
    }
  | { readonly ok: false; readonly reason: AccessRefusal };

const refuse = (reason: AccessRefusal): AccessCheck => ({ ok: false, reason });

/** What keeps an account from being used, whatever token is shown for it. */
export function accountRefusal(user: PoolUser | undefined): AccessRefusal | undefined {
  if (user === undefined) return 'user-deleted';
  if (!user.enabled) return 'user-disabled';
  if (user.status === 'RESET_REQUIRED') return 'reset-required';
  return undefined;
}

const scopesOf = (claim: unknown): string[] => (typeof claim === 'string' ? claim.split(' ') : []);

/** Checks signature, issuer, expiry, use, client, revocation and account of an access token. */
export async function checkAccessToken(context: PoolContext, token: string): Promise<AccessCheck> {
  let kid = '';
  let claims;
  try {
    const verified = await jwtVerify(
      token,
      async (header) => {
        kid = header.kid ?? '';
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
    claims = verified.payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) return refuse('expired');
    if (error instanceof errors.JOSEError) return refuse('invalid');
    throw error;
  }
  if (claims['token_use'] !== 'access' || claims['client_id'] !== context.clientId) return refuse('invalid');

  const session = await context.db
    .selectFrom('pool_refresh_tokens')
    .selectAll()
    .select((query) =>
      query
        .selectFrom('pool_signing_keys')
        .select('withdrawn_at')
        .where('kid', '=', kid)
        .as('key_withdrawn_at'),
    )
    .where('origin_jti', '=', String(claims['origin_jti']))
    .executeTakeFirst();
  if (session === undefined || session.sub !== claims.sub) return refuse('invalid');
  const user = await context.db
    .selectFrom('pool_users')
    .selectAll()
    .where('sub', '=', session.sub)
    .executeTakeFirst();
  const account = accountRefusal(user);
  if (user === undefined || account !== undefined) return refuse(account ?? 'user-deleted');
  if (session.revoked_at !== null) return refuse('revoked');
  // Keys are withdrawn to end every token's life early; a refresh brings a new one.
  if (session.key_withdrawn_at !== null) return refuse('expired');
  return { ok: true, user, session, scopes: scopesOf(claims['scope']) };
}

const REFUSALS: Record<AccessRefusal, () => PoolError> = {
  invalid: () => notAuthorized('Invalid Access Token'),
  expired: () => notAuthorized('Access Token has expired'),
  revoked: () => notAuthorized('Access Token has been revoked'),
  'user-deleted': () => new PoolError('UserNotFoundException', 'User does not exist.'),
  'user-disabled': () => notAuthorized('User is disabled.'),
  'reset-required': () =>
    new PoolError('PasswordResetRequiredException', 'Password reset required for the user'),
};

/** The service's words for a refusal (section 8, invalid-session messages). */
export const refusalError = (reason: AccessRefusal): PoolError => REFUSALS[reason]();

/** The signed-in user behind an access token, or the service's refusal as a PoolError. */
export async function requireAccess(
  context: PoolContext,
  token: string,
): Promise<{ user: PoolUser; session: RefreshTokenRow }> {
  const check = await checkAccessToken(context, token);
  if (!check.ok) throw refusalError(check.reason);
  if (!check.scopes.includes(USER_ADMIN_SCOPE)) {
    throw notAuthorized('Access Token does not have required scopes');
  }
  return check;
}
