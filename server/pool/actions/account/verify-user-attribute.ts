import * as v from 'valibot';
import { aliasTaken } from '../../attributes.ts';
import { guessCode } from '../../codes.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { findUser, normalizeEmail, updateUser } from '../../users.ts';
import { defineAction } from '../action.ts';
import { accessToken, code, verifiable } from '../fields.ts';

const schema = v.object({ AccessToken: accessToken, AttributeName: verifiable, Code: code });

/** VerifyUserAttribute: verifies an e-mail address or phone number, which is valid from then on. */
export const verifyUserAttribute = defineAction(schema, async (context, request, caller) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const name = request.AttributeName;
  const verified = await guessCode(context, caller, user.sub, `attribute:${name}`, request.Code);
  const value = verified ?? user.attributes[name] ?? '';
  if (name === 'email') {
    const owner = await findUser(context, value);
    if (owner !== undefined && owner.sub !== user.sub) throw aliasTaken();
  }
  await updateUser(context, user.sub, {
    attributes: { [name]: value, [`${name}_verified`]: 'true' },
    ...(name === 'email' ? { email: normalizeEmail(value) } : {}),
  });
  return {};
});
