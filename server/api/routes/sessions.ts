import type { ApiServer } from '../../http/validation.ts';
import { notFound } from '../../http/validation.ts';
import * as responses from '../response-schemas.ts';
import { type ApiContext, listenerOf, sessionOf } from '../context.ts';
import { idParams } from '../parameters.ts';

const iso = (at: number): string => new Date(at).toISOString();

/** Where the listener is signed in (SES-150). */
export function sessionRoutes(server: ApiServer, { pool }: ApiContext): void {
  server.get(
    '/user/sessions',
    { schema: { summary: 'Where the listener is signed in', response: { 200: responses.sessions } } },
    async (request) => {
      const own = sessionOf(request);
      const found = await pool.sessionsOf(listenerOf(request));
      return {
        results: found.map(({ id, agent, signedInAt, usedAt, identityProvider }) => ({
          id,
          agent,
          identity_provider: identityProvider,
          is_current: id === own,
          signed_in: iso(signedInAt),
          last_used: iso(usedAt),
        })),
      };
    },
  );

  server.delete(
    '/user/sessions',
    { schema: { summary: 'Ends every session but this one', response: { 200: responses.done } } },
    async (request) => {
      await pool.endOtherSessions(listenerOf(request), sessionOf(request));
      return { ok: true };
    },
  );

  server.delete(
    '/user/sessions/:id',
    { schema: { summary: 'Ends one session', params: idParams, response: { 200: responses.done } } },
    async (request) => {
      if (!(await pool.endSession(listenerOf(request), request.params.id))) throw notFound('session');
      return { ok: true };
    },
  );
}
