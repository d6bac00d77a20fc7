import type { FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import { limitRate, refuseBriefly } from '../http/rate-limit.ts';
import type { RequestCounts } from '../http/request-counts.ts';
import { addReport, type AppErrorDatabase, appErrorReport } from './app-errors.ts';

/** Of one network. A page sends a report when it is left. */
const REPORTS_PER_SECOND = 2;
const LARGEST_BODY = 8 * 1024;

interface AppErrorOptions {
  readonly db: AppErrorDatabase;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  readonly requestCounts: RequestCounts;
}

/** Where the app sends what went wrong in it. */
export const APP_ERRORS = '/app-errors';

/** Takes the reports. They come without a session, and as plain text, so that no browser asks for permission first. */
export function appErrors({ db, clock, log, requestCounts }: AppErrorOptions): FastifyPluginAsync {
  return async (server) => {
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST_BODY }, (_request, body, done) =>
      done(null, body),
    );
    server.addHook('onRequest', refuseBriefly(limitRate(requestCounts, 'app-errors', REPORTS_PER_SECOND)));
    server.post(APP_ERRORS, async ({ body }, reply) => {
      const read = v.safeParse(v.pipe(v.string(), v.parseJson(), appErrorReport), body);
      if (!read.success) return reply.code(400).send();
      try {
        await addReport(db, read.output, clock.now());
      } catch (error) {
        // The listener can do nothing about it.
        log(`app errors: ${String(error)}`);
      }
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  };
}
