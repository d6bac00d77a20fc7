import * as v from 'valibot';
import { claimAttempt, returnAttempt } from '../../attempts.ts';
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
  try {
    await claimAttempt(context, user.sub);
  } catch (error) {
    if (!(error instanceof PoolError)) throw error;
    throw new PoolError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
  }
  const record = { salt: user.srp_salt, verifier: user.srp_verifier };
  const identity = passwordIdentity(context, user.sub);
  if (!(await matchesPassword(identity, request.PreviousPassword, record))) {
    throw wrongCredentials();
  }
  await returnAttempt(context, user.sub);
  requirePolicy(request.ProposedPassword);
  await setPassword(context, user.sub, request.ProposedPassword, session.origin_jti);
  return {};
});
