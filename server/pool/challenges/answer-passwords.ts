import { requireAccount } from '../account.ts';
import { tryPassword } from '../attempts.ts';
import { missingAttributes, requireWritable } from '../attributes.ts';
import { type AnswerChallenge, type ChallengeReply, requireResponse, resume } from './answers/answer.ts';
import { offerNext } from './offer.ts';
import { openSession, spendSession, startProgress } from './sessions.ts';
import { deviceMissing, findDevice } from '../devices.ts';
import { invalidParameter, PoolError, wrongCredentials } from '../errors.ts';
import { requirePolicy } from '../password-policy.ts';
import { openExchange, spendExchange } from '../srp-exchanges.ts';
import { provesPassword } from '../srp/srp.ts';
import { passwordIdentity, resolveSubject, setPassword, updateUser } from '../users.ts';

const TIMESTAMP = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d{2}:\d{2}:\d{2} UTC \d{4}$/;

/** Reads the signed claim of a reply. Its time is not checked, because clocks of listeners can be wrong. */
function readClaim(reply: ChallengeReply): {
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

const PREFIX = 'userAttributes.';

/** Replaces a temporary password, and saves the attributes that were sent with it. */
export const answerNewPasswordRequired: AnswerChallenge = async (context, reply) => {
  const { session, progress, user } = await resume(context, 'NEW_PASSWORD_REQUIRED', reply);
  const password = requireResponse(reply, 'NEW_PASSWORD');
  await requirePolicy(password, user.email);
  const attributes = Object.fromEntries(
    Object.entries(reply.responses)
      .filter(([name]) => name.startsWith(PREFIX))
      .map(([name, value]) => [name.slice(PREFIX.length), value]),
  );
  // The e-mail address for sign-ins changes only by verification.
  delete attributes['email'];
  requireWritable(context, attributes);
  const [missing] = missingAttributes(context, { ...user.attributes, ...attributes });
  if (missing !== undefined) throw invalidParameter(`Invalid attributes given, ${missing} is missing`);
  // A new number is not verified.
  if (attributes['phone_number'] !== undefined) attributes['phone_number_verified'] = 'false';
  await spendSession(context, session);
  await updateUser(context, user.sub, { attributes });
  return offerNext(context, await setPassword(context, user.sub, password), progress);
};

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
