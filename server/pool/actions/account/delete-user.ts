import * as v from 'valibot';
import { removeUser } from '../../remove-user.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { defineAction } from '../action.ts';
import { accessToken } from '../fields.ts';

const schema = v.object({ AccessToken: accessToken });

/** DeleteUser: deletes the signed-in user. */
export const deleteUser = defineAction(schema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  await removeUser(context, user.sub);
  return {};
});
