import type { PoolContext } from './context.ts';
import { PoolError, notAuthorized } from './errors.ts';
import type { PoolUser } from './migrations.ts';

/** Why an account cannot be used, even with right credentials. */
export type AccountRefusal = 'user-deleted' | 'user-disabled' | 'reset-required';

export function accountRefusal(
  user: Pick<PoolUser, 'enabled' | 'status'> | undefined,
): AccountRefusal | undefined {
  if (user === undefined) return 'user-deleted';
  if (!user.enabled) return 'user-disabled';
  if (user.status === 'RESET_REQUIRED') return 'reset-required';
  return undefined;
}

/** The message of the real service. The app recognises an ended session by it (SES-34). */
export function accountError(refusal: AccountRefusal): PoolError {
  switch (refusal) {
    case 'user-deleted':
      return new PoolError('UserNotFoundException', 'User does not exist.');
    case 'user-disabled':
      return notAuthorized('User is disabled.');
    case 'reset-required':
      return new PoolError('PasswordResetRequiredException', 'Password reset required for the user');
  }
}

/**
 * Finds the user with this `sub`.
 *
 * @throws {PoolError} when the account cannot be used
 */
export async function requireAccount(context: PoolContext, sub: string): Promise<PoolUser> {
  const user = await context.db
    .selectFrom('pool_users')
    .selectAll()
    .where('sub', '=', sub)
    .executeTakeFirst();
  const refusal = accountRefusal(user);
  if (user === undefined || refusal !== undefined) throw accountError(refusal ?? 'user-deleted');
  return user;
}
