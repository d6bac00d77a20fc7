import { takeCode } from './codes.ts';
import type { PoolContext } from './context.ts';
import { notAuthorized } from './errors.ts';
import { resolveSubject, updateUser } from './users.ts';

/**
 * Confirms a sign-up by its code, typed or within a link (section 4).
 * Throws CodeMismatchException, ExpiredCodeException, LimitExceededException, or
 * NotAuthorizedException when the user is confirmed already.
 */
export async function confirmSignUpByCode(
  context: PoolContext,
  username: string,
  code: string,
): Promise<void> {
  const { id, user } = await resolveSubject(context, username);
  if (user !== undefined && user.status !== 'UNCONFIRMED') {
    throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
  }
  await takeCode(context, id, 'sign-up', code);
  if (user === undefined) return;
  await updateUser(context, id, {
    status: 'CONFIRMED',
    attributes: { email_verified: 'true' },
  });
}
