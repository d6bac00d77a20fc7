import * as v from 'valibot';
import { sendCode } from '../../codes.ts';
import { resolveSubject } from '../../users.ts';
import { defineAction } from '../action.ts';
import { clientId, username } from '../fields.ts';

const schema = v.object({ ClientId: clientId, Username: username });

/**
 * ResendConfirmationCode: a new sign-up code; the one before it no longer counts. Who is unknown or confirmed already
 * gets the same answer, and no code.
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
