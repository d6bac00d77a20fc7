import * as v from 'valibot';
import { accessToken, clientId, code, defineAction, password, username } from './action.ts';
import { attemptLimit, clearAttempts, tryPassword } from '../attempts.ts';
import { guesserAt, rememberNetwork } from '../guessers.ts';
import { guessCode, type CodeDelivery, sendCode } from '../codes.ts';
import { PoolError, wrongCredentials } from '../errors.ts';
import { removeUntrustedIdentities } from '../identities/identities.ts';
import { requirePolicy } from '../password-policy.ts';
import { matchesPassword } from '../srp/srp.ts';
import { requireAccess } from '../tokens/verify.ts';
import { passwordIdentity, resolveSubject, setPassword } from '../users.ts';
import type { CallContext } from '../context.ts';

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

const changePasswordSchema = v.object({
  AccessToken: accessToken,
  PreviousPassword: password,
  ProposedPassword: password,
});

/**
 * ChangePassword: replaces the password of a signed-in user who gives the current one. Every other session ends, because
 * somebody else may know the old password.
 */
export const changePassword = defineAction(changePasswordSchema, async (context, request) => {
  const { user, session } = await requireAccess(context, request.AccessToken);
  const record = { salt: user.srp_salt, verifier: user.srp_verifier };
  const identity = passwordIdentity(context, user.sub);
  const isRight = await tryPassword(context, await guesserAt(context, user.sub), () =>
    matchesPassword(identity, request.PreviousPassword, record),
  ).catch((error: unknown) => {
    // The app takes the error of a wrong password for the end of the session.
    throw error instanceof PoolError ? attemptLimit() : error;
  });
  if (!isRight) throw wrongCredentials();
  await requirePolicy(request.ProposedPassword, user.email);
  await setPassword(context, user.sub, request.ProposedPassword, session.origin_jti);
  return {};
});

const forgotPasswordSchema = v.object({ ClientId: clientId, Username: username });

/** ForgotPassword: sends a code for ConfirmForgotPassword. */
export const forgotPassword = defineAction(forgotPasswordSchema, async (context, request) => ({
  CodeDeliveryDetails: await sendForgotPasswordCode(context, request.Username),
}));

const confirmForgotPasswordSchema = v.object({
  ClientId: clientId,
  Username: username,
  ConfirmationCode: code,
  Password: password,
});

/** ConfirmForgotPassword: sets a new password with the sent code, and removes a lock of the caller. Passkeys stay (SES-139). */
export const confirmForgotPassword = defineAction(confirmForgotPasswordSchema, async (context, request) => {
  await requirePolicy(request.Password, request.Username);
  const { id, user } = await resolveSubject(context, request.Username);
  await guessCode(context, id, 'forgot-password', request.ConfirmationCode);
  if (user === undefined) return {};
  await removeUntrustedIdentities(context, id);
  await setPassword(context, id, request.Password);
  await rememberNetwork(context, id);
  await clearAttempts(context, await guesserAt(context, id));
  return {};
});
