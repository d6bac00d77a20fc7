import * as v from 'valibot';
import { sendForgotPasswordCode } from '../../forgot-password.ts';
import { defineAction } from '../action.ts';
import { clientId, username } from '../fields.ts';

const schema = v.object({ ClientId: clientId, Username: username });

/** ForgotPassword: sends a code for ConfirmForgotPassword. */
export const forgotPassword = defineAction(schema, async (context, request) => ({
  CodeDeliveryDetails: await sendForgotPasswordCode(context, request.Username),
}));
