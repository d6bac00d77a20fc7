import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Logger, pino } from 'pino';
import { loggedPath } from '../http/addresses.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export const isLogLevel = (text: string): text is LogLevel => LOG_LEVELS.some((level) => level === text);

/** A log of JSON lines on the standard output. */
export const openLog = (level: LogLevel): Logger => pino({ level, timestamp: pino.stdTimeFunctions.isoTime });

/**
 * Writes one line for each request: its id, method, path, status and time. The line has no query, no header and no body,
 * because they hold tokens, codes and addresses of people. The response names the id in `X-Request-Id`. To be called
 * before any route is registered.
 */
export function logRequests(server: FastifyInstance, log: Logger): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode;
    const level = status >= 500 ? 'error' : 'info';
    log[level]({ ...described(request), status, ms: Math.round(reply.elapsedTime) }, 'request');
    done();
  });
  server.addHook('onRequestAbort', (request, done) => {
    log.info(described(request), 'request aborted');
    done();
  });
}

function described({ id, method, url, ip }: FastifyRequest) {
  return { request: id, method, path: loggedPath(url), ip };
}
