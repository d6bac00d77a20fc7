import { type CodeDelivery, sendCode } from './codes.ts';
import type { PoolContext } from './context.ts';
import { resolveSubject } from './users.ts';

/**
 * Sends a code with which a forgotten password can be replaced. For a user who is unknown, disabled, without a verified
 * address or with a temporary password the answer is the same, and nothing is sent.
 * Throws LimitExceededException after too many codes.
 */
export async function sendForgotPasswordCode(context: PoolContext, username: string): Promise<CodeDelivery> {
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
