import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { CognitoAuth } from '../../../src/adapters/cognito/cognito-auth.ts';
import type { Locks } from '../../../src/adapters/cognito/session/session-renewal.ts';
import { UserPool } from '../../../src/adapters/cognito/user-pool.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { Emitter } from '../../../src/adapters/shared/emitter.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import { cut, json, Loopback } from '../loopback.ts';
import { CLIENT_ID, holdSession, PREFIX, renewed, token } from './scripted-user.ts';

/** One holder of a name at a time, in the order of the requests. */
const fakeLocks = (): Locks => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    async request(_name, work) {
      const turn = last.then(work);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
};

describe.each(['vendor', 'webcrypto'] as const)('CognitoAuth with the client %s', (client) => {
  let pool: Loopback;

  beforeAll(async () => {
    pool = await Loopback.start();
  });
  afterAll(async () => pool.close());

  const make = (store = new MemoryKeyValueStore(), clock = new MemoryClock(), locks: Locks | null = null) => {
    const config = {
      region: 'us-west-2',
      userPoolId: 'us-west-2_Pool',
      clientId: CLIENT_ID,
      endpoint: pool.origin,
      client,
    };
    const log = new MemoryLog();
    const auth = new CognitoAuth({ pool: new UserPool(config), store, clock, log, locks });
    const endings: string[] = [];
    auth.ended.subscribe(({ message }) => endings.push(message));
    const now = clock.now();
    return { auth, clock, endings, log, now, store };
  };

  /** A browser with an expired session. */
  const withStaleSession = () => {
    const made = make();
    holdSession(made.store, {
      accessToken: token(made.now, -10),
      idToken: token(made.now, -10),
      refreshToken: 'refresh',
    });
    return { ...made, ...make(made.store, made.clock) };
  };

  const tokenOf = async (auth: CognitoAuth): Promise<string | null> => {
    const session = await auth.session();
    return session.ok ? session.value.accessToken : null;
  };

  describe('a valid session', () => {
    test('is returned without a request (SES-23)', async () => {
      pool.respond(json({}));
      const { auth, now, store } = make();
      const accessToken = token(now, 600);
      holdSession(store, { accessToken, refreshToken: 'refresh' });
      expect(await auth.session()).toEqual({ ok: true, value: { accessToken, expiresAt: now + 600_000 } });
      expect(pool.received).toHaveLength(0);
    });

    test('is sent with account calls, even if its token has no time of issue', async () => {
      const { auth, now, store } = make();
      const [header, payload = '', signature] = token(now, 600).split('.');
      const claims: unknown = JSON.parse(
        Buffer.from(payload, 'base64url').toString(),
        (key, value: unknown) => (key === 'iat' ? undefined : value),
      );
      const accessToken = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join(
        '.',
      );
      holdSession(store, { accessToken, refreshToken: 'refresh' });
      pool.respond(json({}));
      expect(await auth.signOutEverywhere()).toEqual({ ok: true, value: undefined });
      expect(pool.received).toHaveLength(1);
    });

    test('is renewed shortly before it expires (SES-23)', async () => {
      const { auth, clock, now, store } = make();
      holdSession(store, { accessToken: token(now, 60), idToken: token(now, 60), refreshToken: 'refresh' });
      pool.respond(json(renewed(token(now, 3600, 'next'))));
      clock.advance(29_000);
      expect(await tokenOf(auth)).toBe(token(now, 60));
      clock.advance(1000);
      expect(await tokenOf(auth)).toBe(token(now, 3600, 'next'));
      expect(pool.received).toHaveLength(1);
    });

    test('does not live longer because of a forged clock drift', async () => {
      const { auth, now, store } = withStaleSession();
      store.set(`${PREFIX}sub.clockDrift`, '-999999999');
      pool.respond(json(renewed(token(now, 3600, 'next'))));
      expect(await tokenOf(auth)).toBe(token(now, 3600, 'next'));
    });

    test('is valid directly after the sign-in in a browser with a fast clock (SES-24)', async () => {
      const { auth, clock, now } = withStaleSession();
      clock.advance(7_200_000);
      pool.respond(json(renewed(token(now, 3600, 'next'))));
      for (let times = 0; times < 5; times += 1) expect(await tokenOf(auth)).toBe(token(now, 3600, 'next'));
      expect(pool.received).toHaveLength(1);
    });
  });

  describe('a renewal', () => {
    test('is one request for 100 calls in each of 3 tabs (SES-25)', async () => {
      const { store, now, clock } = withStaleSession();
      const locks = fakeLocks();
      const tabs = [store, store.inAnotherTab(), store.inAnotherTab()].map(
        (seen) => make(seen, clock, locks).auth,
      );
      pool.respond(json(renewed(token(now, 3600, 'next'))));
      const tokens = tabs.flatMap((auth) => Array.from({ length: 100 }, async () => tokenOf(auth)));
      await pool.requests(1);
      expect(await Promise.race(tokens)).toBe(token(now, 3600, 'next'));
      // The other tabs continue when the values of this tab have reached them.
      await clock.advanceAsync(1000);
      expect(new Set(await Promise.all(tokens))).toEqual(new Set([token(now, 3600, 'next')]));
      expect(pool.received).toHaveLength(1);
    });

    test.each([
      ['NotAuthorizedException', 'Access Token has been revoked'],
      ['NotAuthorizedException', 'Refresh Token has been revoked'],
      ['NotAuthorizedException', 'Refresh Token has expired'],
      ['NotAuthorizedException', 'User is disabled.'],
      ['UserNotFoundException', 'User does not exist.'],
      ['PasswordResetRequiredException', 'Password reset required for the user'],
      // The message counts, whatever the error code is (SES-34).
      ['ForbiddenException', 'User is disabled.'],
      ['InvalidParameterException', 'Refresh Token has been revoked'],
      ['ResourceNotFoundException', 'User does not exist.'],
      ['UserNotFoundException', 'Nobody of that name.'],
    ])('that is refused ends the session after one request: %s, %s', async (__type, message) => {
      const { auth, endings, store } = withStaleSession();
      store.set(`${PREFIX}sub.userData`, '{}');
      // Belongs to another listener. The remembered device is sent with each renewal.
      store.set(`${PREFIX}other.deviceKey`, 'device');
      store.set(`${PREFIX}sub.clockDrift`, '0');
      store.set('position', '12');
      pool.respond(json({ __type, message }, 400));
      expect(await Promise.all([auth.session(), auth.session()])).toEqual(
        Array.from({ length: 2 }, () => ({ ok: false, error: { kind: 'ended', message } })),
      );
      expect(endings).toEqual([message]);
      expect(pool.received).toHaveLength(1);
      expect(store.keys().toSorted()).toEqual([`${PREFIX}endedBecause`, 'position']);
    });

    test("that is refused without a message ends with the product's own message", async () => {
      const { auth, endings } = withStaleSession();
      pool.respond(json({}, 400, { 'x-amzn-errortype': 'NotAuthorizedException:http://internal' }));
      expect((await auth.session()).ok).toBe(false);
      expect(endings).toEqual(['Cannot retrieve a new session. Please authenticate.']);
    });

    test.each([
      ['a cut connection', cut],
      ['a 500 with a type', json({ __type: 'InternalErrorException', message: 'later' }, 500)],
      [
        'a 500 with a type and a message that would end the session',
        json({ __type: 'InternalErrorException', message: 'User is disabled.' }, 500),
      ],
      ['a 500 without a type', json({}, 500)],
      ['a 502 in HTML', json('<html>Bad Gateway</html>', 502)],
      ['a 503 without a body', json('', 503)],
      ['a 400 without a type', json({ message: 'no' }, 400)],
      ['a 400 whose type is not text', json({ __type: 5 }, 400)],
      ['too many requests', json({ __type: 'TooManyRequestsException', message: 'slow down' }, 400)],
      ['a success in HTML', json('<html></html>')],
      ['an empty success', json({})],
      ['a success without tokens', json({ AuthenticationResult: {} })],
      ['a success with garbage', json(renewed('garbage'))],
    ])('that fails with %s keeps the session, and can be repeated (SES-5)', async (_name, handler) => {
      const { auth, clock, endings, now, store } = withStaleSession();
      const tokens = () =>
        store.keys().flatMap((key) => (key.endsWith('.renewalFailures') ? [] : [[key, store.get(key)]]));
      const before = tokens();
      pool.respond(handler);
      expect(await auth.session()).toEqual({ ok: false, error: { kind: 'unreachable' } });
      expect(pool.received).toHaveLength(1);
      expect(tokens()).toEqual(before);
      expect(endings).toEqual([]);
      pool.respond(json(renewed(token(now, 3600, 'next'))));
      clock.advance(1000);
      expect(await tokenOf(auth)).toBe(token(now, 3600, 'next'));
      expect(store.keys().filter((key) => key.endsWith('.renewalFailures'))).toEqual([]);
    });

    test('that fails is repeated with growing pauses by one tab for all (SES-27)', async () => {
      const { store, clock } = withStaleSession();
      const locks = fakeLocks();
      const tabs = [store, store.inAnotherTab(), store.inAnotherTab()].map(
        (seen) => make(seen, clock, locks).auth,
      );
      pool.respond(json({}, 503));
      // Every tab checks once a second.
      for (let second = 0; second < 60; second += 1) {
        await Promise.all(tabs.map(async (auth) => auth.session()));
        clock.advance(1000);
      }
      // Pauses of 1, 2, 4, 8, 16 and 30 seconds, each shortened by up to a half.
      expect(pool.received.length).toBeGreaterThanOrEqual(6);
      expect(pool.received.length).toBeLessThanOrEqual(8);
    });

    test('that failed is repeated when the network returns (SES-27)', async () => {
      const { clock, now, store } = withStaleSession();
      const networkReturned = new Emitter<null>();
      const config = { region: 'us-west-2', userPoolId: 'us-west-2_Pool', clientId: CLIENT_ID, client };
      const auth = new CognitoAuth({
        pool: new UserPool({ ...config, endpoint: pool.origin }),
        store,
        clock,
        log: new MemoryLog(),
        locks: null,
        networkReturned,
      });
      pool.respond(cut);
      expect(await tokenOf(auth)).toBeNull();
      pool.respond(json(renewed(token(now, 3600, 'next'))));
      expect(await tokenOf(auth)).toBeNull();
      networkReturned.emit(null);
      expect(await tokenOf(auth)).toBe(token(now, 3600, 'next'));
    });

    test('without a response from the library ends as unreachable', async () => {
      const { auth, clock } = withStaleSession();
      pool.respond(json('null'));
      const result = auth.session();
      await pool.requests(1);
      await clock.advanceAsync(10_000);
      expect(await result).toEqual({ ok: false, error: { kind: 'unreachable' } });
    });

    test('that takes too long ends as unreachable, and its late tokens are stored (SES-28)', async () => {
      const { auth, clock, now, store } = withStaleSession();
      let respond = (): void => undefined;
      pool.respond((response, received, number) => {
        respond = () => json(renewed(token(now, 3600, 'late')))(response, received, number);
      });
      const result = auth.session();
      await pool.requests(1);
      await clock.advanceAsync(10_000);
      expect(await result).toEqual({ ok: false, error: { kind: 'unreachable' } });
      respond();
      const late = token(now, 3600, 'late');
      await expect.poll(() => store.get(`${PREFIX}sub.accessToken`)).toBe(late);
      expect(await tokenOf(auth)).toBe(late);
    });

    test('stores a new refresh token', async () => {
      const { auth, now, store } = withStaleSession();
      const response = renewed(token(now, 3600, 'next'));
      pool.respond(
        json({ AuthenticationResult: { ...response.AuthenticationResult, RefreshToken: 'rotated' } }),
      );
      await auth.session();
      expect(store.get(`${PREFIX}sub.refreshToken`)).toBe('rotated');
    });
  });

  describe('invalid stored values', () => {
    test.each([
      ['an empty user', { [`${PREFIX}LastAuthUser`]: '' }],
      ['a user without tokens', { [`${PREFIX}LastAuthUser`]: 'sub' }],
      ['tokens without a user', { [`${PREFIX}sub.accessToken`]: 'x', [`${PREFIX}sub.refreshToken`]: 'y' }],
    ])('%s: nobody is signed in (SES-32)', async (_name, values) => {
      const { auth, store } = make();
      for (const [key, value] of Object.entries(values)) store.set(key, value);
      expect(auth.hasSession()).toBe(false);
      expect(await auth.session()).toEqual({ ok: false, error: { kind: 'none' } });
    });

    test('an unreadable token is renewed, and without a refresh token the session has ended (SES-32, SES-35)', async () => {
      const one = make();
      holdSession(one.store, { accessToken: 'garbage', idToken: 'garbage', refreshToken: 'refresh' });
      pool.respond(json(renewed(token(one.now, 3600, 'next'))));
      expect(await tokenOf(one.auth)).toBe(token(one.now, 3600, 'next'));

      const other = make();
      holdSession(other.store, { accessToken: 'a.b.c', idToken: 'garbage' });
      expect(await other.auth.session()).toEqual({
        ok: false,
        error: { kind: 'ended', message: 'Cannot retrieve a new session. Please authenticate.' },
      });
      expect(other.store.keys()).toEqual([`${PREFIX}endedBecause`]);

      const third = make();
      holdSession(third.store, { accessToken: 'a.b.c' });
      await third.auth.session();
      expect(third.endings).toEqual(['Local storage is missing an ID Token, Please authenticate']);
    });
  });

  test('if the storage refuses to write, a renewed session lasts as long as the page (SES-31)', async () => {
    const tokens = { idToken: 'i', refreshToken: 'refresh' };
    const { now } = make();
    const stale = token(now, -10);
    const entries = [`${PREFIX}LastAuthUser`, 'sub', `${PREFIX}sub.accessToken`, stale];
    for (const [name, value] of Object.entries(tokens)) entries.push(`${PREFIX}sub.${name}`, value);
    const { auth, store } = make(new MemoryKeyValueStore({ capacity: entries.join('').length }));
    holdSession(store, { ...tokens, accessToken: stale });
    const longer = token(now, 3600, 'a name that makes it longer than the one before');
    pool.respond(json(renewed(longer)));
    expect(await tokenOf(auth)).toBe(longer);
    expect(store.get(`${PREFIX}sub.accessToken`)).toBe(stale);
    expect(await tokenOf(auth)).toBe(longer);
    expect(pool.received).toHaveLength(1);
  });

  test('a session that could not be stored gives way to a listener who signs in in another tab', async () => {
    const { now } = make();
    const store = new MemoryKeyValueStore({ capacity: 2000 });
    store.set('other data', 'x'.repeat(1980));
    const { auth, endings } = make(store);
    const claims = { exp: now / 1000 + 3600, username: 'one' };
    const own = `header.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
    expect(auth.adopt({ accessToken: own, refreshToken: null, idToken: null })).toBe(true);
    expect(await tokenOf(auth)).toBe(own);
    expect(store.keys()).toEqual(['other data']);

    const elsewhere = store.inAnotherTab();
    elsewhere.delete('other data');
    const others = token(now, 3600, 'other');
    elsewhere.set(`${PREFIX}other.accessToken`, others);
    elsewhere.set(`${PREFIX}LastAuthUser`, 'other');
    expect(await tokenOf(auth)).toBe(others);
    expect(endings).toEqual(['The user is not authenticated']);
  });

  test('if the storage is full, space is made for a renewed session (SES-31)', async () => {
    const { now, clock } = make();
    const store = new MemoryKeyValueStore({ capacity: 2500 });
    holdSession(store, { accessToken: token(now, -10), idToken: 'i', refreshToken: 'refresh' });
    store.set('kept answer', 'x'.repeat(2500 - store.keys().join('').length - 600));
    const auth = new CognitoAuth({
      pool: new UserPool({
        region: 'us-west-2',
        userPoolId: 'us-west-2_Pool',
        clientId: CLIENT_ID,
        endpoint: pool.origin,
        client,
      }),
      store,
      clock,
      log: new MemoryLog(),
      makeRoom: () => store.delete('kept answer'),
      locks: null,
    });
    const longer = token(now, 3600, 'a name that makes it longer than the one before'.repeat(4));
    pool.respond(json(renewed(longer)));
    expect(await tokenOf(auth)).toBe(longer);
    expect(store.get(`${PREFIX}sub.accessToken`)).toBe(longer);
    expect(store.get('kept answer')).toBeNull();
  });

  describe('an account call that fails because of an invalid session', () => {
    /** A service that accepts every renewal and refuses every other call with `refusal`. */
    const refusing = (refusal: Readonly<Record<string, string>>) => {
      const made = make();
      const { now, store } = made;
      holdSession(store, { accessToken: token(now, 60), idToken: token(now, 60), refreshToken: 'refresh' });
      pool.respond((response, received, number) => {
        const isRenewal =
          received.headers['x-amz-target'] === 'AWSCognitoIdentityProviderService.InitiateAuth';
        const respond = isRenewal ? json(renewed(token(now, 3600, 'next'))) : json(refusal, 400);
        respond(response, received, number);
      });
      return { ...made, ...make(store, made.clock) };
    };

    test.each([
      ['NotAuthorizedException', 'Access Token has been revoked'],
      ['NotAuthorizedException', 'User is disabled.'],
      ['NotAuthorizedException', 'Password reset required for the user'],
      ['UserNotFoundException', 'User does not exist.'],
    ])('ends the session, although it could be renewed: %s, %s (SES-38)', async (__type, message) => {
      const { auth, endings, store } = refusing({ __type, message });
      expect((await auth.signOutEverywhere()).ok).toBe(false);
      expect(endings).toEqual([message]);
      expect(store.keys()).toEqual([`${PREFIX}endedBecause`]);
      expect(await auth.session()).toEqual({ ok: false, error: { kind: 'none' } });
    });

    test('keeps a session that started during the call', async () => {
      const { auth, endings, now, store } = refusing({});
      let say = (): void => undefined;
      const refusal = json({ __type: 'NotAuthorizedException', message: 'User is disabled.' }, 400);
      pool.respondInTurn(refusal, json(renewed(token(now, 3600, 'next'))), (...request) => {
        say = () => refusal(...request);
      });
      const result = auth.signOutEverywhere();
      await pool.requests(3);
      const another = token(now, 3600, 'another');
      holdSession(store, { accessToken: another, idToken: another, refreshToken: 'another' });
      say();
      expect((await result).ok).toBe(false);
      expect(endings).toEqual([]);
      expect(await tokenOf(auth)).toBe(another);
    });

    test('keeps the session if something else was refused (SES-38)', async () => {
      const { auth, endings, now } = refusing({ __type: 'NotAuthorizedException', message: 'Not now' });
      expect((await auth.signOutEverywhere()).ok).toBe(false);
      expect(endings).toEqual([]);
      expect(await tokenOf(auth)).toBe(token(now, 3600, 'next'));
    });
  });

  describe('signing out', () => {
    test('revokes the token in the background, and keeps the device remembered (SES-42, SES-43)', async () => {
      const { auth, store } = make();
      // The library uses the machine's clock.
      const current = token(Date.now(), 600);
      holdSession(store, { accessToken: current, idToken: current, refreshToken: 'refresh' });
      store.set(`${PREFIX}sub.deviceKey`, 'device');
      pool.respond(json({}));
      void auth.signOut();
      expect(store.keys()).toEqual([`${PREFIX}sub.deviceKey`]);
      await pool.requests(1);
      expect(pool.received[0]?.headers['x-amz-target']).toMatch(/RevokeToken$/u);
      expect(JSON.parse(pool.received[0]?.body ?? '')).toEqual({ Token: 'refresh', ClientId: CLIENT_ID });
    });

    test('repeats a failed revocation with doubling delays up to 5 s (SES-42)', async () => {
      // The vendor's library waits by the machine's clock, ours by the clock of the app. Code loads in real time.
      await import('../../../src/adapters/cognito/sign-in/sign-in-client.ts');
      await import('../../../src/adapters/cognito/vendor/vendor-client.ts');
      await import('../../../src/adapters/cognito/webcrypto/webcrypto-client.ts');
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
      onTestFinished(() => {
        vi.useRealTimers();
      });
      const { auth, clock, log, store } = make();
      vi.spyOn(Math, 'random').mockReturnValue(0.5);
      const at: number[] = [];
      vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
        at.push(client === 'vendor' ? Date.now() : clock.now());
        return Response.json({ __type: 'InternalErrorException', message: 'later' }, { status: 500 });
      });
      const current = token(Date.now(), 600);
      holdSession(store, { accessToken: current, idToken: current, refreshToken: 'refresh' });
      void auth.signOut();
      for (let passed = 0; passed < 8000; passed += 1) {
        await vi.advanceTimersByTimeAsync(1);
        await clock.advanceAsync(1);
        await setImmediate();
      }
      const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
      expect(waits).toHaveLength(5);
      for (const [index, wait] of waits.entries()) {
        expect(wait).toBeGreaterThanOrEqual(200 * 2 ** index + 50);
        expect(wait).toBeLessThanOrEqual(200 * 2 ** index + 60);
      }
      expect(log.entries).toEqual([
        { level: 'warn', message: 'A token was not revoked', details: { reason: 'later' } },
      ]);
    });

    test('revokes the token even if the code for it loads later', async () => {
      const { clock, store } = make();
      const current = token(Date.now(), 600);
      holdSession(store, { accessToken: current, idToken: current, refreshToken: 'refresh' });
      const config = { region: 'us-west-2', userPoolId: 'us-west-2_Pool', clientId: CLIENT_ID, client };
      const userPool = new UserPool({ ...config, endpoint: pool.origin });
      const fetching = vi.spyOn(userPool, 'code').mockRejectedValue(new TypeError('offline'));
      const auth = new CognitoAuth({ pool: userPool, store, clock, log: new MemoryLog(), locks: null });
      pool.respond(json({}));
      void auth.signOut();
      expect(store.keys()).toEqual([]);
      await clock.advanceAsync(60_000);
      fetching.mockRestore();
      await clock.advanceAsync(60_000);
      await pool.requests(1);
      expect(JSON.parse(pool.received[0]?.body ?? '')).toEqual({ Token: 'refresh', ClientId: CLIENT_ID });
    });

    test('sends no request when nobody is signed in', async () => {
      pool.respond(json({}));
      const { auth } = make();
      // Resolves when nothing is left to revoke.
      await auth.signOut();
      expect(pool.received).toHaveLength(0);
    });

    test('a sign-in of another listener in another tab ends this session (SES-39)', () => {
      const { now, store } = make();
      holdSession(store, { accessToken: token(now, 600), refreshToken: 'refresh' });
      const tab = make(store);
      const other = store.inAnotherTab();
      other.set(`${PREFIX}other.accessToken`, token(now, 600));
      other.set(`${PREFIX}LastAuthUser`, 'other');
      expect(tab.endings).toEqual(['The user is not authenticated']);
      expect(tab.auth.hasSession()).toBe(true);
    });
  });

  test('a session of another listener is not used before this page has ended its own (SES-98)', async () => {
    const { now, store } = make();
    holdSession(store, { accessToken: token(now, 600), refreshToken: 'refresh' });
    const tab = make(store);
    // The message of the other tab is late: these writes tell nobody.
    store.set(`${PREFIX}other.accessToken`, token(now, 600));
    store.set(`${PREFIX}LastAuthUser`, 'other');
    expect(await tab.auth.session()).toEqual({ ok: false, error: { kind: 'none' } });
    expect(tab.endings).toEqual(['The user is not authenticated']);
    expect((await tab.auth.session()).ok).toBe(true);
    expect(tab.endings).toHaveLength(1);
  });

  describe('signing in', () => {
    const CREDENTIALS = { email: 'wren@listener.test', password: 'Listen-2026!' };

    /** A response to the first half of SRP. The service judges the second half. */
    const ASKS_FOR_PASSWORD = {
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeParameters: {
        USER_ID_FOR_SRP: 'sub',
        USERNAME: 'sub',
        SALT: 'ab12',
        SRP_B: 'cd34',
        SECRET_BLOCK: Buffer.from('secret').toString('base64'),
      },
    };

    test.each([
      ['an error without a type', json({ message: 'no' }, 400), 'unknown', 'Authentication Error'],
      ['an error in HTML', json('<html></html>', 502), 'unknown', 'Authentication Error'],
      ['a cut connection', cut, 'unreachable', 'Network Error'],
      ['an empty success', json({}), 'unknown', 'Authentication Error'],
      [
        'an unknown type',
        json({ __type: 'x#BrandNewException', message: 'Something else.' }, 400),
        'unknown',
        'Something else.',
      ],
      [
        'a disabled account',
        json({ __type: 'NotAuthorizedException', message: 'User is disabled.' }, 400),
        'refused',
        'User is disabled.',
      ],
      [
        'a password that has to be reset',
        json(
          { __type: 'PasswordResetRequiredException', message: 'Password reset required for the user' },
          400,
        ),
        'reset-required',
        'Password reset required for the user',
      ],
    ])('%s has a message for the listener', async (_name, handler, kind, message) => {
      pool.respond(handler);
      const { auth, store } = make();
      expect(await auth.signIn(CREDENTIALS)).toEqual({ ok: false, error: { kind, message } });
      expect(store.keys()).toEqual([]);
      expect(pool.received).toHaveLength(1);
    });

    test('a sign-in at a silent service fails, and its late response is ignored (SES-15)', async () => {
      const { auth, clock, now, store } = make();
      let respondLate = (): void => undefined;
      let isCutOff = false;
      pool.respond((response, received, number) => {
        // When it responds, it accepts any password.
        if (number === 1) {
          respondLate = () => json(ASKS_FOR_PASSWORD)(response, received, number);
          response.on('close', () => {
            isCutOff = true;
          });
        } else if (number === 2) json({}, 400)(response, received, number);
        else json(renewed(token(now, 3600)))(response, received, number);
      });
      const result = auth.signIn(CREDENTIALS);
      await pool.requests(1);
      expect(await auth.signIn(CREDENTIALS)).toMatchObject({ error: { kind: 'busy' } });
      await clock.advanceAsync(20_000);
      expect(await result).toEqual({ ok: false, error: { kind: 'unreachable', message: 'Network Error' } });
      await expect.poll(() => isCutOff).toBe(true);
      respondLate();
      expect(await auth.signIn(CREDENTIALS)).toMatchObject({ error: { kind: 'unknown' } });
      expect(pool.received).toHaveLength(2);
      expect(auth.hasSession()).toBe(false);
      expect(store.keys()).toEqual([]);
    });
  });
});
