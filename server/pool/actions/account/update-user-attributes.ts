import * as v from 'valibot';
import { claimCallersGuess } from '../../attempts.ts';
import { type VerifiableAttribute, aliasTaken, readAttributes, requireWritable } from '../../attributes.ts';
import { type CodeDelivery, sendCode } from '../../codes.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { findUser, normalizeEmail, updateUser } from '../../users.ts';
import { defineAction } from '../action.ts';
import { accessToken, attributes } from '../fields.ts';

const schema = v.object({ AccessToken: accessToken, UserAttributes: attributes });

const VERIFIABLE: readonly VerifiableAttribute[] = ['email', 'phone_number'];

/**
 * UpdateUserAttributes: changes the profile. A new e-mail address or phone number is sent a code;
 * a verified old one stays in force until VerifyUserAttribute has proved the new one.
 */
export const updateUserAttributes = defineAction(schema, async (context, request, caller) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const changes = readAttributes(request.UserAttributes);
  requireWritable(context, changes);
  const email = changes['email'];
  if (email !== undefined) {
    const owner = await findUser(context, normalizeEmail(email));
    if (owner !== undefined && owner.sub !== user.sub) {
      await claimCallersGuess(context, caller);
      throw aliasTaken();
    }
  }
  const next = { ...changes };
  const CodeDeliveryDetailsList: CodeDelivery[] = [];
  for (const name of VERIFIABLE) {
    const value = changes[name];
    const present = user.attributes[name];
    if (value === undefined || value === present) continue;
    const keep = name === 'email' || user.attributes[`${name}_verified`] === 'true';
    if (keep && present !== undefined) delete next[name];
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
