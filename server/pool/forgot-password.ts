import { type CodeDelivery, sendCode } from './codes.ts';
import type { PoolContext } from './context.ts';
import { notAuthorized } from './errors.ts';
import { resolveSubject } from './users.ts';

/**
 * Sends a code with which a forgotten password can be replaced. For a user who is unknown, disabled
 * or without a verified address the answer is the same, and nothing is sent.
 * Throws LimitExceededException after too many codes, NotAuthorizedException for a user who still
 * has a temporary password.
 */
export async function sendForgotPasswordCode(context: PoolContext, username: string): Promise<CodeDelivery> {
  const { id, user } = await resolveSubject(context, username);
  if (user?.status === 'FORCE_CHANGE_PASSWORD') {
    throw notAuthorized('User password cannot be reset in the current state.');
  }
  return sendCode(context, {
    subject: id,
    purpose: 'forgot-password',
    destination: user?.email ?? username,
    deliver: user !== undefined && user.enabled && user.attributes['email_verified'] === 'true',
  });
}
