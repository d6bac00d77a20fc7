import * as v from 'valibot';
import { confirmSignUpByCode } from '../../confirm-sign-up.ts';
import { defineAction } from '../action.ts';
import { clientId, code, username } from '../fields.ts';

const schema = v.object({
  ClientId: clientId,
  Username: username,
  ConfirmationCode: code,
  // Accepted without effect, because in this pool an e-mail address belongs to one user only.
  ForceAliasCreation: v.nullish(v.boolean()),
});

/** ConfirmSignUp: confirms a new user with the sent code. */
export const confirmSignUp = defineAction(schema, async (context, request) => {
  await confirmSignUpByCode(context, request.Username, request.ConfirmationCode);
  return {};
});
