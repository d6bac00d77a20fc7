import { accountRefusal } from '../account.ts';
import { tryCode } from '../attempts.ts';
import {
  answerDevicePasswordVerifier,
  answerDeviceSrpAuth,
  answerNewPasswordRequired,
  answerPasswordVerifier,
} from './answer-passwords.ts';
import { type AnswerChallenge, requireResponse, requireSession, resume } from './answers/answer.ts';
import { enabledMfa, offerCustomChallenge, offerMfa, offerNext } from './offer.ts';
import { type ChallengeName, readSession, spendSession } from './sessions.ts';
import { consumeCode } from '../codes.ts';
import { findDevice } from '../devices.ts';
import { invalidParameter, notAuthorized, PoolError, wrongCredentials } from '../errors.ts';
import { acceptTotp } from '../totp.ts';
import { resolveSubject, updateUser } from '../users.ts';

/** Completes a sign-in after its software token was verified. */
const answerMfaSetup: AnswerChallenge = async (context, reply) => {
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
const answerSelectMfaType: AnswerChallenge = async (context, reply) => {
  const { session, progress, user } = await resume(context, 'SELECT_MFA_TYPE', reply);
  const answer = requireResponse(reply, 'ANSWER');
  const method = enabledMfa(user).find((enabled) => enabled === answer);
  if (method === undefined) throw invalidParameter('Invalid MFA type');
  await spendSession(context, session);
  return offerMfa(context, user, method, progress);
};

/** Checks a code that was sent by SMS. After a wrong code, the same Session can be used again. */
const answerSmsMfa: AnswerChallenge = async (context, reply) => {
  const { session, progress, user } = await resume(context, 'SMS_MFA', reply);
  const code = requireResponse(reply, 'SMS_MFA_CODE');
  await tryCode(context, user.sub, () =>
    consumeCode(context, user.sub, 'sms-mfa', code, 'Invalid code or auth state for the user.'),
  );
  await spendSession(context, session);
  return offerNext(context, user, { ...progress, proved: [...progress.proved, 'mfa'] }, session);
};

/** Checks an authenticator code. After a wrong code, the same Session can be used again. */
const answerSoftwareTokenMfa: AnswerChallenge = async (context, reply) => {
  const { session, progress, user } = await resume(context, 'SOFTWARE_TOKEN_MFA', reply);
  const code = requireResponse(reply, 'SOFTWARE_TOKEN_MFA_CODE');
  await tryCode(context, user.sub, () => acceptTotp(context, user, code));
  await spendSession(context, session);
  return offerNext(context, user, { ...progress, proved: [...progress.proved, 'mfa'] }, session);
};

const MOST_FAILURES = 3;

/** Checks the code that was sent by e-mail. After a wrong code it repeats the challenge; the third ends the sign-in. */
const answerCustomChallenge: AnswerChallenge = async (context, reply) => {
  const session = requireSession(reply);
  const progress = await readSession(context, 'CUSTOM_CHALLENGE', session);
  const username = requireResponse(reply, 'USERNAME');
  const answer = requireResponse(reply, 'ANSWER');
  // An unknown user gets this challenge as well, but no code was sent.
  const { id, user } = await resolveSubject(context, username);
  if (id !== progress.sub) throw notAuthorized('Invalid session for the user.');
  let refusal: unknown = null;
  try {
    await tryCode(context, progress.sub, () =>
      consumeCode(context, progress.sub, 'custom-challenge', answer).catch((error: unknown) => {
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

/** The function that checks the answer, for every challenge. */
export const challengeAnswers: Record<ChallengeName | 'PASSWORD_VERIFIER', AnswerChallenge> = {
  PASSWORD_VERIFIER: answerPasswordVerifier,
  NEW_PASSWORD_REQUIRED: answerNewPasswordRequired,
  SMS_MFA: answerSmsMfa,
  SOFTWARE_TOKEN_MFA: answerSoftwareTokenMfa,
  SELECT_MFA_TYPE: answerSelectMfaType,
  MFA_SETUP: answerMfaSetup,
  CUSTOM_CHALLENGE: answerCustomChallenge,
  DEVICE_SRP_AUTH: answerDeviceSrpAuth,
  DEVICE_PASSWORD_VERIFIER: answerDevicePasswordVerifier,
};
