import { connect } from 'node:net';
import fc from 'fast-check';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { currentTimeBudget } from '../../db/time-budget.ts';
import { limitDatabaseTime } from '../../http/database-time.ts';
import { callerOf } from '../../http/rate-limit.ts';
import { limitBodies, mayBeSlow } from '../../http/slow-bodies.ts';
import { JsonText, writeJson } from '../../http/validation.ts';
import { law } from 'audio-streaming-laws/laws';

const value = fc.anything({
  withNullPrototype: false,
  withDate: true,
  values: [fc.jsonValue(), fc.constant(undefined)],
});

law('a value is written as JSON.stringify writes it', [value], (drawn) => {
  expect(writeJson({ drawn })).toBe(JSON.stringify({ drawn }));
  expect(writeJson([drawn])).toBe(JSON.stringify([drawn]));
});

law(
  'a value that was written before is the same in the result',
  [fc.jsonValue(), fc.string()],
  (drawn, name) => {
    const written = new JsonText(JSON.stringify(drawn));
    expect(writeJson({ [name]: [written] })).toBe(JSON.stringify({ [name]: [drawn] }));
  },
);

test('a written value is inserted unchanged', () => {
  expect(writeJson(new JsonText('{"a": 1}'))).toBe('{"a": 1}');
});

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is the caller %s', (address, caller) => {
  expect(callerOf(address)).toBe(caller);
});

const server = fastify();
limitBodies(server, { whole: 300, silent: 300 });
server.addContentTypeParser('text/slow', (_request, payload, done) => {
  payload.on('data', () => undefined).on('end', () => done(null));
});
server.post('/usual', async () => 'ok');
server.post('/large', { config: mayBeSlow }, async () => 'ok');

let origin = '';

beforeAll(async () => {
  origin = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

/** Sends a body of ten bytes, one byte at each pause. @returns what came back until the connection ended */
function send(path: string, pause: number, bytes = 10): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    let response = '';
    let sent = 0;
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: text/slow\r\ncontent-length: 10\r\n\r\n`,
    );
    const timer = setInterval(() => {
      if (sent < bytes) socket.write('x');
      sent += 1;
    }, pause);
    socket.on('data', (chunk) => (response += String(chunk)));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve(response);
    });
  });
}

test('a body that takes too long ends its connection', async () => {
  expect(await send('/usual', 100)).toBe('');
  expect(await send('/usual', 5)).toContain('200 OK');
});

test('a large file may take longer, but not be silent', async () => {
  expect(await send('/large', 60)).toContain('200 OK');
  expect(await send('/large', 60, 5)).toBe('');
});

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
