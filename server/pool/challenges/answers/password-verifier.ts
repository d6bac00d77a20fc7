import { requireAccount } from '../../account.ts';
import { tryPassword } from '../../attempts.ts';
import { deviceMissing, findDevice } from '../../devices.ts';
import { PoolError, invalidParameter, wrongCredentials } from '../../errors.ts';
import { spendExchange } from '../../srp-exchanges.ts';
import { provesPassword } from '../../srp/exchange.ts';
import { passwordIdentity, resolveSubject } from '../../users.ts';
import { offerNext } from '../offer.ts';
import { startProgress } from '../progress.ts';
import { type AnswerChallenge, type ChallengeReply, requireResponse } from './answer.ts';

const TIMESTAMP = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d{2}:\d{2}:\d{2} UTC \d{4}$/;

/** Reads the signed claim of a reply. Its time is not checked, because clocks of listeners can be wrong. */
export function readClaim(reply: ChallengeReply): {
  secretBlock: string;
  timestamp: string;
  signature: string;
} {
  const timestamp = requireResponse(reply, 'TIMESTAMP');
  if (!TIMESTAMP.test(timestamp)) throw invalidParameter('TIMESTAMP format not understood');
  return {
    secretBlock: requireResponse(reply, 'PASSWORD_CLAIM_SECRET_BLOCK'),
    signature: requireResponse(reply, 'PASSWORD_CLAIM_SIGNATURE'),
    timestamp,
  };
}

/**
 * Checks the proof of the password. Without a right proof, the response is the same for every username. Only after it may
 * the response say that the account is disabled, unconfirmed or needs a new password.
 */
export const answerPasswordVerifier: AnswerChallenge = async (context, reply) => {
  const claim = readClaim(reply);
  const subject = await resolveSubject(context, requireResponse(reply, 'USERNAME'));
  const deviceKey = reply.responses['DEVICE_KEY'] ?? null;
  // This check comes before the exchange is used up. The client forgets an unknown device and sends the same claim again.
  if (deviceKey !== null && (await findDevice(context, subject.id, deviceKey)) === undefined) {
    throw deviceMissing();
  }
  const exchange = await spendExchange(context, subject.id, claim.secretBlock);
  if (exchange === undefined) throw wrongCredentials();
  const isRight = await tryPassword(
    context,
    subject.id,
    () =>
      provesPassword(exchange.sessionKey, passwordIdentity(context, subject.id), claim) &&
      subject.user !== undefined,
    deviceKey !== null,
  );
  if (!isRight) throw wrongCredentials();
  const user = await requireAccount(context, subject.id);
  if (user.status === 'UNCONFIRMED') {
    throw new PoolError('UserNotConfirmedException', 'User is not confirmed.');
  }
  return offerNext(
    context,
    user,
    startProgress(subject.id, deviceKey, exchange.customFlow ? 'custom' : 'srp'),
  );
};
