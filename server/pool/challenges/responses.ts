import { accountRefusal, missingAttributes, requireAccount, requireWritable } from '../account.ts';
import { tryCode, tryPassword } from '../attempts.ts';
import { offerFirstFactor } from './first-factors.ts';
import { enabledMfa, offerCustomChallenge, offerMfa, offerNext, type AuthResponse } from './offer.ts';
import {
  type ChallengeName,
  readSession,
  spendSession,
  spendSessionOf,
  findDeviceSession,
  openSession,
  startProgress,
  openExchange,
  spendExchange,
} from './sessions.ts';
import { consumeCode } from '../codes.ts';
import { guesserAt } from '../guessers.ts';
import { invalidParameter, notAuthorized, PoolError, wrongCredentials } from '../errors.ts';
import { resolveSubject, updateUser, findUser, passwordIdentity, setPassword } from '../users.ts';
import type { CallContext, PoolContext } from '../context.ts';
import type { DeviceRow, PoolUser, SignInProgress } from '../migrations.ts';
import { hashOf } from '../opaque.ts';
import { requirePolicy } from '../password-policy.ts';
import { parseCredential, readClientData } from './passkey-credential.ts';
import { provePasskey } from './passkey.ts';
import { provesPassword } from '../srp/srp.ts';
import { findDevice, deviceMissing } from '../devices.ts';
import { acceptTotp } from '../totp.ts';

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
const checkPasswordVerifier: CheckChallenge = async (context, reply) => {
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
    await guesserAt(context, subject.id, deviceKey),
    () =>
      provesPassword(exchange.sessionKey, passwordIdentity(context, subject.id), claim) &&
      subject.user !== undefined,
  );
  if (!isRight) throw wrongCredentials();
  const user = await requireAccount(context, subject.id);
  if (user.status === 'UNCONFIRMED') {
    throw new PoolError('UserNotConfirmedException', 'User is not confirmed.');
  }
  return offerNext(context, user, {
    ...startProgress(subject.id, deviceKey, exchange.customFlow ? 'custom' : 'srp'),
    caller: context.caller,
  });
};

const PREFIX = 'userAttributes.';

