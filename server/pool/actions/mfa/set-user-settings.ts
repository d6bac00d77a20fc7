import * as v from 'valibot';
import { invalidParameter } from '../../errors.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { updateUser } from '../../users.ts';
import { defineAction } from '../action.ts';
import { accessToken } from '../fields.ts';

const schema = v.object({
  AccessToken: accessToken,
  MFAOptions: v.pipe(
    v.array(v.object({ DeliveryMedium: v.literal('SMS'), AttributeName: v.literal('phone_number') })),
    v.maxLength(1),
  ),
});

/** SetUserSettings: an older action that turns codes by SMS on, or off with an empty list. */
export const setUserSettings = defineAction(schema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const sms = request.MFAOptions.length > 0;
  if (sms && user.attributes['phone_number_verified'] !== 'true') {
    throw invalidParameter('User does not have delivery config set to turn on SMS_MFA');
  }
  await updateUser(context, user.sub, {
    sms_mfa: sms,
    preferred_mfa: !sms && user.preferred_mfa === 'SMS_MFA' ? null : user.preferred_mfa,
  });
  return {};
});
