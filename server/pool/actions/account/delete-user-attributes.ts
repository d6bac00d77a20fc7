import * as v from 'valibot';
import { invalidParameter } from '../../errors.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { updateUser } from '../../users.ts';
import { defineAction } from '../action.ts';
import { accessToken } from '../fields.ts';

const schema = v.object({
  AccessToken: accessToken,
  UserAttributeNames: v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(32))), v.maxLength(50)),
});

/** DeleteUserAttributes: removes attributes, except those that identify the user. */
export const deleteUserAttributes = defineAction(schema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const removed = new Set(request.UserAttributeNames);
  for (const name of removed) {
    if (name === 'sub' || name === 'email' || name.includes('_verified')) {
      throw invalidParameter(`user.${name}: Attribute cannot be deleted.`);
    }
  }
  const removesPhone = removed.has('phone_number');
  if (removesPhone) removed.add('phone_number_verified');
  await updateUser(context, user.sub, {
    removeAttributes: [...removed],
    // Without a number no code can be sent, so a sign-in could not be completed.
    ...(removesPhone && user.sms_mfa
      ? { sms_mfa: false, preferred_mfa: user.preferred_mfa === 'SMS_MFA' ? null : user.preferred_mfa }
      : {}),
  });
  return {};
});
