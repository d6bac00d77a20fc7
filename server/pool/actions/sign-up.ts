import { type Message, message } from 'audio-streaming-translations/message';
import * as v from 'valibot';
import { attributes, clientId, code, defineAction, password, username } from './action.ts';
import { giveBack, GUESSES, MESSAGES, requireLeft, spend, tooManyPasswords } from '../attempts.ts';
import { isEmail, LONGEST_EMAIL, readAttributes, requireComplete, requireWritable } from '../account.ts';
import { sendCode, codeExpired, guessCode } from '../codes.ts';
import { invalidParameter, PoolError } from '../errors.ts';
import { LONGEST_PASSWORD, requirePolicy } from '../password-policy.ts';
import { isPasswordOf } from '../check-password.ts';
import {
  confirmUser,
  findUser,
  insertUser,
  normalizeEmail,
  replaceSignUp,
  resolveSubject,
} from '../users.ts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isStorable } from '../../db/errors.ts';
import { type CheckRate, refuseBriefly } from '../../http/rate-limit.ts';
import { acceptForms } from '../../http/validation.ts';
import { keepLanguage } from '../../languages/page-language.ts';
import { callOf } from '../call.ts';
import type { CallContext, PoolContext } from '../context.ts';
import { guesserAt, hasKnownNetwork, rememberNetwork } from '../guessers.ts';
import { sendPage } from '../page.ts';
import type { PoolUser } from '../migrations.ts';

/**
 * Confirms a sign-up by its code, typed or as part of a link. A user who is already confirmed gets the same response as
 * an unknown one, so that nobody learns who has an account.
 *
 * If several networks signed the address up, the password may be a stranger's. From another network than its own, the
 * code then confirms the address only, and the password has to be replaced by another code (SES-107).
 *
 * @throws {PoolError} CodeMismatchException, ExpiredCodeException or LimitExceededException
 */
async function confirmSignUpByCode(context: CallContext, username: string, code: string): Promise<void> {
  const { id, user } = await resolveSubject(context, username);
  await guessCode(context, id, 'sign-up', code);
  if (user?.status !== 'UNCONFIRMED') throw codeExpired();
  const isOwn = !user.contested || (await guesserAt(context, id)).known === 'network';
  if (!(await confirmUser(context, user, isOwn ? 'CONFIRMED' : 'RESET_REQUIRED'))) throw codeExpired();
  await rememberNetwork(context, id);
}

/** True if the link of a sign-up is opened on another network than the sign-up came from. */
async function isOpenedElsewhere(context: CallContext, username: string): Promise<boolean> {
  const { id, user } = await resolveSubject(context, username);
  if (user?.status !== 'UNCONFIRMED') return false;
  return (await hasKnownNetwork(context, id)) && (await guesserAt(context, id)).known === null;
}

const LARGEST_FORM_BYTES = 4 * 1024;

const fields = v.object({
  client_id: v.pipe(v.string(), v.maxLength(128)),
  user_name: v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_EMAIL), v.check(isStorable)),
  confirmation_code: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  password: v.optional(v.pipe(v.string(), v.maxLength(LONGEST_PASSWORD), v.check(isStorable))),
});

/**
 * The page of the links that confirm a sign-up (SES-99). Programs that look for dangerous mails open every link. So the
 * link only shows a button, and the button confirms. On another network than the sign-up came from, the page asks for the
 * password: whoever presses the button must not activate the password of a stranger (SES-107).
 */
