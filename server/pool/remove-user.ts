import type { Alongside, PoolContext } from './context.ts';
import { invalidParameter } from './errors.ts';
import { endSignIns, revokeSessions } from './tokens/revoke.ts';

/**
 * Deletes a user with devices, codes and attempts, and ends every session. The refresh tokens stay without personal
 * data, so that a later renewal fails with 'User does not exist.' (SES-34). The provider deletes its own data of the
 * user in the same transaction, and may refuse.
 *
 * @throws {PoolError} InvalidParameterException with the provider's sentence, if the user has to stay
 */
export async function removeUser(context: PoolContext, sub: string, alongside?: Alongside): Promise<void> {
  await context.db.transaction().execute(async (transaction) => {
    const own = { ...context, db: transaction };
    const user = await transaction
      .selectFrom('pool_users')
      .select('email')
      .where('sub', '=', sub)
      .executeTakeFirst();
    await alongside?.(transaction);
    // The provider comes first. It decides, and it waits for other changes of owners before any row is locked.
    const refusal = await context.userRemoved(transaction, { sub, email: user?.email ?? '' });
    if (refusal !== null) throw invalidParameter(refusal);
    await revokeSessions(own, sub);
    await endSignIns(own, sub);
    await transaction.deleteFrom('pool_codes').where('subject', '=', sub).execute();
    await transaction
      .deleteFrom('pool_attempts')
      .where((where) => where.or([where('subject', '=', sub), where('subject', 'like', `code|%|${sub}`)]))
      .execute();
    await transaction.deleteFrom('pool_users').where('sub', '=', sub).execute();
  });
  await context.afterUserRemoved(sub);
}
