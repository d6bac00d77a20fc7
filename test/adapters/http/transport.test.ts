import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { apiPath } from '../../../src/adapters/http/api-path.ts';
import {
  BODY_DEADLINE,
  FIRST_BYTE_DEADLINE,
  Transport,
  type ApiCall,
  type TransportOptions,
} from '../../../src/adapters/http/transport.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { SystemClock } from '../../../src/adapters/browser/browser-platform.ts';
import { failed, ok, type Result } from '../../../src/domain/result.ts';
import { instant } from '../../../src/domain/time.ts';
import type { Session, SessionFailure } from '../../../src/ports/auth.ts';
import type { Clock } from '../../../src/ports/platform.ts';
import type { Departure } from '../../../src/ports/content-api.ts';
import { cut, json, Loopback, silence } from '../loopback.ts';

type Outcome = Result<Session, SessionFailure>;

const session = (accessToken: string): Outcome =>
  ok({ accessToken, expiresAt: instant(Date.now() + 60_000) });

class FakeAuth {
  renewals = 0;

  constructor(
    private readonly stored: Outcome = session('first'),
    private readonly renewed: Outcome = session('second'),
  ) {}

  async session(): Promise<Outcome> {
    return this.stored;
  }

  async renew(): Promise<Outcome> {
    this.renewals += 1;
    return this.renewed;
  }
}

const NOBODY = new FakeAuth(failed({ kind: 'none' }));
const BROWSE: ApiCall = { method: 'GET', path: apiPath`/browse` };
const REPORT: ApiCall = {
  method: 'POST',
  path: apiPath`/user/content`,
  body: [{ id: '1' }],
  keepalive: true,
};

