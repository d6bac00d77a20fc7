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

/** SetUserMFAPreference: turns second factors on or off, and sets the preferred one. */
export const setUserMfaPreference = defineAction(schema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const requested = { SMS_MFA: request.SMSMfaSettings, SOFTWARE_TOKEN_MFA: request.SoftwareTokenMfaSettings };
  requirePossible(user, requested);
  const factors = {
    sms_mfa: requested.SMS_MFA?.Enabled ?? user.sms_mfa,
    totp_mfa: requested.SOFTWARE_TOKEN_MFA?.Enabled ?? user.totp_mfa,
  };
  await updateUser(context, user.sub, {
    ...factors,
    preferred_mfa: preferredOf(enabledMfa(factors), user.preferred_mfa, requested),
  });
  return {};
});
