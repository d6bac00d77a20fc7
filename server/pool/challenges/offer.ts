import { clearAttempts } from '../attempts.ts';
import { missingAttributes } from '../account.ts';
import { type ChallengeName, openSession, reuseSession } from './sessions.ts';
import { deliveryTo, sendCode } from '../codes.ts';
import { guesserAt, rememberNetwork } from '../guessers.ts';
import { tellOfNewDevice } from '../new-device.ts';
import type { CallContext, PoolContext } from '../context.ts';
import { notAuthorized } from '../errors.ts';
import type { DeviceRow, MfaMethod, PoolUser, SignInProgress } from '../migrations.ts';
import { type AuthenticationResult, startSession } from '../tokens/issue.ts';
import { findDevice, saveDeviceUse } from '../devices.ts';

/** The next step of a sign-in, or `done`. */
export type NextStep =
  | { readonly step: 'new-password' }
  | { readonly step: 'custom' }
  | { readonly step: 'device' }
  | { readonly step: 'mfa'; readonly method: MfaMethod }
  | { readonly step: 'select-mfa' }
  | { readonly step: 'set-up-mfa' }
  | { readonly step: 'done' };

export function enabledMfa(user: Pick<PoolUser, 'sms_mfa' | 'totp_mfa'>): MfaMethod[] {
  const methods: MfaMethod[] = [];
  if (user.sms_mfa) methods.push('SMS_MFA');
  if (user.totp_mfa) methods.push('SOFTWARE_TOKEN_MFA');
  return methods;
}

function mfaStep(user: PoolUser): NextStep {
  const methods = enabledMfa(user);
  const [first, second] = methods;
  if (first === undefined) return user.mfa_required ? { step: 'set-up-mfa' } : { step: 'done' };
  if (second === undefined) return { step: 'mfa', method: first };
  const preferred = methods.find((method) => method === user.preferred_mfa);
  return preferred === undefined ? { step: 'select-mfa' } : { step: 'mfa', method: preferred };
}

/**
 * Decides the next challenge after the password was correct. The proof of a remembered device replaces the second
 * factor. Another confirmed device proves itself after the second factor.
 */
export function nextStep(
  user: PoolUser,
  device: DeviceRow | undefined,
  progress: Pick<SignInProgress, 'flow' | 'proved'>,
): NextStep {
  const proved = new Set(progress.proved);
  if (user.status === 'FORCE_CHANGE_PASSWORD') return { step: 'new-password' };
  const needsCode = progress.flow === 'custom' || progress.flow === 'passwordless';
  if (needsCode && !proved.has('custom')) return { step: 'custom' };
  const trusted = device?.remembered === true;
  if (trusted && !proved.has('device')) return { step: 'device' };
  if (!trusted && !proved.has('mfa')) {
    const mfa = mfaStep(user);
    if (mfa.step !== 'done') return mfa;
  }
  if (device !== undefined && !proved.has('device')) return { step: 'device' };
  return { step: 'done' };
}

/** The response of InitiateAuth and RespondToAuthChallenge: a challenge, or tokens. */
export type AuthResponse =
  | {
      readonly ChallengeName: ChallengeName | 'PASSWORD_VERIFIER';
      readonly ChallengeParameters: Record<string, string>;
      readonly Session?: string;
      /** The first factors between which SELECT_CHALLENGE lets a client choose. */
      readonly AvailableChallenges?: readonly string[];
    }
  | {
      readonly ChallengeParameters: Record<string, string>;
      readonly AuthenticationResult: AuthenticationResult;
    };

async function challenge(
  context: PoolContext,
  name: ChallengeName,
  progress: SignInProgress,
  parameters: Record<string, string>,
  reused?: string,
): Promise<AuthResponse> {
  return {
    ChallengeName: name,
    ChallengeParameters: { USER_ID_FOR_SRP: progress.sub, ...parameters },
    Session:
      reused === undefined
        ? await openSession(context, name, progress)
        : await reuseSession(context, reused, name, progress),
  };
}

