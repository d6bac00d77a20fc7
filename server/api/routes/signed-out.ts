import * as v from 'valibot';
import { email } from '../fields.ts';
import type { ApiContext } from '../context.ts';
import type { ApiServer } from '../validation.ts';

/** The two calls that come from somebody who is not signed in (contract 3.11). */
export function signedOutRoutes(server: ApiServer, context: ApiContext): void {
  const { db, clock, pool } = context;

  // The same answer for an unknown address: who has an account is nobody's business.
  server.post('/user/forgot_password', { schema: { body: v.object({ email }) } }, async (request) => {
    await pool.sendForgotPasswordCode(request.body.email);
    return { ok: true };
  });

  const attempt = v.object({ email, success: v.boolean() });
  server.post('/user/login_attempts', { schema: { body: attempt } }, async (request) => {
    const { email: address, success } = request.body;
    await db
      .insertInto('login_attempts')
      .values({ email: address.toLowerCase(), success, attempted_at: clock.now() })
      .execute();
    return { ok: true };
  });
}
