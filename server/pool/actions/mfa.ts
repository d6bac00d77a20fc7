import * as v from 'valibot';
import { requireAccount } from '../account.ts';
import { tryCode } from '../attempts.ts';
import { guesserAt } from '../guessers.ts';
import { enabledMfa } from '../challenges/offer.ts';
import { openSession, readSession, spendSession } from '../challenges/sessions.ts';
import type { CallContext } from '../context.ts';
import { PoolError, invalidParameter } from '../errors.ts';
import type { MfaMethod, PoolUser } from '../migrations.ts';
import { requireRecentSignIn } from '../recent-sign-in.ts';
import { requireAccess } from '../tokens/verify.ts';
import { updateUser } from '../users.ts';
import { accessToken, code, defineAction, session } from './action.ts';
import { newTotpSecret, matchingStep } from '../totp.ts';

const associateSoftwareTokenSchema = v.object({
  AccessToken: v.nullish(accessToken),
  Session: v.nullish(session),
});

const ADD_APP = 'add an authenticator app';
const REPLACE_APP = 'replace your authenticator app';

/** AssociateSoftwareToken: makes an authenticator secret, for a signed-in user or during MFA_SETUP. */
export const associateSoftwareToken = defineAction(associateSoftwareTokenSchema, async (context, request) => {
  const SecretCode = newTotpSecret();
  if (typeof request.AccessToken === 'string') {
    const { user, session } = await requireAccess(context, request.AccessToken);
    requireRecentSignIn(context, session, user.totp_mfa ? REPLACE_APP : ADD_APP);
    await updateUser(context, user.sub, { totp_pending: SecretCode });
    return { SecretCode };
  }
  if (typeof request.Session !== 'string') {
    throw invalidParameter('Either AccessToken or Session is required.');
  }
  const progress = await readSession(context, 'MFA_SETUP', request.Session);
  const user = await requireAccount(context, progress.sub);
  await spendSession(context, request.Session);
  await updateUser(context, user.sub, { totp_pending: SecretCode });
  return { SecretCode, Session: await openSession(context, 'MFA_SETUP', progress) };
});

const verifySoftwareTokenSchema = v.object({
  AccessToken: v.nullish(accessToken),
  Session: v.nullish(session),
  UserCode: v.pipe(code, v.regex(/^\d{6}$/, 'Member must satisfy regular expression pattern: [0-9]+')),
  FriendlyDeviceName: v.nullish(v.pipe(v.string(), v.maxLength(131))),
});

/** Checks the code with the newest secret, and makes this secret valid. */
async function activate(context: CallContext, user: PoolUser, userCode: string, name: string): Promise<void> {
  const { sub, totp_pending: secret } = user;
  if (secret === null) {
    throw new PoolError('SoftwareTokenMFANotFoundException', 'Software token MFA has not been associated.');
  }
  const step = await tryCode(context, await guesserAt(context, sub), async () => {
    const matching = matchingStep(secret, userCode, context.clock.now());
    if (matching === undefined) throw new PoolError('EnableSoftwareTokenMFAException', 'Code mismatch');
    return Promise.resolve(matching);
  });
  await updateUser(context, sub, {
    totp_secret: secret,
    totp_pending: null,
    totp_name: name,
    totp_last_step: step,
  });
}

/** VerifySoftwareToken: checks that the authenticator works, for a signed-in user or during MFA_SETUP. */
export const verifySoftwareToken = defineAction(verifySoftwareTokenSchema, async (context, request) => {
  const name = request.FriendlyDeviceName ?? '';
  if (typeof request.AccessToken === 'string') {
    const { user } = await requireAccess(context, request.AccessToken);
    await activate(context, user, request.UserCode, name);
    return { Status: 'SUCCESS' };
  }
  if (typeof request.Session !== 'string') {
    throw invalidParameter('Either AccessToken or Session is required.');
  }
  const progress = await readSession(context, 'MFA_SETUP', request.Session);
  await activate(context, await requireAccount(context, progress.sub), request.UserCode, name);
  await spendSession(context, request.Session);
  const Session = await openSession(context, 'MFA_SETUP', { ...progress, totpVerified: true });
  return { Status: 'SUCCESS', Session };
});

