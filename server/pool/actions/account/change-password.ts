import * as v from 'valibot';
import { attemptLimit, tryPassword } from '../../attempts.ts';
import { PoolError, wrongCredentials } from '../../errors.ts';
import { requirePolicy } from '../../password-policy.ts';
import { matchesPassword } from '../../srp/verifier.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { passwordIdentity, setPassword } from '../../users.ts';
import { defineAction } from '../action.ts';
import { accessToken, password } from '../fields.ts';

const schema = v.object({
  AccessToken: accessToken,
  PreviousPassword: password,
  ProposedPassword: password,
});

/**
 * ChangePassword: replaces the password of a signed-in user who gives the current one. Every other session ends, because
 * somebody else may know the old password.
 */
export const changePassword = defineAction(schema, async (context, request) => {
  const { user, session } = await requireAccess(context, request.AccessToken);
  const record = { salt: user.srp_salt, verifier: user.srp_verifier };
  const identity = passwordIdentity(context, user.sub);
  const isRight = await tryPassword(context, user.sub, () =>
    matchesPassword(identity, request.PreviousPassword, record),
  ).catch((error: unknown) => {
    // The app takes the error of a wrong password for the end of the session.
    throw error instanceof PoolError ? attemptLimit() : error;
  });
  if (!isRight) throw wrongCredentials();
  await requirePolicy(request.ProposedPassword, user.email);
  await setPassword(context, user.sub, request.ProposedPassword, session.origin_jti);
  return {};
});
