import * as v from 'valibot';
import { clearAttempts } from '../../attempts.ts';
import { guessCode } from '../../codes.ts';
import { requirePolicy } from '../../password-policy.ts';
import { resolveSubject, setPassword } from '../../users.ts';
import { defineAction } from '../action.ts';
import { clientId, code, password, username } from '../fields.ts';

const schema = v.object({
  ClientId: clientId,
  Username: username,
  ConfirmationCode: code,
  Password: password,
});

/** ConfirmForgotPassword: sets a new password with the sent code, and removes a lock of the account. */
export const confirmForgotPassword = defineAction(schema, async (context, request) => {
  await requirePolicy(request.Password, request.Username);
  const { id, user } = await resolveSubject(context, request.Username);
  await guessCode(context, id, 'forgot-password', request.ConfirmationCode);
  if (user === undefined) return {};
  await setPassword(context, id, request.Password);
  await clearAttempts(context, id);
  return {};
});
