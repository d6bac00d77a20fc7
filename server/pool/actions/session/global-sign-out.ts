import * as v from 'valibot';
import { revokeSessions } from '../../tokens/revoke.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { defineAction } from '../action.ts';
import { accessToken } from '../fields.ts';

const schema = v.object({ AccessToken: accessToken });

/** GlobalSignOut: ends every session of the signed-in user, on every device. */
export const globalSignOut = defineAction(schema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  await revokeSessions(context, user.sub);
  return {};
});
