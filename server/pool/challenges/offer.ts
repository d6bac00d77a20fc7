import { clearAttempts } from '../attempts.ts';
import { missingAttributes } from '../attributes.ts';
import { deliveryTo, sendCode } from '../codes.ts';
import type { PoolContext } from '../context.ts';
import { findDevice } from '../devices.ts';
import type { PoolUser } from '../migrations.ts';
import { type AuthenticationResult, startSession } from '../tokens/issue.ts';
import { enabledMfa, nextStep } from './next-step.ts';
import type { SignInProgress } from './progress.ts';
import { type ChallengeName, carrySession, openSession } from './sessions.ts';

/** What InitiateAuth and RespondToAuthChallenge answer: a further challenge, or tokens. */
export type AuthAnswer =
  | {
      readonly ChallengeName: ChallengeName | 'PASSWORD_VERIFIER';
      readonly ChallengeParameters: Record<string, string>;
      readonly Session?: string;
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
  carried?: string,
): Promise<AuthAnswer> {
  return {
    ChallengeName: name,
    ChallengeParameters: { USER_ID_FOR_SRP: progress.sub, ...parameters },
    Session:
      carried === undefined
        ? await openSession(context, name, progress)
        : await carrySession(context, carried, name, progress),
  };
}

/** Asks for the custom challenge again: the code that was sent stays good. */
export function offerCustomChallenge(
  context: PoolContext,
  progress: SignInProgress,
  email: string,
): Promise<AuthAnswer> {
  return challenge(context, 'CUSTOM_CHALLENGE', progress, {
    USERNAME: progress.sub,
    challenge: 'EMAIL_CODE',
    destination: deliveryTo(email).Destination,
  });
}

/**
 * Asks for one second factor, sending its code where one is sent.
 * Throws LimitExceededException when too many codes were sent.
 */
export async function offerMfa(
  context: PoolContext,
  user: PoolUser,
  method: 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA',
  progress: SignInProgress,
): Promise<AuthAnswer> {
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

async function complete(context: PoolContext, user: PoolUser, deviceKey: string | null): Promise<AuthAnswer> {
  await clearAttempts(context, user.sub);
  if (deviceKey !== null) {
    await context.db
      .updateTable('pool_devices')
      .set({ authenticated_at: context.clock.now() })
      .where('device_key', '=', deviceKey)
      .execute();
  }
  return {
    ChallengeParameters: {},
    AuthenticationResult: await startSession(context, user, deviceKey),
  };
}

/**
 * Goes on with a sign-in: the next challenge that it needs, or its tokens. A device challenge takes
 * over the Session of the answer before it, where that is given.
 */
export async function offerNext(
  context: PoolContext,
  user: PoolUser,
  progress: SignInProgress,
  session?: string,
): Promise<AuthAnswer> {
  const device =
    progress.deviceKey === null ? undefined : await findDevice(context, user.sub, progress.deviceKey);
  const next = nextStep(user, device, progress);
  switch (next.step) {
    case 'new-password': {
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
