import { type CodeDelivery, sendCode } from './codes.ts';
import type { CallContext } from './context.ts';
import { resolveSubject } from './users.ts';

/**
 * Sends a code that allows a new password. Nothing is sent to a user who is unknown or disabled, who has no verified
 * address or who has a temporary password. The result is the same.
 *
 * @throws {PoolError} LimitExceededException after too many codes
 */
export async function sendForgotPasswordCode(context: CallContext, username: string): Promise<CodeDelivery> {
  const { id, address, user } = await resolveSubject(context, username);
  return sendCode(context, {
    subject: id,
    purpose: 'forgot-password',
    destination: address,
    deliver:
      user !== undefined &&
      user.enabled &&
      user.status !== 'FORCE_CHANGE_PASSWORD' &&
      user.attributes['email_verified'] === 'true',
  });
}