export function confirmationPage(context: PoolContext, check: CheckRate): FastifyPluginAsync {
  const read = (given: unknown): v.InferOutput<typeof fields> | null => {
    const parsed = v.safeParse(fields, given);
    return parsed.success && parsed.output.client_id === context.clientId ? parsed.output : null;
  };
  const refuse = (
    reply: FastifyReply,
    text: Message = message('This link is wrong, has expired, or was used already.'),
  ): FastifyReply => sendPage(reply, 400, { title: message('Not confirmed'), text });

  const ask = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { password: _typed, ...hidden }: v.InferOutput<typeof fields>,
    alert?: Message,
  ): Promise<FastifyReply> => {
    const isElsewhere = await isOpenedElsewhere(callOf(context, request), hidden.user_name);
    const field = {
      name: 'password',
      label: message('Password'),
      type: 'password',
      autocomplete: 'current-password',
    } as const;
    return sendPage(reply, alert === undefined ? 200 : 400, {
      title: message('Confirm your e-mail address'),
      text: isElsewhere
        ? message(
            'Enter the password that you chose for your new account. If you did not create one, close this page. If you create an account later, it replaces this one.',
          )
        : message(
            'Press the button to confirm your new account. If you did not create one, close this page.',
          ),
      alert,
      form: {
        action: `${request.server.prefix}/confirmUser`,
        submit: message('Confirm'),
        hidden,
        fields: isElsewhere ? [field] : [],
      },
    });
  };

  return async (server) => {
    acceptForms(server, LARGEST_FORM_BYTES);
    await keepLanguage(server);

    server.get('/confirmUser', async (request, reply) => {
      const hidden = read(request.query);
      if (hidden === null) return refuse(reply);
      return ask(request, reply, hidden);
    });

    server.post('/confirmUser', { onRequest: refuseBriefly(check) }, async (request, reply) => {
      const sent = read(request.body);
      if (sent === null) return refuse(reply);
      try {
        const { user_name: name, confirmation_code: code, password: typed } = sent;
        const calling = callOf(context, request);
        if (await isOpenedElsewhere(calling, name)) {
          if (typed === undefined || typed === '') return await ask(request, reply, sent);
          if (!(await isPasswordOf(calling, name, typed)))
            return await ask(request, reply, sent, WRONG_PASSWORD);
        }
        await confirmSignUpByCode(calling, name, code);
      } catch (error) {
        if (!(error instanceof PoolError)) throw error;
        return isTooMany(error)
          ? refuse(reply, message('There were too many attempts. Open the link again later.'))
          : refuse(reply);
      }
      return sendPage(reply, 200, {
        title: message('Confirmed'),
        text: message('Your e-mail address is confirmed. You can close this page.'),
      });
    });
  };
}

const WRONG_PASSWORD = message('This is not the password of the new account.');

const isTooMany = (error: PoolError): boolean =>
  error.type === 'LimitExceededException' || error.message === tooManyPasswords().message;

const signUpSchema = v.object({
  ClientId: clientId,
  Username: username,
  Password: password,
  UserAttributes: v.nullish(attributes),
});

/**
 * Adds an unconfirmed user. A sign-up of the address that nobody has confirmed is replaced, because it may be a stranger's
 * (SES-107). Cognito refuses a second sign-up instead. Then a stranger who signs up first keeps the owner of the address out.
 *
 * @returns undefined if the address has an account
 */
async function addOrReplace(
  context: CallContext,
  user: { email: string; password: string; attributes: Record<string, string> },
): Promise<PoolUser | undefined> {
  const added = await insertUser(context, { ...user, status: 'UNCONFIRMED' });
  const existing = added === undefined ? await findUser(context, user.email) : undefined;
  if (added === undefined && existing?.status !== 'UNCONFIRMED') return undefined;
  const isElsewhere = existing !== undefined && (await guesserAt(context, existing.sub)).known === null;
  const current = existing === undefined ? added : await replaceSignUp(context, existing, user, isElsewhere);
  if (current !== undefined) await rememberNetwork(context, current.sub);
  return current;
}

/** SignUp: adds an unconfirmed user and sends a confirmation code. The username is an e-mail address. */
export const signUp = defineAction(signUpSchema, async (context, request) => {
  const email = request.Username;
  if (!isEmail(email)) throw invalidParameter('Username should be an email.');
  const given = readAttributes(request.UserAttributes ?? []);
  requireWritable(context, given);
  requireComplete(context, given);
  if (given['email'] !== undefined && normalizeEmail(given['email']) !== normalizeEmail(email)) {
    throw invalidParameter('Username and email attribute must be the same.');
  }
  await requirePolicy(request.Password, email);
  // Somebody who has asked for too many addresses that are in use learns nothing of another one.
  await requireLeft(context, GUESSES);
  await spend(context, MESSAGES);
  const user = await addOrReplace(context, {
    email,
    password: request.Password,
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
