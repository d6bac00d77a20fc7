import * as v from 'valibot';
import { aliasTaken } from '../../attributes.ts';
import { forgetAddress, guessCode } from '../../codes.ts';
import type { PoolContext } from '../../context.ts';
import type { PoolUser } from '../../migrations.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { findUser, normalizeEmail, updateUser } from '../../users.ts';
import { defineAction } from '../action.ts';
import { accessToken, code, verifiable } from '../fields.ts';

const schema = v.object({ AccessToken: accessToken, AttributeName: verifiable, Code: code });

/** VerifyUserAttribute: verifies an e-mail address or phone number, which is valid from then on. */
export const verifyUserAttribute = defineAction(schema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const name = request.AttributeName;
  const verified = await guessCode(context, user.sub, `attribute:${name}`, request.Code);
  const value = verified ?? user.attributes[name] ?? '';
  const attributes = { [name]: value, [`${name}_verified`]: 'true' };
  if (name === 'email') {
    const owner = await findUser(context, value);
    if (owner !== undefined && owner.sub !== user.sub) throw aliasTaken();
    await changeEmail(context, user, attributes);
  } else {
    await updateUser(context, user.sub, { attributes });
  }
  return {};
});

/** Changes the address with which the user signs in. Nothing about the former one stays. */
async function changeEmail(
  context: PoolContext,
  { sub, email: from }: PoolUser,
  attributes: Readonly<Record<string, string>>,
): Promise<void> {
  const to = normalizeEmail(attributes['email'] ?? '');
  await context.db.transaction().execute(async (db) => {
    await updateUser({ ...context, db }, sub, { attributes, email: to });
    if (from === to) return;
    await forgetAddress(db, from);
    await context.addressChanged(db, { sub, from, to });
  });
}
