import type { PoolContext } from './context.ts';
import type { PoolUser } from './migrations.ts';
import { removeUnconfirmed } from './remove-user.ts';
import { findUser, insertUser, type NewUser } from './users.ts';

/**
 * What became of an address: `new`, without an account before; `replaced`, in place of an account that was never
 * confirmed; `existing`, the account that the address had.
 */
export type AccountOrigin = 'new' | 'replaced' | 'existing';

/**
 * Adds a user for an operator or an owner (SES-100). An account that was never confirmed may be a stranger's. So it is
 * deleted first, with its password, codes and sign-ins. Any other account of the address stays as it is.
 */
export async function addUser(
  context: PoolContext,
  user: NewUser,
  replaced = false,
): Promise<{ readonly user: PoolUser; readonly account: AccountOrigin }> {
  const added = await insertUser(context, user);
  if (added !== undefined) return { user: added, account: replaced ? 'replaced' : 'new' };
  const existing = await findUser(context, user.email);
  if (existing !== undefined && existing.status !== 'UNCONFIRMED') {
    return { user: existing, account: 'existing' };
  }
  if (existing !== undefined) await removeUnconfirmed(context, existing.sub);
  return addUser(context, user, replaced || existing !== undefined);
}
