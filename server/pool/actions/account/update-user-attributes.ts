import * as v from 'valibot';
import { GUESSES, requireLeft, spend } from '../../attempts.ts';
import { type VerifiableAttribute, aliasTaken, readAttributes, requireWritable } from '../../attributes.ts';
import { type CodeDelivery, sendCode } from '../../codes.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { findUser, normalizeEmail, updateUser } from '../../users.ts';
import { defineAction } from '../action.ts';
import { accessToken, attributes } from '../fields.ts';

const schema = v.object({ AccessToken: accessToken, UserAttributes: attributes });

const VERIFIABLE: readonly VerifiableAttribute[] = ['email', 'phone_number'];

/**
 * UpdateUserAttributes: changes attributes, and sends a code to a new e-mail address or phone number. A verified old one
 * stays valid until VerifyUserAttribute has verified the new one.
 */
export const updateUserAttributes = defineAction(schema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const changes = readAttributes(request.UserAttributes);
  requireWritable(context, changes);
  const email = changes['email'];
  if (email !== undefined) {
    await requireLeft(context, GUESSES);
    const owner = await findUser(context, normalizeEmail(email));
    if (owner !== undefined && owner.sub !== user.sub) {
      await spend(context, GUESSES);
      throw aliasTaken();
    }
  }
  const next = { ...changes };
  const CodeDeliveryDetailsList: CodeDelivery[] = [];
  for (const name of VERIFIABLE) {
    const value = changes[name];
    const current = user.attributes[name];
    if (value === undefined || value === current) continue;
    const keep = name === 'email' || user.attributes[`${name}_verified`] === 'true';
    if (keep && current !== undefined) delete next[name];
    else next[`${name}_verified`] = 'false';
    CodeDeliveryDetailsList.push(
      await sendCode(context, {
        subject: user.sub,
        purpose: `attribute:${name}`,
        destination: value,
        deliver: true,
        value,
      }),
    );
  }
  await updateUser(context, user.sub, { attributes: next });
  return { CodeDeliveryDetailsList };
});
