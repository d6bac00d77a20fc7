import * as v from 'valibot';
import { sendCode } from '../../codes.ts';
import { resolveSubject } from '../../users.ts';
import { defineAction } from '../action.ts';
import { clientId, username } from '../fields.ts';

const schema = v.object({ ClientId: clientId, Username: username });

/**
 * ResendConfirmationCode: sends a new sign-up code, which replaces the previous one. An unknown or confirmed user gets
 * the same response, but no code.
 */
export const resendConfirmationCode = defineAction(schema, async (context, request) => {
  const { id, address, user } = await resolveSubject(context, request.Username);
  const CodeDeliveryDetails = await sendCode(context, {
    subject: id,
    purpose: 'sign-up',
    destination: address,
    deliver: user?.status === 'UNCONFIRMED',
  });
  return { CodeDeliveryDetails };
});
