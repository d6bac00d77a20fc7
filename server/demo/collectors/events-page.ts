import type { FastifyPluginAsync } from 'fastify';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ReceivedEvents } from './received.ts';

const FILES = [
  { path: '/', name: 'events.html', type: 'text/html; charset=utf-8' },
  { path: '/events.css', name: 'events.css', type: 'text/css; charset=utf-8' },
  { path: '/events.js', name: 'events.js', type: 'text/javascript; charset=utf-8' },
] as const;

/** The policy of the page: its two files and its list come from this origin only. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

/**
 * A page that shows live what the collectors receive, so that an integrator can check a tracking plan. Only this
 * machine can open it: the provider checks that before any route.
 */
export function eventsPage(received: ReceivedEvents): FastifyPluginAsync {
  return async (server) => {
    server.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'cache-control': 'no-store',
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      });
    });
    for (const { path, name, type } of FILES) {
      server.get(path, async (_request, reply) =>
        reply.type(type).send(await readFile(fileURLToPath(new URL(`./page/${name}`, import.meta.url)))),
      );
    }
    server.get<{ Querystring: { after: number } }>(
      '/received',
      {
        schema: {
          querystring: {
            type: 'object',
            properties: { after: { type: 'integer', minimum: 0, default: 0 } },
          },
        },
      },
      (request) => received.after(request.query.after),
    );
  };
}
