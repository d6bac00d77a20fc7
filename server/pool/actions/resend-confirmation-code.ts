import * as v from 'valibot';
import { sendCode } from '../codes.ts';
import { invalidParameter } from '../errors.ts';
import { resolveSubject } from '../users.ts';
import { defineAction } from './action.ts';
import { clientId, username } from './fields.ts';

const schema = v.object({ ClientId: clientId, Username: username });

/** ResendConfirmationCode: a new sign-up code; the one before it no longer counts. */
export const resendConfirmationCode = defineAction(schema, async (context, request) => {
  const { id, user } = await resolveSubject(context, request.Username);
  if (user !== undefined && user.status !== 'UNCONFIRMED') {
    throw invalidParameter('User is already confirmed.');
  }
  const CodeDeliveryDetails = await sendCode(context, {
    subject: id,
    purpose: 'sign-up',
    destination: user?.email ?? request.Username,
    deliver: user !== undefined,
  });
  return { CodeDeliveryDetails };
});
