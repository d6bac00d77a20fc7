import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TimeBudget, withTimeBudget } from '../db/time-budget.ts';

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

/** The route, and the action of the user pool, whose actions share a route. */
function callOf({ method, routeOptions, headers }: FastifyRequest): string {
  const action = headers['x-amz-target'];
  return `${method} ${routeOptions.url ?? ''} ${typeof action === 'string' ? action.slice(0, 100) : ''}`;
}