describe('Transport', () => {
  let server: Loopback;

  beforeAll(async () => {
    server = await Loopback.start();
  });
  afterAll(async () => server.close());

  const transport = (
    auth = new FakeAuth(),
    clock: Clock = new SystemClock(),
    more: Partial<TransportOptions> = {},
  ) => new Transport({ apiUrl: server.origin, auth, clock, random: () => 0.5, ...more });

  const kindOf = async (pending: Promise<Result<unknown, { readonly kind: string }>>): Promise<string> => {
    const result = await pending;
    return result.ok ? 'ok' : result.error.kind;
  };

  const PENDING = Promise.resolve('pending');

  /** Resolves when the headers of a response have arrived. */
  const arrival = () => {
    let onServerTime = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      onServerTime = resolve;
    });
    return { arrived, onServerTime };
  };

  /** The clock does not move, but requests take real time. */
  const untilSettled = async <Value>(clock: MemoryClock, work: Promise<Value>): Promise<Value> => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await clock.advanceAsync(50);
      if ((await Promise.race([work, PENDING])) !== 'pending') return work;
    }
  };

  describe('headers', () => {
    test('a call with a session carries three headers (SES-72)', async () => {
      server.respond(json({}));
      await transport().requestJson(BROWSE);
      await transport().request(REPORT);
      for (const { headers } of server.received) {
        expect(headers.authorization).toBe('Bearer first');
        expect(headers['content-type']).toBe('application/json');
        expect(headers['x-client-version']).toBe('1.2.6');
      }
    });

    test('a call without a session sends no header of ours, except the type of its body (SES-72)', async () => {
      server.respond(json({}));
      await transport(NOBODY).requestJson(BROWSE);
      await transport(NOBODY).request(REPORT);
      expect(server.received).toHaveLength(2);
      for (const { headers } of server.received) {
        expect(headers).not.toHaveProperty('authorization');
        expect(headers).not.toHaveProperty('x-client-version');
      }
      expect(server.received[0]?.headers).not.toHaveProperty('content-type');
      expect(server.received[1]?.headers['content-type']).toBe('application/json');
      expect(server.received[1]?.body).toBe('[{"id":"1"}]');
    });

    test('no call is made while the session is unknown (SES-73)', async () => {
      server.respond(json({}));
      const auth = new FakeAuth(failed({ kind: 'unreachable' }));
      const clock = new MemoryClock();
      expect(await kindOf(untilSettled(clock, transport(auth, clock).requestJson(BROWSE)))).toBe(
        'unreachable',
      );
      expect(server.received).toHaveLength(0);
    });
  });

  describe('addresses', () => {
    test.each([
      ['dots and a slash', '../user'],
      ['a slash', 'a/b'],
      ['a hash', '#x'],
      ['a query', '?y=1'],
      ['encoded dots', '%2e%2e'],
      ['accents and a space', 'é ñ'],
      ['an emoji', '🐙'],
      ['half an emoji', '\uD800'],
      ['three dots', '...'],
      ['a semicolon', ';'],
      ['10 kB of text', 'x'.padEnd(10_240, 'x')],
    ])('a value stays one segment of the path, and one parameter: %s', async (_label, value) => {
      server.respond(json({}));
      await transport().requestJson({
        method: 'GET',
        path: apiPath`/content/${value}`,
        params: { term: value },
      });
      const { pathname, searchParams } = new URL(server.received[0]?.url ?? '', server.origin);
      const sent = value.replace('\uD800', '\uFFFD');
      expect(decodeURIComponent(pathname.slice('/api/v2/content/'.length))).toBe(sent);
      expect([...searchParams]).toEqual([['term', sent]]);
    });

    test.each(['', '.', '..'])(
      'no request is sent for a value that cannot be a segment: "%s"',
      async (value) => {
        server.respond(json({}));
        const call: ApiCall = { method: 'GET', path: apiPath`/content/${value}` };
        expect(await transport().requestJson(call)).toEqual({ ok: false, error: { kind: 'not-found' } });
        expect(server.received).toHaveLength(0);
      },
    );

    test('a parameter without a value is not sent', async () => {
      server.respond(json({}));
      await transport().requestJson({
        method: 'GET',
        path: apiPath`/search`,
        params: { skip: undefined, limit: 3 },
      });
      expect(server.received[0]?.url).toBe('/api/v2/search?limit=3');
    });
  });

  describe('failures', () => {
    test.each([
      [400, 'rejected'],
      [403, 'forbidden'],
      [404, 'not-found'],
      [410, 'rejected'],
      [429, 'rate-limited'],
    ])('status %i is "%s", and is not retried', async (status, kind) => {
      server.respond(json({}, status));
      expect(await kindOf(transport().requestJson(BROWSE))).toBe(kind);
      expect(server.received).toHaveLength(1);
    });

    test.each([
      ['HTML', '<html>'],
      ['nothing', ''],
      ['half an object', '{"cut":'],
      ['very deep nesting', '['.repeat(200_000)],
    ])('a response that is not JSON is malformed: %s', async (_label, text) => {
      server.respond(json(text));
      expect(await kindOf(transport().requestJson(BROWSE))).toBe('malformed');
      expect(server.received).toHaveLength(1);
    });

    test('a failed GET is retried twice (SES-75)', async () => {
      server.respond(json({}, 503));
      expect(await kindOf(transport().requestJson(BROWSE))).toBe('server');
      expect(server.received).toHaveLength(3);
    });

    test('a cut connection is retried, and the later response counts', async () => {
      server.respondInTurn(cut, json({}, 500), json({ fine: true }));
      const result = await transport().requestJson(BROWSE);
      expect(result.ok && result.value.body).toEqual({ fine: true });
      expect(server.received).toHaveLength(3);
    });

    test('a response that is cut is retried', async () => {
      server.respondInTurn(
        (response) => {
          response.writeHead(200, { 'Content-Length': '1000' });
          response.write('{"half":');
          setTimeout(() => response.socket?.destroy(), 20);
        },
        json({ whole: true }),
      );
      const result = await transport().requestJson(BROWSE);
      expect(result.ok && result.value.body).toEqual({ whole: true });
    });

    test('a missing server is unreachable', async () => {
      const gone = await Loopback.start();
      const apiUrl = gone.origin;
      await gone.close();
      const lost = new Transport({ apiUrl, auth: new FakeAuth(), clock: new SystemClock(), random: () => 0 });
      expect(await kindOf(lost.requestJson(BROWSE))).toBe('unreachable');
    });
  });

  describe('a call that must not be made twice', () => {
    /** Records when the call leaves and returns, together with the received requests. */
    const watched = (holdsBack = false) => {
      const steps: string[] = [];
      const departure: Departure = {
        leaves: () => {
          steps.push(`leaves after ${server.received.length}`);
          return !holdsBack;
        },
        returned: () => {
          steps.push('returned');
        },
      };
      return { steps, call: { ...REPORT, departure } };
    };

    test.each([502, 504])('may have arrived if a gateway responds with %i', async (status) => {
      server.respond(json({}, status));
      const { steps, call } = watched();
      const error = { kind: 'server', mayHaveArrived: true };
      expect(await transport().request(call)).toEqual({ ok: false, error });
      expect(server.received).toHaveLength(1);
      expect(steps).toEqual(['leaves after 0']);
    });

    test.each([500, 503])('was not carried out if the provider responds with %i', async (status) => {
      server.respond(json({}, status));
      expect(await transport().request(REPORT)).toEqual({ ok: false, error: { kind: 'server' } });
    });

    test('is not sent if its caller stops it directly before', async () => {
      server.respond(json({}));
      const { call } = watched(true);
      expect(await transport().request(call)).toEqual({ ok: false, error: { kind: 'cancelled' } });
      expect(server.received).toHaveLength(0);
    });

    test('is not sent while it waits for its session, or without a session', async () => {
      const auth = new FakeAuth(failed({ kind: 'unreachable' }));
      let renewed = (): void => undefined;
      const renewal = new Promise<void>((resolve) => {
        renewed = resolve;
      });
      const original = auth.session.bind(auth);
      auth.session = async () => renewal.then(original);
      const { steps, call } = watched();
      const result = transport(auth).request(call);
      await Promise.resolve();
      expect(steps).toEqual([]);
      renewed();
      expect(await kindOf(result)).toBe('unreachable');
      expect(steps).toEqual([]);
    });

    test('returns with a 401, and is sent again with the renewed session', async () => {
      server.respondInTurn(json({}, 401), json({}));
      const { steps, call } = watched();
      expect(await kindOf(transport(new FakeAuth()).request(call))).toBe('ok');
      expect(steps).toEqual(['leaves after 0', 'returned', 'leaves after 1']);
    });

    test('returns with a 429, and is sent again after its pause', async () => {
      server.respondInTurn(json({}, 429, { 'Retry-After': '0' }), json({}));
      const { steps, call } = watched();
      expect(await kindOf(transport().request(call))).toBe('ok');
      expect(steps).toEqual(['leaves after 0', 'returned', 'leaves after 1']);
    });

    test('is not sent again with the session of another listener, who has signed in meanwhile', async () => {
      server.respondInTurn(json({}, 429, { 'Retry-After': '0' }), json({}));
      const { steps, call } = watched();
      const auth = new FakeAuth();
      const earlier: (Session | undefined)[] = [];
      auth.session = async (asked?: Session) => {
        earlier.push(asked);
        return asked === undefined ? session('first') : failed({ kind: 'none' });
      };
      expect(await kindOf(transport(auth).request({ ...call, needsSession: true }))).toBe('no-session');
      expect(earlier.map((asked) => asked?.accessToken)).toEqual([undefined, 'first']);
      expect(server.received).toHaveLength(1);
      expect(steps).toEqual(['leaves after 0', 'returned']);
    });
  });

  describe('401', () => {
    const refuseFirst = () =>
      server.respond((response, received, number) => {
        const isRenewed = received.headers['authorization'] === 'Bearer second';
        json({}, isRenewed ? 200 : 401)(response, received, number);
      });

    test.each([
      ['GET', BROWSE],
      ['POST', REPORT],
    ])('a refused %s is sent once more, with a renewed session (SES-74)', async (_method, call) => {
      refuseFirst();
      const auth = new FakeAuth();
      expect(await kindOf(transport(auth).requestJson(call))).toBe('ok');
      expect(auth.renewals).toBe(1);
      expect(server.received.map(({ headers }) => headers['authorization'])).toEqual([
        'Bearer first',
        'Bearer second',
      ]);
      expect(server.received[1]?.body).toBe(server.received[0]?.body);
    });

    test('a session that is refused again is unauthorized', async () => {
      server.respond(json({}, 401));
      const auth = new FakeAuth();
      expect(await kindOf(transport(auth).requestJson(BROWSE))).toBe('unauthorized');
      expect(auth.renewals).toBe(1);
      expect(server.received).toHaveLength(2);
    });

    test('without a session it is no-session, and renews nothing', async () => {
      server.respond(json({}, 401));
      const auth = new FakeAuth(failed({ kind: 'none' }));
      expect(await kindOf(transport(auth).requestJson(BROWSE))).toBe('no-session');
      expect(auth.renewals).toBe(0);
    });

    test('an ended session is unauthorized, and one that cannot be renewed now is unreachable', async () => {
      server.respond(json({}, 401));
      const ended = new FakeAuth(session('first'), failed({ kind: 'ended', message: 'User is disabled.' }));
      expect(await kindOf(transport(ended).requestJson(BROWSE))).toBe('unauthorized');
      const unreachable = new FakeAuth(session('first'), failed({ kind: 'unreachable' }));
      expect(await kindOf(transport(unreachable).request(REPORT))).toBe('unreachable');
    });
  });

  describe('deadlines and cancellation', () => {
    test('10 s of silence is a timeout, and is not retried (SES-78)', async () => {
      server.respond(silence);
      const clock = new MemoryClock();
      const result = transport(undefined, clock).requestJson(BROWSE);
      await server.requests(1);
      clock.advance(FIRST_BYTE_DEADLINE - 1);
      expect(await Promise.race([result, PENDING])).toBe('pending');
      clock.advance(1);
      expect(await kindOf(result)).toBe('timeout');
      expect(server.received).toHaveLength(1);
    });

    test('a sign-in service that does not respond is a timeout', async () => {
      const clock = new MemoryClock();
      const never = {
        session: async () => new Promise<never>(() => undefined),
        renew: async () => session('second'),
      };
      const result = new Transport({
        apiUrl: server.origin,
        auth: never,
        clock,
        random: () => 0,
      }).requestJson(BROWSE);
      await clock.advanceAsync(FIRST_BYTE_DEADLINE);
      expect(await kindOf(result)).toBe('timeout');
    });

    test('a response that has started has its own deadline (SES-78)', async () => {
      server.respond((response) => {
        response.writeHead(200);
        response.write('{');
      });
      const clock = new MemoryClock();
      const { arrived, onServerTime } = arrival();
      const result = transport(undefined, clock, { onServerTime }).requestJson(BROWSE);
      await arrived;
      await clock.advanceAsync(FIRST_BYTE_DEADLINE);
      expect(await Promise.race([result, PENDING])).toBe('pending');
      await clock.advanceAsync(BODY_DEADLINE);
      expect(await kindOf(result)).toBe('timeout');
    });

    test('a cancelled call is aborted at once', async () => {
      let isCut = false;
      server.respond((response) => response.once('close', () => (isCut = true)));
      const controller = new AbortController();
      const result = transport().requestJson({ ...BROWSE, cancellation: controller.signal });
      await server.requests(1);
      controller.abort();
      expect(await kindOf(result)).toBe('cancelled');
      await expect.poll(() => isCut).toBe(true);
    });

    test('a call that is cancelled before its start or between retries sends nothing more', async () => {
      server.respond(json({}, 500));
      expect(await kindOf(transport().requestJson({ ...BROWSE, cancellation: AbortSignal.abort() }))).toBe(
        'cancelled',
      );
      expect(server.received).toHaveLength(0);
      const controller = new AbortController();
      const clock = new MemoryClock();
      const { arrived, onServerTime } = arrival();
      let sent = 0;
      const counting: typeof fetch = async (input, init) => {
        sent += 1;
        return fetch(input, init);
      };
      const result = transport(undefined, clock, { onServerTime, fetch: counting }).requestJson({
        ...BROWSE,
        cancellation: controller.signal,
      });
      await arrived;
      // From here it waits for its retry, because the clock does not move.
      await clock.advanceAsync(0);
      controller.abort();
      expect(await kindOf(result)).toBe('cancelled');
      await clock.advanceAsync(5000);
      expect(sent).toBe(1);
    });
  });

  test('a report is sent with keepalive, unless it is too large', async () => {
    const requests: RequestInit[] = [];
    const spy: typeof fetch = async (_input, init) => {
      requests.push(init ?? {});
      return new Response('{}');
    };
    const spied = transport(undefined, undefined, { fetch: spy });
    await spied.request(REPORT);
    await spied.request({ ...REPORT, body: 'x'.repeat(70_000) });
    await spied.request({ ...REPORT, keepalive: false });
    expect(requests.map(({ keepalive }) => keepalive)).toEqual([true, false, false]);
    expect(requests.every(({ credentials, cache }) => credentials === 'omit' && cache === 'no-store')).toBe(
      true,
    );
  });
});
