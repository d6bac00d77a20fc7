import { invalidParameter } from '../../errors.ts';
import { enabledMfa } from '../next-step.ts';
import { offerMfa } from '../offer.ts';
import { spendSession } from '../sessions.ts';
import { type AnswerChallenge, requireResponse, resume } from './answer.ts';

/** Continues with the second factor that the listener chose. */
export const answerSelectMfaType: AnswerChallenge = async (context, reply) => {
  const { session, progress, user } = await resume(context, 'SELECT_MFA_TYPE', reply);
  const answer = requireResponse(reply, 'ANSWER');
  const method = enabledMfa(user).find((enabled) => enabled === answer);
  if (method === undefined) throw invalidParameter('Invalid MFA type');
  await spendSession(context, session);
  return offerMfa(context, user, method, progress);
};
