import { tryCode } from '../../attempts.ts';
import { acceptTotp } from '../../totp.ts';
import { offerNext } from '../offer.ts';
import { spendSession } from '../sessions.ts';
import { type AnswerChallenge, requireResponse, resume } from './answer.ts';

/** Checks an authenticator code. After a wrong code, the same Session can be used again. */
export const answerSoftwareTokenMfa: AnswerChallenge = async (context, reply) => {
  const { session, progress, user } = await resume(context, 'SOFTWARE_TOKEN_MFA', reply);
  const code = requireResponse(reply, 'SOFTWARE_TOKEN_MFA_CODE');
  await tryCode(context, user.sub, () => acceptTotp(context, user, code));
  await spendSession(context, session);
  return offerNext(context, user, { ...progress, proved: [...progress.proved, 'mfa'] }, session);
};
