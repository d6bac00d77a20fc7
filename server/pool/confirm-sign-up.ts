import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import * as v from 'valibot';
import { isStorable } from '../db/errors.ts';
import { callerOf } from '../http/caller.ts';
import { acceptForms } from '../http/forms.ts';
import { type CheckRate, refuseBriefly } from '../http/rate-limit.ts';
import { codeExpired, guessCode } from './codes.ts';
import type { CallContext, PoolContext } from './context.ts';
import { PoolError } from './errors.ts';
import { sendPage } from './hosted/page.ts';
import { resolveSubject, updateUser } from './users.ts';

/**
 * Confirms a sign-up by its code, typed or as part of a link. A user who is already confirmed gets the same response as
 * an unknown one, so that nobody learns who has an account.
 *
 * @throws {PoolError} CodeMismatchException, ExpiredCodeException or LimitExceededException
 */
export async function confirmSignUpByCode(
  context: CallContext,
  username: string,
  code: string,
): Promise<void> {
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
