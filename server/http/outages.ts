import type { FastifyInstance } from 'fastify';
import { StoreUnavailableError } from '../store/media-store.ts';

/** Tells every client that gets a 503 when to try again. */
export function nameRetryTime(server: FastifyInstance): void {
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '2');
    done(null, payload);
  });
}

/** Milliseconds between two lines of the log. */
const STORE_OUTAGES_PAUSE_MS = 5_000;

/** Writes a line to the log when a request meets a store that cannot be used, at most every five seconds (CAT-86). */
export function logStoreOutages(server: FastifyInstance, log: (line: string) => void): void {
  let last = -Infinity;
  server.addHook('onError', async (_request, _reply, error) => {
    const now = performance.now();
    if (!(error instanceof StoreUnavailableError) || now - last < STORE_OUTAGES_PAUSE_MS) return;
    last = now;
    log(`media: ${error.sentence}`);
  });
}
