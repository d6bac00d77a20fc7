import { describe, expect, test, vi, afterEach } from 'vitest';
import { apiPath } from '../../../src/adapters/http/api-path.ts';
import {
  FIRST_BYTE_DEADLINE,
  Transport,
  type ApiCall,
  type TransportOptions,
} from '../../../src/adapters/http/transport.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { ok } from '../../../src/domain/result.ts';
import { instant, milliseconds, type Instant } from '../../../src/domain/time.ts';
import { earlyFetch } from '../../../src/adapters/http/early-fetch.ts';

const BROWSE: ApiCall = { method: 'GET', path: apiPath`/browse` };
const REPORT: ApiCall = { method: 'POST', path: apiPath`/user/content`, body: [] };

type Reply = (attempt: number, clock: MemoryClock) => Promise<Response>;

const status =
  (code: number, headers: Record<string, string> = {}): Reply =>
  async () =>
    new Response(code === 304 ? null : '{}', { status: code, headers });

const failure = (kind: string) => ({ ok: false, error: { kind } });

/** A provider with scripted responses, on a clock that does not move. */
const make = (reply: Reply, more: Partial<TransportOptions> = {}) => {
  const clock = new MemoryClock();
  const sent: { readonly url: string; readonly init: RequestInit }[] = [];
  const session = async () => ok({ accessToken: 'a', expiresAt: instant(Number.MAX_SAFE_INTEGER) });
  const transport = new Transport({
    apiUrl: 'https://api.invalid',
    auth: { session, renew: session },
    clock,
    random: () => 0,
    fetch: async (input, init) => {
      sent.push({ url: new Request(input).url, init: init ?? {} });
      return reply(sent.length, clock);
    },
    ...more,
  });
  return { clock, sent, transport };
};

