import { requireUnlocked, tryPassword } from './attempts.ts';
import type { CallContext } from './context.ts';
import { guesserAt } from './guessers.ts';
import { matchesPassword } from './srp/srp.ts';
import { passwordIdentity, resolveSubject } from './users.ts';

/**
 * Compares the password of an account that a page asks for, and counts it.
 *
 * @throws {PoolError} NotAuthorizedException 'Password attempts exceeded'
 */
export async function isPasswordOf(
  context: CallContext,
  username: string,
  password: string,
): Promise<boolean> {
  const { id, record, user } = await resolveSubject(context, username);
  const guesser = await guesserAt(context, id);
  await requireUnlocked(context, guesser);
  const isRight = await tryPassword(context, guesser, () =>
    matchesPassword(passwordIdentity(context, id), password, record),
  );
  return isRight && user !== undefined;
}
