import { tryCode } from '../../attempts.ts';
import { consumeCode } from '../../codes.ts';
import { offerNext } from '../offer.ts';
import { spendSession } from '../sessions.ts';
import { type AnswerChallenge, requireResponse, resume } from './answer.ts';

/** Checks a code that was sent by SMS. After a wrong code, the same Session can be used again. */
export const answerSmsMfa: AnswerChallenge = async (context, reply) => {
  const { session, progress, user } = await resume(context, 'SMS_MFA', reply);
  const code = requireResponse(reply, 'SMS_MFA_CODE');
  await tryCode(context, user.sub, () =>
    consumeCode(context, user.sub, 'sms-mfa', code, 'Invalid code or auth state for the user.'),
  );
  await spendSession(context, session);
  return offerNext(context, user, { ...progress, proved: [...progress.proved, 'mfa'] }, session);
};
