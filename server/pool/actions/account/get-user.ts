import * as v from 'valibot';
import { wireAttributes } from '../../attributes.ts';
import { enabledMfa } from '../../challenges/next-step.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { defineAction } from '../action.ts';
import { accessToken } from '../fields.ts';

const schema = v.object({ AccessToken: accessToken });

/** GetUser: returns attributes and second factors of the signed-in user. */
export const getUser = defineAction(schema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const methods = enabledMfa(user);
  return {
    Username: user.sub,
    UserAttributes: wireAttributes(user),
    ...(user.sms_mfa ? { MFAOptions: [{ DeliveryMedium: 'SMS', AttributeName: 'phone_number' }] } : {}),
    ...(user.preferred_mfa === null ? {} : { PreferredMfaSetting: user.preferred_mfa }),
    ...(methods.length === 0 ? {} : { UserMFASettingList: methods }),
  };
});
