import * as v from 'valibot';
import { requireAccount } from '../../account.ts';
import { openSession, readSession, spendSession } from '../../challenges/sessions.ts';
import { invalidParameter } from '../../errors.ts';
import { newTotpSecret } from '../../totp.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { updateUser } from '../../users.ts';
import { defineAction } from '../action.ts';
import { accessToken, session } from '../fields.ts';

const schema = v.object({ AccessToken: v.nullish(accessToken), Session: v.nullish(session) });

/** AssociateSoftwareToken: makes an authenticator secret, for a signed-in user or during MFA_SETUP. */
export const associateSoftwareToken = defineAction(schema, async (context, request) => {
  const SecretCode = newTotpSecret();
  if (typeof request.AccessToken === 'string') {
    const { user } = await requireAccess(context, request.AccessToken);
    await updateUser(context, user.sub, { totp_pending: SecretCode });
    return { SecretCode };
  }
  if (typeof request.Session !== 'string') {
    throw invalidParameter('Either AccessToken or Session is required.');
  }
  const progress = await readSession(context, 'MFA_SETUP', request.Session);
  const user = await requireAccount(context, progress.sub);
  await spendSession(context, request.Session);
  await updateUser(context, user.sub, { totp_pending: SecretCode });
  return { SecretCode, Session: await openSession(context, 'MFA_SETUP', progress) };
});
