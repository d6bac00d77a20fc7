import * as v from 'valibot';
import { sendCode } from '../../codes.ts';
import { invalidParameter } from '../../errors.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { defineAction } from '../action.ts';
import { accessToken, verifiable } from '../fields.ts';

const schema = v.object({ AccessToken: accessToken, AttributeName: verifiable });

/** GetUserAttributeVerificationCode: sends a code to the current e-mail address or phone number. */
export const getUserAttributeVerificationCode = defineAction(schema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const value = user.attributes[request.AttributeName];
  if (value === undefined) throw invalidParameter(`User has no ${request.AttributeName} to verify.`);
  const CodeDeliveryDetails = await sendCode(context, {
    subject: user.sub,
    purpose: `attribute:${request.AttributeName}`,
    destination: value,
    deliver: true,
    value,
  });
  return { CodeDeliveryDetails };
});
