import * as v from 'valibot';
import { confirmSignUpByCode } from '../../confirm-sign-up.ts';
import { defineAction } from '../action.ts';
import { clientId, code, username } from '../fields.ts';

const schema = v.object({
  ClientId: clientId,
  Username: username,
  ConfirmationCode: code,
  // Accepted, and without effect: in this pool an e-mail address belongs to one user only.
  ForceAliasCreation: v.nullish(v.boolean()),
});

/** ConfirmSignUp: confirms a new user by the code that was sent. */
export const confirmSignUp = defineAction(schema, async (context, request, caller) => {
  await confirmSignUpByCode(context, caller, request.Username, request.ConfirmationCode);
  return {};
});