describe('Transport in special cases', () => {
  test.each(['https://api.invalid/base', 'https://api.invalid/base/', 'https://api.invalid/base///'])(
    'sends requests below %s',
    async (apiUrl) => {
      const { sent, transport } = make(status(200), { apiUrl });
      await transport.requestJson(BROWSE);
      expect(sent[0]?.url).toBe('https://api.invalid/base/api/v2/browse');
    },
  );

  test.each([
    [200, 'ok'],
    [299, 'ok'],
    [300, 'malformed'],
    [304, 'malformed'],
    [399, 'malformed'],
    [400, 'rejected'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [418, 'rejected'],
    [499, 'rejected'],
    [500, 'server'],
    [599, 'server'],
  ])('returns status %d as %s', async (code, kind) => {
    const result = await make(status(code)).transport.request(REPORT);
    expect(result.ok ? 'ok' : result.error.kind).toBe(kind);
  });

  test('returns a failure within 3 s of the first one, even if retries are slow', async () => {
    const slow: Reply = async (attempt, clock) => {
      if (attempt > 1) await clock.after(milliseconds(2000));
      return new Response('{}', { status: 500 });
    };
    const { clock, sent, transport } = make(slow);
    const outcomes: unknown[] = [];
    void transport.requestJson(BROWSE).then((outcome) => outcomes.push(outcome));
    await clock.advanceAsync(3000);
    expect(outcomes).toEqual([failure('server')]);
    await clock.advanceAsync(10_000);
    expect(sent).toHaveLength(2);
  });

  test('times out if a renewal never ends', async () => {
    const never = new Promise<never>(() => undefined);
    const auth = {
      session: async () => ok({ accessToken: 'a', expiresAt: instant(Number.MAX_SAFE_INTEGER) }),
      renew: async () => never,
    };
    const { clock, transport } = make(status(401), { auth });
    const result = transport.request(REPORT);
    await clock.advanceAsync(FIRST_BYTE_DEADLINE);
    expect(await result).toEqual(failure('timeout'));
  });

  test('fails as unreachable if there is no response after a renewal', async () => {
    const reply: Reply = async (attempt) => {
      if (attempt > 1) throw new TypeError('Failed to fetch');
      return new Response('{}', { status: 401 });
    };
    const { sent, transport } = make(reply);
    expect(await transport.request(REPORT)).toEqual(failure('unreachable'));
    expect(sent).toHaveLength(2);
  });

  test.each([
    ['', []],
    ['yesterday', []],
    ['Thu, 01 Jan 2026 12:00:00 GMT', [Date.UTC(2026, 0, 1, 12)]],
  ])('reports the time of the provider: %j', async (date, times) => {
    const seen: Instant[] = [];
    const onServerTime = (time: Instant) => seen.push(time);
    await make(status(200, date === '' ? {} : { Date: date }), { onServerTime }).transport.requestJson(
      BROWSE,
    );
    expect(seen).toEqual(times);
  });

  test.each([
    ['that is fresh', { Age: '0' }, 200, true],
    ['that is refused', {}, 404, true],
    ['that a cache has stored', { Age: '3600' }, 200, false],
    ['whose age cannot be read', { Age: 'old' }, 200, false],
    ['of a gateway with an error', {}, 502, false],
    ['of a network that asks to sign in', { 'Content-Type': 'text/html; charset=utf-8' }, 200, false],
  ])('uses the time of a response %s: %j, %d, %j', async (_name, headers, code, isTaken) => {
    const seen: Instant[] = [];
    const onServerTime = (time: Instant) => seen.push(time);
    const reply = status(code, { Date: 'Thu, 01 Jan 2026 12:00:00 GMT', ...headers });
    await make(reply, { onServerTime }).transport.request(REPORT);
    expect(seen).toEqual(isTaken ? [Date.UTC(2026, 0, 1, 12)] : []);
  });

  test.each([
    [5, 1],
    [6, 0],
  ])('a response that took %d seconds corrects the clock %d times', async (span, times) => {
    const onServerTime = vi.fn<(serverTime: Instant) => void>();
    const clock = new MemoryClock();
    const reply: Reply = async () => {
      clock.advance(milliseconds(span * 1_000));
      return new Response('{}', { headers: { Date: 'Thu, 01 Jan 2026 12:00:00 GMT' } });
    };
    await make(reply, { onServerTime, clock }).transport.request(REPORT);
    expect(onServerTime).toHaveBeenCalledTimes(times);
  });

  test('a report whose repetition gets no response may have arrived', async () => {
    const silentLater: Reply = async (attempt) => {
      if (attempt > 1) await new Promise(() => undefined);
      return new Response('{}', { status: 429, headers: { 'Retry-After': '1' } });
    };
    const { clock, sent, transport } = make(silentLater);
    const result = transport.request(REPORT);
    await clock.advanceAsync(10_000);
    expect(sent).toHaveLength(2);
    expect(await result).toEqual({ ok: false, error: { kind: 'rate-limited', mayHaveArrived: true } });
  });

  test.each([
    ['text/html', '<!doctype html><title>Sign in</title>', false],
    ['Text/HTML; charset=utf-8', ' \n<html></html>', false],
    ['text/html', '', true],
    ['text/html', 'OK', true],
    ['application/json', '{}', true],
    ['text/plain', '<', true],
    ['', '', true],
  ])(
    'a response of the type %j with the body %j counts as delivered: %j (SES-80)',
    async (type, body, isDelivered) => {
      const headers: Record<string, string> = type === '' ? {} : { 'Content-Type': type };
      const { transport } = make(async () => new Response(body, { headers }));
      expect(await transport.request(REPORT)).toEqual(
        isDelivered ? { ok: true, value: undefined } : failure('malformed'),
      );
    },
  );

  test.each([
    [60 * 1024, true],
    [60 * 1024 + 1, false],
  ])('sends a report of %d bytes with keepalive: %j', async (size, isKept) => {
    const { sent, transport } = make(status(200));
    // JSON adds two quotes.
    await transport.request({ ...REPORT, body: 'x'.repeat(size - 2), keepalive: true });
    expect(sent[0]?.init.keepalive).toBe(isKept);
  });
});

const URL_OF_CALL = 'https://api.test/api/v2/browse';
const CALL = { headers: { Authorization: 'Bearer a' } };

afterEach(() => {
  vi.unstubAllGlobals();
});

/** An early response of the start script that arrived `waited` milliseconds ago. */
const early = (headers: Record<string, string>, waited: number) => {
  const response = Response.json({ new_releases: [] }, { status: 203, headers });
  const takeEarlyCall = async () => Promise.resolve({ response, arrivedAt: performance.now() - waited });
  vi.stubGlobal('window', { takeEarlyCall });
};

test('adds the waiting time to the date of an early response', async () => {
  early({ Date: 'Thu, 01 Jan 2026 12:00:00 GMT', Age: '0' }, 12_500);
  const response = await earlyFetch(URL_OF_CALL, CALL);
  expect(response.headers.get('Date')).toBe('Thu, 01 Jan 2026 12:00:12 GMT');
  expect([response.status, response.headers.get('Age')]).toEqual([203, '0']);
  expect(await response.json()).toEqual({ new_releases: [] });
});

test('leaves an unreadable date of an early response unreadable', async () => {
  for (const headers of [{}, { Date: 'yesterday' }]) {
    early(headers, 12_500);
    const { headers: taken } = await earlyFetch(URL_OF_CALL, CALL);
    expect(Date.parse(taken.get('Date') ?? '')).toBeNaN();
  }
});
