import { forgetAddress } from './codes.ts';
import type { Alongside, PoolContext } from './context.ts';
import { invalidParameter } from './errors.ts';
import type { UserStatus } from './migrations.ts';
import { endSignIns, revokeSessions } from './tokens/revoke.ts';

/** The user is no longer in the state in which it was to be deleted. */
class OtherStatusError extends Error {}

/**
 * Deletes a user with devices, codes and attempts, and ends every session. The refresh tokens stay without personal
 * data, so that a later renewal fails with 'User does not exist.' (SES-34). The provider deletes its own data of the
 * user in the same transaction, and may refuse.
 *
 * @throws {PoolError} InvalidParameterException with the provider's sentence, if the user has to stay
 */
export async function removeUser(context: PoolContext, sub: string, alongside?: Alongside): Promise<void> {
  await remove(context, sub, { alongside });
}

/** Deletes an account that was never confirmed, as `removeUser` does. One that is confirmed meanwhile stays. */
export async function removeUnconfirmed(context: PoolContext, sub: string): Promise<void> {
  try {
    await remove(context, sub, { status: 'UNCONFIRMED' });
  } catch (error) {
    if (!(error instanceof OtherStatusError)) throw error;
  }
}

async function remove(
  context: PoolContext,
  sub: string,
  { alongside, status }: { readonly alongside?: Alongside | undefined; readonly status?: UserStatus },
): Promise<void> {
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
    if (user !== undefined) await forgetAddress(transaction, user.email);
    await transaction
      .deleteFrom('pool_attempts')
      .where((where) => where.or([where('subject', '=', sub), where('subject', 'like', `code|%|${sub}`)]))
      .execute();
    let deletion = transaction.deleteFrom('pool_users').where('sub', '=', sub);
    if (status !== undefined) deletion = deletion.where('status', '=', status);
    const { numDeletedRows } = await deletion.executeTakeFirst();
    if (status !== undefined && numDeletedRows === 0n) throw new OtherStatusError();
  });
  await context.afterUserRemoved(sub);
}
