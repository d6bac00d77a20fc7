import { deviceMissing, findDevice } from '../../devices.ts';
import { openExchange } from '../../srp-exchanges.ts';
import { openSession, spendSession } from '../sessions.ts';
import { type AnswerChallenge, requireResponse, resume } from './answer.ts';

/** Takes the SRP_A of a device. The next challenge is DEVICE_PASSWORD_VERIFIER. */
export const answerDeviceSrpAuth: AnswerChallenge = async (context, reply) => {
  const { session, progress, user } = await resume(context, 'DEVICE_SRP_AUTH', reply);
  const deviceKey = requireResponse(reply, 'DEVICE_KEY');
  const device = await findDevice(context, user.sub, deviceKey);
  if (device === undefined || deviceKey !== progress.deviceKey) throw deviceMissing();
  const offer = await openExchange(
    context,
    device.device_key,
    requireResponse(reply, 'SRP_A'),
    { salt: device.srp_salt, verifier: device.srp_verifier },
    false,
  );
  await spendSession(context, session);
  return {
    ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
    ChallengeParameters: { ...offer, DEVICE_KEY: device.device_key, USERNAME: user.sub },
    Session: await openSession(context, 'DEVICE_PASSWORD_VERIFIER', progress),
  };
};
