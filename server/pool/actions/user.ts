import * as v from 'valibot';
import { accessToken, attributes, code, defineAction, verifiable } from './action.ts';
import { GUESSES, requireLeft, spend } from '../attempts.ts';
import {
  aliasTaken,
  readAttributes,
  requireKept,
  requireWritable,
  type VerifiableAttribute,
  wireAttributes,
} from '../account.ts';
import { enabledMfa } from '../challenges/offer.ts';
import { type CodeDelivery, forgetAddress, guessCode, sendCode } from '../codes.ts';
import type { PoolContext } from '../context.ts';
import { invalidParameter } from '../errors.ts';
import type { PoolUser } from '../migrations.ts';
import { removeUser } from '../manage-users.ts';
import { requireRecentSignIn } from '../recent-sign-in.ts';
import { requireAccess } from '../tokens/verify.ts';
import { findUser, normalizeEmail, updateUser } from '../users.ts';

const getUserSchema = v.object({ AccessToken: accessToken });

export const getUser = defineAction(getUserSchema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const methods = enabledMfa(user);
  return {
    Username: user.sub,
    UserAttributes: wireAttributes(user),
    ...(user.sms_mfa ? { MFAOptions: [{ DeliveryMedium: 'SMS', AttributeName: 'phone_number' }] } : {}),
    ...(user.preferred_mfa === null ? {} : { PreferredMfaSetting: user.preferred_mfa }),
    ...(methods.length === 0 ? {} : { UserMFASettingList: methods }),
  };
});

const updateUserAttributesSchema = v.object({ AccessToken: accessToken, UserAttributes: attributes });

const VERIFIABLE: readonly VerifiableAttribute[] = ['email', 'phone_number'];

/**
 * UpdateUserAttributes: changes attributes, and sends a code to a new e-mail address or phone number. A verified old one
 * stays valid until VerifyUserAttribute has verified the new one.
 */
export const updateUserAttributes = defineAction(updateUserAttributesSchema, async (context, request) => {
  const { user, session } = await requireAccess(context, request.AccessToken);
  const changes = readAttributes(request.UserAttributes);
  requireWritable(context, changes);
  requireKept(context, changes);
  const { email, phone_number: phone } = changes;
  if (email !== undefined && email !== user.attributes['email']) {
    requireRecentSignIn(context, session, 'change your e-mail address');
  }
  if (phone !== undefined && phone !== user.attributes['phone_number'] && user.sms_mfa) {
    requireRecentSignIn(context, session, 'change your phone number');
  }
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

const deleteUserAttributesSchema = v.object({
  AccessToken: accessToken,
  UserAttributeNames: v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(32))), v.maxLength(50)),
});

/** DeleteUserAttributes: removes attributes, except those that identify the user. */
export const deleteUserAttributes = defineAction(deleteUserAttributesSchema, async (context, request) => {
  const { user, session } = await requireAccess(context, request.AccessToken);
  const removed = new Set(request.UserAttributeNames);
  for (const name of removed) {
    if (name === 'sub' || name === 'email' || name.includes('_verified')) {
      throw invalidParameter(`user.${name}: Attribute cannot be deleted.`);
    }
  }
  requireKept(context, {}, removed);
  const removesPhone = removed.has('phone_number');
  if (removesPhone && user.sms_mfa) requireRecentSignIn(context, session, 'remove your phone number');
  if (removesPhone) removed.add('phone_number_verified');
  await updateUser(context, user.sub, {
    removeAttributes: [...removed],
    // Without a number no code can be sent, so a sign-in could not be completed.
    ...(removesPhone && user.sms_mfa
      ? { sms_mfa: false, preferred_mfa: user.preferred_mfa === 'SMS_MFA' ? null : user.preferred_mfa }
      : {}),
  });
  return {};
});

const getUserAttributeVerificationCodeSchema = v.object({
  AccessToken: accessToken,
  AttributeName: verifiable,
});

export const getUserAttributeVerificationCode = defineAction(
  getUserAttributeVerificationCodeSchema,
  async (context, request) => {
    const { user } = await requireAccess(context, request.AccessToken);
    const value = user.attributes[request.AttributeName];
    if (value === undefined) throw invalidParameter(`User has no ${request.AttributeName} to verify.`);
    const CodeDeliveryDetails = await sendCode(context, {
      subject: user.sub,
      purpose: `attribute:${request.AttributeName}`,
      destination: value,
      deliver: true,
      value,
    });
    return { CodeDeliveryDetails };
  },
);

const verifyUserAttributeSchema = v.object({
  AccessToken: accessToken,
  AttributeName: verifiable,
  Code: code,
});

export const verifyUserAttribute = defineAction(verifyUserAttributeSchema, async (context, request) => {
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

/** Changes the address with which the user signs in. Nothing about the former one stays but the mail that tells of it (SES-164). */
async function changeEmail(
  context: PoolContext,
  { sub, email: from, attributes: former }: PoolUser,
  attributes: Readonly<Record<string, string>>,
): Promise<void> {
  const to = normalizeEmail(attributes['email'] ?? '');
  await context.db.transaction().execute(async (db) => {
    await updateUser({ ...context, db }, sub, { attributes, email: to });
    if (from === to) return;
    await forgetAddress(db, from);
    await context.addressChanged(db, { sub, from, to });
    if (former['email_verified'] !== 'true') return;
    await context.mail?.(db, { to: from, sub, kind: 'address-changed', fields: { at: context.clock.now() } });
  });
}

const deleteUserSchema = v.object({ AccessToken: accessToken });

export const deleteUser = defineAction(deleteUserSchema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  await removeUser(context, user.sub);
  return {};
});
