import { notAuthorized } from '../../errors.ts';
import { updateUser } from '../../users.ts';
import { offerNext } from '../offer.ts';
import { spendSession } from '../sessions.ts';
import { type AnswerChallenge, resume } from './answer.ts';

/** Completes a sign-in whose software token was verified within it. */
export const answerMfaSetup: AnswerChallenge = async (context, reply) => {
  const { session, progress, user } = await resume(context, 'MFA_SETUP', reply);
  if (!progress.totpVerified) throw notAuthorized('Invalid session for the user.');
  await spendSession(context, session);
  const secured = await updateUser(context, user.sub, {
    totp_mfa: true,
    preferred_mfa: 'SOFTWARE_TOKEN_MFA',
  });
  // Clients expect tokens here, never a device challenge: a device counts from the next sign-in.
  return offerNext(context, secured, { ...progress, proved: [...progress.proved, 'mfa', 'device'] });
};
