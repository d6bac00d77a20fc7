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

/** DeleteUserAttributes: removes profile details; those that identify the user stay. */
export const deleteUserAttributes = defineAction(schema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const removed = new Set(request.UserAttributeNames);
  for (const name of removed) {
    if (name === 'sub' || name === 'email' || name.includes('_verified')) {
      throw invalidParameter(`user.${name}: Attribute cannot be deleted.`);
    }
  }
  const phoneGone = removed.has('phone_number');
  if (phoneGone) removed.add('phone_number_verified');
  await updateUser(context, user.sub, {
    removeAttributes: [...removed],
    // Without a number there is nowhere to send a code: a sign-in could not be completed.
    ...(phoneGone && user.sms_mfa
      ? { sms_mfa: false, preferred_mfa: user.preferred_mfa === 'SMS_MFA' ? null : user.preferred_mfa }
      : {}),
  });
  return {};
});
