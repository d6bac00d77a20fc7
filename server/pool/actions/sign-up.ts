import * as v from 'valibot';
import { attributes, clientId, code, defineAction, password, username } from './action.ts';
import { giveBack, GUESSES, MESSAGES, requireLeft, spend } from '../attempts.ts';
import { isEmail, readAttributes, requireWritable } from '../attributes.ts';
import { sendCode } from '../codes.ts';
import { confirmSignUpByCode } from '../confirm-sign-up.ts';
import { invalidParameter, PoolError } from '../errors.ts';
import { requirePolicy } from '../password-policy.ts';
import { insertUser, normalizeEmail, resolveSubject } from '../users.ts';

const signUpSchema = v.object({
  ClientId: clientId,
  Username: username,
  Password: password,
  UserAttributes: v.nullish(attributes),
});

/** SignUp: adds an unconfirmed user and sends a confirmation code. The username is an e-mail address. */
export const signUp = defineAction(signUpSchema, async (context, request) => {
  const email = request.Username;
  if (!isEmail(email)) throw invalidParameter('Username should be an email.');
  const given = readAttributes(request.UserAttributes ?? []);
  requireWritable(context, given);
  if (given['email'] !== undefined && normalizeEmail(given['email']) !== normalizeEmail(email)) {
    throw invalidParameter('Username and email attribute must be the same.');
  }
  await requirePolicy(request.Password, email);
  // Somebody who has asked for too many addresses that are in use learns nothing of another one.
  await requireLeft(context, GUESSES);
  await spend(context, MESSAGES);
  const user = await insertUser(context, {
    email,
    password: request.Password,
    status: 'UNCONFIRMED',
    attributes: { ...given, email_verified: 'false' },
  });
  if (user === undefined) {
    await giveBack(context, MESSAGES);
    // The service says that an address is in use, so that the listener can sign in. The limit prevents searching for
    // addresses.
    await spend(context, GUESSES);
    throw new PoolError('UsernameExistsException', 'An account with the given email already exists.');
  }
  const CodeDeliveryDetails = await sendCode(context, {
    subject: user.sub,
    purpose: 'sign-up',
    destination: email,
    deliver: true,
    isCounted: true,
  });
  return { UserConfirmed: false, UserSub: user.sub, CodeDeliveryDetails };
});

const confirmSignUpSchema = v.object({
  ClientId: clientId,
  Username: username,
  ConfirmationCode: code,
  // Accepted without effect, because in this pool an e-mail address belongs to one user only.
  ForceAliasCreation: v.nullish(v.boolean()),
});

/** ConfirmSignUp: confirms a new user with the sent code. */
export const confirmSignUp = defineAction(confirmSignUpSchema, async (context, request) => {
  await confirmSignUpByCode(context, request.Username, request.ConfirmationCode);
  return {};
});

const resendConfirmationCodeSchema = v.object({ ClientId: clientId, Username: username });

/**
 * ResendConfirmationCode: sends a new sign-up code, which replaces the previous one. An unknown or confirmed user gets
 * the same response, but no code.
 */
export const resendConfirmationCode = defineAction(resendConfirmationCodeSchema, async (context, request) => {
  const { id, address, user } = await resolveSubject(context, request.Username);
  const CodeDeliveryDetails = await sendCode(context, {
    subject: id,
    purpose: 'sign-up',
    destination: address,
    deliver: user?.status === 'UNCONFIRMED',
  });
  return { CodeDeliveryDetails };
});
