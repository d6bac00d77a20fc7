import { requireAccount } from '../account.ts';
import type { PoolContext } from '../context.ts';
import { notAuthorized } from '../errors.ts';
import { hashOf } from '../opaque.ts';
import { type AuthenticationResult, signTokens } from './issue.ts';

/**
 * Signs new tokens for a refresh token. The refresh token stays the same.
 *
 * @throws {PoolError} NotAuthorizedException if the token is unknown, revoked, expired or of another device; the error of
 *   the account if that is disabled, deleted or needs a new password
 */
export async function refreshTokens(
  context: PoolContext,
  refreshToken: string,
  deviceKey: string | undefined,
): Promise<AuthenticationResult> {
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
  return signTokens(context, user, session);
}
