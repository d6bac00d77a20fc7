import * as v from 'valibot';
import { attributes, clientId, code, defineAction, password, username } from './action.ts';
import { giveBack, GUESSES, MESSAGES, requireLeft, spend } from '../attempts.ts';
import { isEmail, readAttributes, requireWritable } from '../account.ts';
import { sendCode, codeExpired, guessCode } from '../codes.ts';
import { invalidParameter, PoolError } from '../errors.ts';
import { requirePolicy } from '../password-policy.ts';
import { insertUser, normalizeEmail, resolveSubject, updateUser } from '../users.ts';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { isStorable } from '../../db/errors.ts';
import { callerOf, type CheckRate, refuseBriefly } from '../../http/rate-limit.ts';
import { acceptForms } from '../../http/validation.ts';
import type { CallContext, PoolContext } from '../context.ts';
import { sendPage } from '../hosted/page.ts';

/**
 * Confirms a sign-up by its code, typed or as part of a link. A user who is already confirmed gets the same response as
 * an unknown one, so that nobody learns who has an account.
 *
 * @throws {PoolError} CodeMismatchException, ExpiredCodeException or LimitExceededException
 */
async function confirmSignUpByCode(context: CallContext, username: string, code: string): Promise<void> {
  const { id, user } = await resolveSubject(context, username);
  await guessCode(context, id, 'sign-up', code);
  if (user?.status !== 'UNCONFIRMED') throw codeExpired();
  await updateUser(context, id, {
    status: 'CONFIRMED',
    attributes: { email_verified: 'true' },
  });
}

const LARGEST_FORM_BYTES = 4 * 1024;

const fields = v.object({
  client_id: v.pipe(v.string(), v.maxLength(128)),
  user_name: v.pipe(v.string(), v.minLength(1), v.maxLength(254), v.check(isStorable)),
  confirmation_code: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
});

/**
 * The page of the links that confirm a sign-up (SES-99). Programs that look for dangerous mails open every link. So the
 * link only shows a button, and the button confirms.
 */
export function confirmationPage(context: PoolContext, check: CheckRate): FastifyPluginAsync {
  const read = (given: unknown): v.InferOutput<typeof fields> | null => {
    const parsed = v.safeParse(fields, given);
    return parsed.success && parsed.output.client_id === context.clientId ? parsed.output : null;
  };
  const refuse = (
    reply: FastifyReply,
    text = 'This link is wrong, has expired, or was used already.',
  ): FastifyReply => sendPage(reply, 400, { title: 'Not confirmed', text });

  return async (server) => {
    acceptForms(server, LARGEST_FORM_BYTES);

    server.get('/confirmUser', async (request, reply) => {
      const hidden = read(request.query);
      if (hidden === null) return refuse(reply);
      return sendPage(reply, 200, {
        title: 'Confirm your e-mail address',
        text: 'Press the button to confirm your new account. If you did not create one, close this page.',
        form: { action: `${server.prefix}/confirmUser`, submit: 'Confirm', hidden, fields: [] },
      });
    });

    server.post('/confirmUser', { onRequest: refuseBriefly(check) }, async (request, reply) => {
      const sent = read(request.body);
      if (sent === null) return refuse(reply);
      try {
        const { user_name: name, confirmation_code: code } = sent;
        await confirmSignUpByCode({ ...context, caller: callerOf(request.ip) }, name, code);
      } catch (error) {
        if (!(error instanceof PoolError)) throw error;
        return error.type === 'LimitExceededException'
          ? refuse(reply, 'There were too many attempts. Open the link again later.')
          : refuse(reply);
      }
      return sendPage(reply, 200, {
        title: 'Confirmed',
        text: 'Your e-mail address is confirmed. You can close this page.',
      });
    });
  };
}

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
