import { codeExpired, guessCode } from './codes.ts';
import type { CallContext } from './context.ts';
import { resolveSubject, updateUser } from './users.ts';

/**
 * Confirms a sign-up by its code, typed or as part of a link. A user who is already confirmed gets the same response as
 * an unknown one, so that nobody learns who has an account.
 *
 * @throws {PoolError} CodeMismatchException, ExpiredCodeException or LimitExceededException
 */
export async function confirmSignUpByCode(
  context: CallContext,
  username: string,
  code: string,
): Promise<void> {
  const { id, user } = await resolveSubject(context, username);
  await guessCode(context, id, 'sign-up', code);
  if (user?.status !== 'UNCONFIRMED') throw codeExpired();
  await updateUser(context, id, {
    status: 'CONFIRMED',
    attributes: { email_verified: 'true' },
  });
}
