import type { PoolContext } from './context.ts';
import { notAuthorized } from './errors.ts';
import type { RefreshTokenRow } from './migrations.ts';

/** How long ago somebody may have signed in who changes how the account is signed in to (SES-137, SES-163). */
const RECENT_MS = 10 * 60 * 1000;

/**
 * @param session the session of the call; its `auth_time` is the instant of the sign-in
 * @param change what the user wants to do, in words that follow `Sign in again to`
 * @throws {PoolError} NotAuthorizedException after a sign-in that is too long ago
 */
export function requireRecentSignIn(
  { clock }: Pick<PoolContext, 'clock'>,
  { auth_time: signedInAt }: Pick<RefreshTokenRow, 'auth_time'>,
  change: string,
): void {
  if (clock.now() - signedInAt <= RECENT_MS) return;
  throw notAuthorized(`You signed in a while ago. Sign in again to ${change}.`);
}
