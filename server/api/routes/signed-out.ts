import * as v from 'valibot';
import type { ApiServer } from '../../http/validation.ts';
import { addLoginAttempt, purgeLoginAttempts } from '../../members/login-attempts.ts';
import * as answers from '../answers.ts';
import type { ApiContext } from '../context.ts';
import { email } from '../fields.ts';
import { callerOf } from '../../http/caller.ts';
import { limitRate } from '../../http/rate-limit.ts';
import { refuseBeyond } from '../limits.ts';

/** Requests of one network address in a second. More than its listeners need, and too few to fill a table. */
const ATTEMPTS_PER_SECOND = 5;
const ATTEMPTS_BETWEEN_PURGES = 500;

/** The two calls that need no session. */
export function signedOutRoutes(server: ApiServer, context: ApiContext): void {
  const { db, clock, pool } = context;

  // An unknown address gets the same response, so that nobody learns who has an account.
  server.post(
    '/user/forgot_password',
    {
      schema: {
        summary: 'Sends a code to reset the password',
        body: v.object({ email }),
        response: { 200: answers.done },
      },
    },
    async (request) => {
      await pool.sendForgotPasswordCode(request.body.email, callerOf(request.ip));
      return { ok: true };
    },
  );

  const attempt = v.object({ email, success: v.boolean() });
  const onRequest = refuseBeyond(limitRate(server, 'login-attempts', ATTEMPTS_PER_SECOND));
  const reportFailure = (error: unknown): void => context.log(`login attempts: ${String(error)}`);
  let sincePurge = 0;
  server.addHook('onReady', () => purgeLoginAttempts(db, clock.now()).catch(reportFailure));
  server.post(
    '/user/login_attempts',
    {
      schema: { summary: 'Records an attempt to sign in', body: attempt, response: { 200: answers.done } },
      onRequest,
    },
    async (request) => {
      const { email: address, success } = request.body;
      await addLoginAttempt(db, { email: address.toLowerCase(), success }, clock.now());
      sincePurge += 1;
      if (sincePurge >= ATTEMPTS_BETWEEN_PURGES) {
        sincePurge = 0;
        await purgeLoginAttempts(db, clock.now());
      }
      return { ok: true };
    },
  );
}
