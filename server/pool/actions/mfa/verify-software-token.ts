import * as v from 'valibot';
import { requireAccount } from '../../account.ts';
import { tryCode } from '../../attempts.ts';
import { openSession, readSession, spendSession } from '../../challenges/sessions.ts';
import type { CallContext } from '../../context.ts';
import { PoolError, invalidParameter } from '../../errors.ts';
import { matchingStep } from '../../totp.ts';
import type { PoolUser } from '../../migrations.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { updateUser } from '../../users.ts';
import { defineAction } from '../action.ts';
import { accessToken, code, session } from '../fields.ts';

const schema = v.object({
  AccessToken: v.nullish(accessToken),
  Session: v.nullish(session),
  UserCode: v.pipe(code, v.regex(/^\d{6}$/, 'Member must satisfy regular expression pattern: [0-9]+')),
  FriendlyDeviceName: v.nullish(v.pipe(v.string(), v.maxLength(131))),
});

/** Checks the code with the newest secret, and makes this secret valid. */
async function activate(context: CallContext, user: PoolUser, userCode: string, name: string): Promise<void> {
  const { sub, totp_pending: secret } = user;
  if (secret === null) {
    throw new PoolError('SoftwareTokenMFANotFoundException', 'Software token MFA has not been associated.');
  }
  const step = await tryCode(context, sub, async () => {
    const matching = matchingStep(secret, userCode, context.clock.now());
    if (matching === undefined) throw new PoolError('EnableSoftwareTokenMFAException', 'Code mismatch');
    return Promise.resolve(matching);
  });
  await updateUser(context, sub, {
    totp_secret: secret,
    totp_pending: null,
    totp_name: name,
    totp_last_step: step,
  });
}

/** VerifySoftwareToken: checks that the authenticator works, for a signed-in user or during MFA_SETUP. */
export const verifySoftwareToken = defineAction(schema, async (context, request) => {
  const name = request.FriendlyDeviceName ?? '';
  if (typeof request.AccessToken === 'string') {
    const { user } = await requireAccess(context, request.AccessToken);
    await activate(context, user, request.UserCode, name);
    return { Status: 'SUCCESS' };
  }
  if (typeof request.Session !== 'string') {
    throw invalidParameter('Either AccessToken or Session is required.');
  }
  const progress = await readSession(context, 'MFA_SETUP', request.Session);
  await activate(context, await requireAccount(context, progress.sub), request.UserCode, name);
  await spendSession(context, request.Session);
  const Session = await openSession(context, 'MFA_SETUP', { ...progress, totpVerified: true });
  return { Status: 'SUCCESS', Session };
});
