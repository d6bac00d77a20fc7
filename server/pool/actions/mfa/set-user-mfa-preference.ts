import * as v from 'valibot';
import { enabledMfa } from '../../challenges/next-step.ts';
import { invalidParameter } from '../../errors.ts';
import type { MfaMethod, PoolUser } from '../../migrations.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { updateUser } from '../../users.ts';
import { defineAction } from '../action.ts';
import { accessToken } from '../fields.ts';

const settings = v.nullish(
  v.object({ Enabled: v.nullish(v.boolean()), PreferredMfa: v.nullish(v.boolean()) }),
);
const schema = v.object({
  AccessToken: accessToken,
  SMSMfaSettings: settings,
  SoftwareTokenMfaSettings: settings,
});

type Wishes = Record<MfaMethod, v.InferOutput<typeof settings>>;

function requirePossible(user: PoolUser, wishes: Wishes): void {
  const { SMS_MFA: sms, SOFTWARE_TOKEN_MFA: totp } = wishes;
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

/** The method that is wished for, else the present one unless that was given up or turned off. */
function preferredOf(
  enabled: readonly MfaMethod[],
  present: MfaMethod | null,
  wishes: Wishes,
): MfaMethod | null {
  const wished = enabled.find((method) => wishes[method]?.PreferredMfa === true);
  const kept = enabled.find((method) => method === present && wishes[method]?.PreferredMfa !== false);
  return wished ?? kept ?? null;
}

/** SetUserMFAPreference: turns second factors on or off, and says which one is preferred. */
export const setUserMfaPreference = defineAction(schema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const wishes = { SMS_MFA: request.SMSMfaSettings, SOFTWARE_TOKEN_MFA: request.SoftwareTokenMfaSettings };
  requirePossible(user, wishes);
  const factors = {
    sms_mfa: wishes.SMS_MFA?.Enabled ?? user.sms_mfa,
    totp_mfa: wishes.SOFTWARE_TOKEN_MFA?.Enabled ?? user.totp_mfa,
  };
  await updateUser(context, user.sub, {
    ...factors,
    preferred_mfa: preferredOf(enabledMfa(factors), user.preferred_mfa, wishes),
  });
  return {};
});
