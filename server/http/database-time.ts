import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TimeBudget, withTimeBudget } from '../db/time-budget.ts';
import { StoreUnavailableError } from '../store/media-store.ts';

/** The time of one request in the database, in milliseconds. The listener then gets an error within five seconds. */
const BUDGET_MS = 4_500;
/** A call that waited for a locked table is refused for this time. After it, one request tries. */
const DATABASE_TIME_PAUSE_MS = 1_000;
const TRIAL_MS = 5_000;

/** The budget of a request that is refused: its first statement fails at once. */
const NO_TIME = new TimeBudget(0, () => undefined);

/**
 * Limits the time of requests in the database. If a call waits too long there, later requests of the same call are
 * refused at once, until the database serves one of them. Otherwise they would use all connections, and one locked
 * table would stop all other calls too. The routes themselves send the refusal. Only they know the form of their
 * errors, and the origins whose pages may read them (CAT-99).
 */
export function limitDatabaseTime(server: FastifyInstance): void {
  const budgets = new WeakMap<FastifyRequest, TimeBudget>();
  /** By call: when the next request may try, by the timer of the process. */
  const paused = new Map<string, number>();

  server.addHook('onRequest', (request, _reply, done) => {
    const call = callOf(request);
    const until = paused.get(call);
    const isPaused = until !== undefined && performance.now() < until;
    if (until !== undefined && !isPaused) paused.set(call, performance.now() + TRIAL_MS);
    const budget = isPaused
      ? NO_TIME
      : new TimeBudget(BUDGET_MS, () => paused.set(call, performance.now() + DATABASE_TIME_PAUSE_MS));
    budgets.set(request, budget);
    withTimeBudget(budget, done);
  });
  // After a body was read, hooks run in another async context. So the budget is set again.
  server.addHook('preValidation', (request, _reply, done) => {
    const budget = budgets.get(request);
    if (budget === undefined) done();
    else withTimeBudget(budget, done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const budget = budgets.get(request);
    // A request that did not use the database says nothing about it. Neither does a response with an unknown outcome.
    const isServed = budget?.isUsed === true && reply.statusCode !== 503 && reply.statusCode !== 504;
    if (isServed && paused.size > 0) paused.delete(callOf(request));
    done();
  });
}

/** Tells every client that gets a 503 when to try again. */
export function nameRetryTime(server: FastifyInstance): void {
  server.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '2');
  });
}

/** The route, and the action of the user pool, whose actions share a route. */
function callOf({ method, routeOptions, headers }: FastifyRequest): string {
  const action = headers['x-amz-target'];
  return `${method} ${routeOptions.url ?? ''} ${typeof action === 'string' ? action.slice(0, 100) : ''}`;
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the body may take longer than those of other calls, because it is a large file. */
    readonly mayBeSlow?: boolean;
  }
}

/** The configuration of a route that receives large files. */
export const mayBeSlow = { mayBeSlow: true } as const;

const WHOLE_MS = 30_000;
const SILENT_MS = 60_000;

/**
 * Ends connections whose bodies do not arrive. Every body of a listener arrives within half a minute. A large file may
 * take as long as it does not pause for a minute.
 */
export function limitBodies(
  server: FastifyInstance,
  { whole = WHOLE_MS, silent = SILENT_MS }: { readonly whole?: number; readonly silent?: number } = {},
): void {
  server.addHook('onRequest', async ({ raw, routeOptions }) => {
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
    if (!hasBody) return;
    if (routeOptions.config?.mayBeSlow === true) {
      raw.setTimeout(silent, () => raw.destroy());
      // When the body has arrived, the answer may take longer than that.
      raw.once('end', () => raw.setTimeout(0));
      return;
    }
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, whole);
    raw.once('close', () => clearTimeout(timer));
  });
}