const settings = v.nullish(
  v.object({ Enabled: v.nullish(v.boolean()), PreferredMfa: v.nullish(v.boolean()) }),
);
const setUserMfaPreferenceSchema = v.object({
  AccessToken: accessToken,
  SMSMfaSettings: settings,
  SoftwareTokenMfaSettings: settings,
});

type Requested = Record<MfaMethod, v.InferOutput<typeof settings>>;

function requirePossible(user: PoolUser, requested: Requested): void {
  const { SMS_MFA: sms, SOFTWARE_TOKEN_MFA: totp } = requested;
  if (sms?.PreferredMfa === true && totp?.PreferredMfa === true) {
    throw invalidParameter('Only one MFA method can be set as preferred.');
  }
  if (sms?.Enabled === true && user.attributes['phone_number_verified'] !== 'true') {
    throw invalidParameter('User does not have delivery config set to turn on SMS_MFA');
  }
  if (totp?.Enabled === true && user.totp_secret === null) {
    throw invalidParameter('User has not verified software token mfa');
  }
}

/** The requested method. Without a request it is the current one, unless this request removes it. */
function preferredOf(
  enabled: readonly MfaMethod[],
  current: MfaMethod | null,
  requested: Requested,
): MfaMethod | null {
  const chosen = enabled.find((method) => requested[method]?.PreferredMfa === true);
  const remaining = enabled.find((method) => method === current && requested[method]?.PreferredMfa !== false);
  return chosen ?? remaining ?? null;
}

const TURN_OFF = 'turn off a second step';

/** SetUserMFAPreference: turns second factors on or off, and sets the preferred one. */
export const setUserMfaPreference = defineAction(setUserMfaPreferenceSchema, async (context, request) => {
  const { user, session } = await requireAccess(context, request.AccessToken);
  const requested = { SMS_MFA: request.SMSMfaSettings, SOFTWARE_TOKEN_MFA: request.SoftwareTokenMfaSettings };
  requirePossible(user, requested);
  const factors = {
    sms_mfa: requested.SMS_MFA?.Enabled ?? user.sms_mfa,
    totp_mfa: requested.SOFTWARE_TOKEN_MFA?.Enabled ?? user.totp_mfa,
  };
  if ((user.sms_mfa && !factors.sms_mfa) || (user.totp_mfa && !factors.totp_mfa)) {
    requireRecentSignIn(context, session, TURN_OFF);
  }
  await updateUser(context, user.sub, {
    ...factors,
    preferred_mfa: preferredOf(enabledMfa(factors), user.preferred_mfa, requested),
  });
  return {};
});

const setUserSettingsSchema = v.object({
  AccessToken: accessToken,
  MFAOptions: v.pipe(
    v.array(v.object({ DeliveryMedium: v.literal('SMS'), AttributeName: v.literal('phone_number') })),
    v.maxLength(1),
  ),
});

/** SetUserSettings: an older action that turns codes by SMS on, or off with an empty list. */
export const setUserSettings = defineAction(setUserSettingsSchema, async (context, request) => {
  const { user, session } = await requireAccess(context, request.AccessToken);
  const sms = request.MFAOptions.length > 0;
  if (user.sms_mfa && !sms) requireRecentSignIn(context, session, TURN_OFF);
  if (sms && user.attributes['phone_number_verified'] !== 'true') {
    throw invalidParameter('User does not have delivery config set to turn on SMS_MFA');
  }
  await updateUser(context, user.sub, {
    sms_mfa: sms,
    preferred_mfa: !sms && user.preferred_mfa === 'SMS_MFA' ? null : user.preferred_mfa,
  });
  return {};
});
