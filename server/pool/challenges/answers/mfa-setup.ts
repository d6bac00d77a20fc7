import { notAuthorized } from '../../errors.ts';
import { updateUser } from '../../users.ts';
import { offerNext } from '../offer.ts';
import { spendSession } from '../sessions.ts';
import { type AnswerChallenge, resume } from './answer.ts';

/** Completes a sign-in after its software token was verified. */
export const answerMfaSetup: AnswerChallenge = async (context, reply) => {
  const { session, progress, user } = await resume(context, 'MFA_SETUP', reply);
  if (!progress.totpVerified) throw notAuthorized('Invalid session for the user.');
  await spendSession(context, session);
  const secured = await updateUser(context, user.sub, {
    totp_mfa: true,
    preferred_mfa: 'SOFTWARE_TOKEN_MFA',
  });
  // Clients expect tokens here and no device challenge. The device proves itself at the next sign-in.
  return offerNext(context, secured, { ...progress, proved: [...progress.proved, 'mfa', 'device'] });
};
