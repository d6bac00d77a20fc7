import { claimAttempt, returnAttempt } from '../../attempts.ts';
import { acceptTotp } from '../../totp.ts';
import { offerNext } from '../offer.ts';
import { spendSession } from '../sessions.ts';
import { type AnswerChallenge, requireResponse, resume } from './answer.ts';

/** Checks an authenticator code. After a wrong code, the same Session can be used again. */
export const answerSoftwareTokenMfa: AnswerChallenge = async (context, reply) => {
  const { session, progress, user } = await resume(context, 'SOFTWARE_TOKEN_MFA', reply);
  const code = requireResponse(reply, 'SOFTWARE_TOKEN_MFA_CODE');
  await claimAttempt(context, user.sub);
  await acceptTotp(context, user, code);
  await returnAttempt(context, user.sub);
  await spendSession(context, session);
  return offerNext(context, user, { ...progress, proved: [...progress.proved, 'mfa'] }, session);
};
