import type { PoolContext } from './context.ts';
import { revokeSessions } from './tokens/revoke.ts';

/**
 * Deletes a user with devices, codes and attempts, and ends every session. The refresh tokens stay without personal
 * data, so that a later renewal fails with 'User does not exist.' (SES-34).
 */
export async function removeUser(context: PoolContext, sub: string): Promise<void> {
  await context.db.transaction().execute(async (transaction) => {
    await revokeSessions({ ...context, db: transaction }, sub);
    await transaction.deleteFrom('pool_codes').where('subject', '=', sub).execute();
    await transaction
      .deleteFrom('pool_attempts')
      .where((where) => where.or([where('subject', '=', sub), where('subject', 'like', `code|%|${sub}`)]))
      .execute();
    await transaction.deleteFrom('pool_users').where('sub', '=', sub).execute();
  });
  await context.userRemoved(sub);
}