/** Repeats the custom challenge. The sent code stays valid. */
export function offerCustomChallenge(
  context: PoolContext,
  progress: SignInProgress,
  email: string,
): Promise<AuthResponse> {
  return challenge(context, 'CUSTOM_CHALLENGE', progress, {
    USERNAME: progress.sub,
    challenge: 'EMAIL_CODE',
    destination: deliveryTo(email).Destination,
  });
}

/**
 * Asks for one second factor. For SMS it sends the code.
 *
 * @throws {PoolError} LimitExceededException after too many codes
 */
export async function offerMfa(
  context: CallContext,
  user: PoolUser,
  method: 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA',
  progress: SignInProgress,
): Promise<AuthResponse> {
  if (method === 'SOFTWARE_TOKEN_MFA') {
    return challenge(context, method, progress, { FRIENDLY_DEVICE_NAME: user.totp_name ?? '' });
  }
  const delivery = await sendCode(context, {
    subject: user.sub,
    purpose: 'sms-mfa',
    destination: user.attributes['phone_number'] ?? '',
    deliver: true,
  });
  return challenge(context, method, progress, {
    CODE_DELIVERY_DELIVERY_MEDIUM: delivery.DeliveryMedium,
    CODE_DELIVERY_DESTINATION: delivery.Destination,
  });
}

async function complete(
  context: CallContext,
  user: PoolUser,
  deviceKey: string | null,
): Promise<AuthResponse> {
  await tellOfNewDevice(context, user, deviceKey);
  await rememberNetwork(context, user.sub);
  await clearAttempts(context, await guesserAt(context, user.sub));
  if (deviceKey !== null) {
    await clearAttempts(context, await guesserAt(context, user.sub, deviceKey));
    await saveDeviceUse(context, deviceKey);
  }
  return {
    ChallengeParameters: {},
    AuthenticationResult: await startSession(context, user, deviceKey, context.agent),
  };
}

/**
 * Continues a sign-in with its next challenge, or completes it with tokens.
 *
 * @param session the Session of the response, for a device challenge that follows
 */
export async function offerNext(
  context: CallContext,
  user: PoolUser,
  progress: SignInProgress,
  session?: string,
): Promise<AuthResponse> {
  const device =
    progress.deviceKey === null ? undefined : await findDevice(context, user.sub, progress.deviceKey);
  const next = nextStep(user, device, progress);
  switch (next.step) {
    case 'new-password': {
      if (user.temporary_until !== null && user.temporary_until <= context.clock.now()) {
        throw notAuthorized('Temporary password has expired and must be reset by an administrator.');
      }
      const { sub: _sub, ...attributes } = user.attributes;
      return challenge(context, 'NEW_PASSWORD_REQUIRED', progress, {
        requiredAttributes: JSON.stringify(
          missingAttributes(context, attributes).map((name) => `userAttributes.${name}`),
        ),
        userAttributes: JSON.stringify(attributes),
      });
    }
    case 'custom':
      await sendCode(context, {
        subject: user.sub,
        purpose: 'custom-challenge',
        destination: user.email,
        deliver: true,
        isPasswordKnown: progress.flow === 'custom',
      });
      return offerCustomChallenge(context, progress, user.email);
    case 'device':
      return challenge(context, 'DEVICE_SRP_AUTH', progress, {}, session);
    case 'mfa':
      return offerMfa(context, user, next.method, progress);
    case 'select-mfa':
      return challenge(context, 'SELECT_MFA_TYPE', progress, {
        MFAS_CAN_CHOOSE: JSON.stringify(enabledMfa(user)),
      });
    case 'set-up-mfa':
      return challenge(context, 'MFA_SETUP', progress, {
        MFAS_CAN_SETUP: JSON.stringify(['SOFTWARE_TOKEN_MFA']),
      });
    case 'done':
      return complete(context, user, device?.device_key ?? null);
  }
}