/** Replaces a temporary password, and saves the attributes that were sent with it. */
const checkNewPasswordRequired: CheckChallenge = async (context, reply) => {
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
const checkDeviceSrpAuth: CheckChallenge = async (context, reply) => {
  const { hash, progress, user, device } = await resumeDevice(context, 'DEVICE_SRP_AUTH', reply);
  const offer = await openExchange(
    context,
    device.device_key,
    requireResponse(reply, 'SRP_A'),
    { salt: device.srp_salt, verifier: device.srp_verifier },
    false,
  );
  await spendSessionOf(context, hash);
  return {
    ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
    ChallengeParameters: { ...offer, DEVICE_KEY: device.device_key, USERNAME: user.sub },
    Session: await openSession(context, 'DEVICE_PASSWORD_VERIFIER', progress),
  };
};

/** Checks the proof of a device. Its group key and device key replace pool name and user. */
const checkDevicePasswordVerifier: CheckChallenge = async (context, reply) => {
  const { hash, progress, user, device } = await resumeDevice(context, 'DEVICE_PASSWORD_VERIFIER', reply);
  const claim = readClaim(reply);
  const exchange = await spendExchange(context, device.device_key, claim.secretBlock);
  if (exchange === undefined) throw wrongCredentials();
  const identity = { realm: device.group_key, id: device.device_key };
  const isRight = await tryPassword(context, await guesserAt(context, user.sub, device.device_key), () =>
    provesPassword(exchange.sessionKey, identity, claim),
  );
  if (!isRight) throw wrongCredentials();
  await spendSessionOf(context, hash);
  return offerNext(context, user, { ...progress, proved: [...progress.proved, 'device'] });
};

interface ChallengeReply {
  readonly session: string | undefined;
  /** `ChallengeResponses`, without its empty values. */
  readonly responses: Readonly<Record<string, string>>;
}

/**
 * Checks the response to one challenge, and continues the sign-in.
 *
 * @throws {PoolError} for a wrong response
 */
type CheckChallenge = (context: CallContext, reply: ChallengeReply) => Promise<AuthResponse>;

/**
 * A challenge response by its name.
 *
 * @throws {PoolError} InvalidParameterException if it is missing
 */
function requireResponse(reply: ChallengeReply, name: string): string {
  const value = reply.responses[name];
  if (value === undefined || value === '') throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

function requireSession(reply: ChallengeReply): string {
  if (reply.session === undefined) throw invalidParameter('Missing required parameter Session');
  return reply.session;
}

/**
 * Finds the sign-in that a reply continues. The Session is read, but not used up.
 *
 * @throws {PoolError} if the user cannot sign in, or is not the one whom the reply names
 */
async function resume(
  context: PoolContext,
  name: ChallengeName,
  reply: ChallengeReply,
): Promise<{ session: string; progress: SignInProgress; user: PoolUser }> {
  const session = requireSession(reply);
  const progress = await readSession(context, name, session);
  const named = await findUser(context, requireResponse(reply, 'USERNAME'));
  if (named !== undefined && named.sub !== progress.sub) throw notAuthorized('Invalid session for the user.');
  return { session, progress, user: await requireAccount(context, progress.sub) };
}

/** As `resume`, for the response of a device. Clients may leave out its Session. */
async function resumeDevice(
  context: CallContext,
  name: 'DEVICE_SRP_AUTH' | 'DEVICE_PASSWORD_VERIFIER',
  reply: ChallengeReply,
): Promise<{ hash: string; progress: SignInProgress; user: PoolUser; device: DeviceRow }> {
  const deviceKey = requireResponse(reply, 'DEVICE_KEY');
  const found =
    reply.session === undefined
      ? await findDeviceSession(
          context,
          name,
          (await resolveSubject(context, requireResponse(reply, 'USERNAME'))).id,
          deviceKey,
        )
      : await resume(context, name, reply).then(({ session, progress }) => ({
          hash: hashOf(session),
          progress,
        }));
  const { progress } = found;
  const user = await requireAccount(context, progress.sub);
  const device = await findDevice(context, user.sub, deviceKey);
  if (device === undefined || deviceKey !== progress.deviceKey) throw deviceMissing();
  return { ...found, user, device };
}

/** Completes a sign-in after its software token was verified. */
const checkMfaSetup: CheckChallenge = async (context, reply) => {
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

/** Continues with the second factor that the listener chose. */
const checkSelectMfaType: CheckChallenge = async (context, reply) => {
  const { session, progress, user } = await resume(context, 'SELECT_MFA_TYPE', reply);
  const given = requireResponse(reply, 'ANSWER');
  const method = enabledMfa(user).find((enabled) => enabled === given);
  if (method === undefined) throw invalidParameter('Invalid MFA type');
  await spendSession(context, session);
  return offerMfa(context, user, method, progress);
};

/** Checks a code that was sent by SMS. After a wrong code, the same Session can be used again. */
const checkSmsMfa: CheckChallenge = async (context, reply) => {
  const { session, progress, user } = await resume(context, 'SMS_MFA', reply);
  const code = requireResponse(reply, 'SMS_MFA_CODE');
  await tryCode(context, await guesserAt(context, user.sub, progress.deviceKey), () =>
    consumeCode(context, user.sub, 'sms-mfa', code, 'Invalid code or auth state for the user.'),
  );
  await spendSession(context, session);
  return offerNext(context, user, { ...progress, proved: [...progress.proved, 'mfa'] }, session);
};

/** Checks an authenticator code. After a wrong code, the same Session can be used again. */
const checkSoftwareTokenMfa: CheckChallenge = async (context, reply) => {
  const { session, progress, user } = await resume(context, 'SOFTWARE_TOKEN_MFA', reply);
  const code = requireResponse(reply, 'SOFTWARE_TOKEN_MFA_CODE');
  await tryCode(context, await guesserAt(context, user.sub, progress.deviceKey), () =>
    acceptTotp(context, user, code),
  );
  await spendSession(context, session);
  return offerNext(context, user, { ...progress, proved: [...progress.proved, 'mfa'] }, session);
};

const MOST_FAILURES = 3;

/** Checks the code that was sent by e-mail. After a wrong code it repeats the challenge; the third ends the sign-in. */
const checkCustomChallenge: CheckChallenge = async (context, reply) => {
  const session = requireSession(reply);
  const progress = await readSession(context, 'CUSTOM_CHALLENGE', session);
  const username = requireResponse(reply, 'USERNAME');
  const given = requireResponse(reply, 'ANSWER');
  // An unknown user gets this challenge as well, but no code was sent.
  const { id, user } = await resolveSubject(context, username);
  if (id !== progress.sub) throw notAuthorized('Invalid session for the user.');
  let refusal: unknown = null;
  try {
    await tryCode(context, await guesserAt(context, progress.sub, progress.deviceKey), () =>
      consumeCode(context, progress.sub, 'custom-challenge', given).catch((error: unknown) => {
        refusal = error;
        throw error;
      }),
    );
  } catch (error) {
    // While too many guesses are counted, the challenge stays as it is.
    if (!(error instanceof PoolError) || error !== refusal) throw error;
    await spendSession(context, session);
    const customFailures = progress.customFailures + 1;
    if (error.type !== 'CodeMismatchException' || customFailures >= MOST_FAILURES) throw wrongCredentials();
    return offerCustomChallenge(context, { ...progress, customFailures }, user?.email ?? username);
  }
  await spendSession(context, session);
  if (user === undefined || accountRefusal(user) !== undefined) throw wrongCredentials();
  const deviceKey = reply.responses['DEVICE_KEY'];
  const device = deviceKey === undefined ? undefined : await findDevice(context, user.sub, deviceKey);
  return offerNext(context, user, {
    ...progress,
    deviceKey: device?.device_key ?? progress.deviceKey,
    proved: [...progress.proved, 'custom'],
  });
};

/** Continues with the first factor that the listener chose. */
const checkSelectChallenge: CheckChallenge = async (context, reply) => {
  const session = requireSession(reply);
  const progress = await readSession(context, 'SELECT_CHALLENGE', session);
  const subject = await resolveSubject(context, requireResponse(reply, 'USERNAME'));
  if (subject.id !== progress.sub) throw notAuthorized('Invalid session for the user.');
  const chosen = requireResponse(reply, 'ANSWER');
  const offered = await offerFirstFactor(context, subject, chosen, reply.responses['SRP_A']);
  await spendSession(context, session);
  return offered;
};

/** Checks the use of a passkey, which is both factors (SES-134). */
const checkWebAuthn: CheckChallenge = async (context, reply) => {
  const session = requireSession(reply);
  if (context.relyingParty === null) throw invalidParameter('WEB_AUTHN is not available at this address');
  const credential = parseCredential(requireResponse(reply, 'CREDENTIAL'));
  if (credential === null) throw invalidParameter('CREDENTIAL is not a credential.');
  if (readClientData(credential.response.clientDataJSON)?.challenge !== session) {
    throw notAuthorized('Invalid session for the user.');
  }
  const { user, progress } = await provePasskey(context, context.relyingParty, credential);
  return offerNext(context, user, progress);
};

export const challengeResponses: Record<ChallengeName | 'PASSWORD_VERIFIER', CheckChallenge> = {
  PASSWORD_VERIFIER: checkPasswordVerifier,
  NEW_PASSWORD_REQUIRED: checkNewPasswordRequired,
  SMS_MFA: checkSmsMfa,
  SOFTWARE_TOKEN_MFA: checkSoftwareTokenMfa,
  SELECT_MFA_TYPE: checkSelectMfaType,
  MFA_SETUP: checkMfaSetup,
  CUSTOM_CHALLENGE: checkCustomChallenge,
  DEVICE_SRP_AUTH: checkDeviceSrpAuth,
  DEVICE_PASSWORD_VERIFIER: checkDevicePasswordVerifier,
  SELECT_CHALLENGE: checkSelectChallenge,
  WEB_AUTHN: checkWebAuthn,
};
