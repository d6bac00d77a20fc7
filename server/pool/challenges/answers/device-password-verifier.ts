import { tryPassword } from '../../attempts.ts';
import { deviceMissing, findDevice } from '../../devices.ts';
import { wrongCredentials } from '../../errors.ts';
import { spendExchange } from '../../srp-exchanges.ts';
import { provesPassword } from '../../srp/exchange.ts';
import { offerNext } from '../offer.ts';
import { spendSession } from '../sessions.ts';
import { type AnswerChallenge, requireResponse, resume } from './answer.ts';
import { readClaim } from './password-verifier.ts';

/** Checks the proof of a device. Its group key and device key replace pool name and user. */
export const answerDevicePasswordVerifier: AnswerChallenge = async (context, reply) => {
  const { session, progress, user } = await resume(context, 'DEVICE_PASSWORD_VERIFIER', reply);
  const claim = readClaim(reply);
  const deviceKey = requireResponse(reply, 'DEVICE_KEY');
  const device = await findDevice(context, user.sub, deviceKey);
  if (device === undefined || deviceKey !== progress.deviceKey) throw deviceMissing();
  const exchange = await spendExchange(context, device.device_key, claim.secretBlock);
  if (exchange === undefined) throw wrongCredentials();
  const identity = { realm: device.group_key, id: device.device_key };
  const isRight = await tryPassword(
    context,
    user.sub,
    () => provesPassword(exchange.sessionKey, identity, claim),
    true,
  );
  if (!isRight) throw wrongCredentials();
  await spendSession(context, session);
  return offerNext(context, user, { ...progress, proved: [...progress.proved, 'device'] });
};
