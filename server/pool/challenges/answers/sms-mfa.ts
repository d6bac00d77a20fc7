import { claimAttempt, returnAttempt } from '../../attempts.ts';
import { takeCode } from '../../codes.ts';
import { offerNext } from '../offer.ts';
import { spendSession } from '../sessions.ts';
import { type AnswerChallenge, requireResponse, resume } from './answer.ts';

/** Checks a code sent by SMS; a wrong one may be corrected within the same Session. */
export const answerSmsMfa: AnswerChallenge = async (context, reply) => {
  const { session, progress, user } = await resume(context, 'SMS_MFA', reply);
  const code = requireResponse(reply, 'SMS_MFA_CODE');
  await claimAttempt(context, user.sub);
  await takeCode(context, user.sub, 'sms-mfa', code, 'Invalid code or auth state for the user.');
  await returnAttempt(context, user.sub);
  await spendSession(context, session);
  return offerNext(context, user, { ...progress, proved: [...progress.proved, 'mfa'] }, session);
};
