import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { currentTimeBudget } from '../../../server/db/errors.ts';
import { limitDatabaseTime } from '../../../server/http/database-time.ts';

/** A route that makes one statement, and responds with the given status if it has time for it. */
function serve() {
  const next = { isSlow: false, status: 200, asks: true };
  const server = fastify();
  limitDatabaseTime(server);
  server.get('/call', async (_request, reply) => {
    const budget = currentTimeBudget();
    if (!next.asks) return reply.code(next.status).send();
    if (budget === undefined || budget.left() === 0) return reply.code(503).send();
    await budget.spend(async () => Promise.resolve(vi.advanceTimersByTime(10)));
    if (next.isSlow) budget.onSlow();
    return reply.code(next.isSlow ? 503 : next.status).send();
  });
  onTestFinished(() => server.close());
  return {
    next,
    status: async (): Promise<number> => (await server.inject('/call')).statusCode,
  };
}

/** Returns a call that is paused because it has waited too long. Its next request may try again. */
async function pausedCall() {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const call = serve();
  call.next.isSlow = true;
  expect(await call.status()).toBe(503);
  call.next.isSlow = false;
  expect(await call.status()).toBe(503);
  vi.advanceTimersByTime(1_100);
  return call;
}

test.each([200, 304, 404])(
  'a paused call is served again after a trial that ends with %i',
  async (status) => {
    const { next, status: statusOf } = await pausedCall();
    next.status = status;
    expect([await statusOf(), await statusOf()]).toEqual([status, status]);
  },
);

test('a call stays paused after a trial that did not ask the database', async () => {
  const { next, status } = await pausedCall();
  next.asks = false;
  next.status = 401;
  expect(await status()).toBe(401);
  next.asks = true;
  expect(await status()).toBe(503);
});
