import * as v from 'valibot';
import { giveBack, GUESSES, MESSAGES, requireLeft, spend } from '../../attempts.ts';
import { isEmail, readAttributes, requireWritable } from '../../attributes.ts';
import { sendCode } from '../../codes.ts';
import { PoolError, invalidParameter } from '../../errors.ts';
import { requirePolicy } from '../../password-policy.ts';
import { insertUser, normalizeEmail } from '../../users.ts';
import { defineAction } from '../action.ts';
import { attributes, clientId, password, username } from '../fields.ts';

const schema = v.object({
  ClientId: clientId,
  Username: username,
  Password: password,
  UserAttributes: v.nullish(attributes),
});

/** SignUp: adds an unconfirmed user and sends a confirmation code. The username is an e-mail address. */
export const signUp = defineAction(schema, async (context, request) => {
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
