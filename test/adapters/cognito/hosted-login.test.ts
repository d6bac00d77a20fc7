import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';

import { CognitoHostedLogin } from '../../../src/adapters/cognito/sign-in/hosted-login.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import { describeHostedLogin } from '../../contract/session/hosted-login.ts';

const PAGE = 'https://listen.test';
const TOKENS = { access_token: 'access', refresh_token: 'refresh', id_token: 'id' };
const INVALID_STATE = { ok: false, error: { kind: 'refused', message: 'Invalid state in OAuth flow' } };

type Respond = () => Promise<Response>;

const json =
  (body: unknown, status = 200): Respond =>
  async () =>
    Response.json(body, { status });

const browserWith = (respond: Respond, store = new MemoryKeyValueStore(), clock = new MemoryClock()) => {
  const seen = {
    went: [] as URL[],
    requests: [] as { address: string; headers: Headers; body: URLSearchParams }[],
    adopted: [] as unknown[],
  };
  const login = new CognitoHostedLogin({
    url: 'https://login.test/hosted/',
    clientId: 'client',
    auth: {
      adopt: (tokens) => {
        seen.adopted.push(tokens);
        return true;
      },
    },
    store,
    clock,
    log: new MemoryLog(),
    browser: {
      origin: PAGE,
      crypto: globalThis.crypto,
      language: () => 'de',
      fetch: async (address, { body, headers }) => {
        seen.requests.push({
          address,
          headers: new Headers(headers),
          body: new URLSearchParams(typeof body === 'string' ? body : ''),
        });
        return respond();
      },
      goTo: (address) => seen.went.push(new URL(address)),
    },
  });
  const start = async (onwards = '/library') => {
    expect(await login.begin(onwards)).toEqual({ ok: true, value: undefined });
    return seen.went.at(-1)?.searchParams ?? new URLSearchParams();
  };
  return { login, clock, store, seen, start };
};

describeHostedLogin('CognitoHostedLogin', () => {
  const { login, clock, seen } = browserWith(json(TOKENS));
  return {
    login,
    returnQuery: () => `?code=abc&state=${seen.went.at(-1)?.searchParams.get('state') ?? ''}`,
    hasSession: () => seen.adopted.length > 0,
    pass: async (span) => clock.advanceAsync(span),
  };
});

describe('starting the hosted login', () => {
  test('asks for a passkey at once, or asks again whoever is signed in there (SES-142, ACC-42)', async () => {
    const { login, seen } = browserWith(json(TOKENS));
    await login.begin('/', 'passkey');
    await login.begin('/account', 'again');
    await login.begin('/');
    const asked = seen.went.map(({ searchParams }) => [
      searchParams.get('method'),
      searchParams.get('prompt'),
    ]);
    expect(asked).toEqual([
      ['passkey', null],
      [null, 'login'],
      [null, null],
    ]);
  });

  test('passes the language of the page on (LANG-12)', async () => {
    const { start } = browserWith(json(TOKENS));
    expect((await start()).get('lang')).toBe('de');
  });

  test('names the provider at which the listener wants to sign in (SES-153)', async () => {
    const { login, seen } = browserWith(json(TOKENS));
    await login.begin('/', { provider: 'Example & School' });
    await login.begin('/', { provider: 'Example & School', isAgain: true });
    const asked = seen.went.map(({ searchParams }) => [
      searchParams.get('identity_provider'),
      searchParams.get('prompt'),
    ]);
    expect(asked).toEqual([
      ['Example & School', null],
      ['Example & School', 'login'],
    ]);
  });

  test('requests a code with a state of 32 characters and a verifier of 128 characters (S256) (SES-46)', async () => {
    const { start, seen, login } = browserWith(json(TOKENS));
    const parameters = await start();
    expect(seen.went[0]?.href).toMatch(/^https:\/\/login\.test\/hosted\/oauth2\/authorize\?/u);
    expect(Object.fromEntries(parameters)).toMatchObject({
      response_type: 'code',
      client_id: 'client',
      redirect_uri: `${PAGE}/login`,
      // Without the last scope, the account page could not show the details (ACC-4).
      scope: 'openid email profile aws.cognito.signin.user.admin',
      code_challenge_method: 'S256',
    });
    const state = parameters.get('state') ?? '';
    expect(state).toMatch(/^[\w-]{32}$/u);
    await login.arrive(`?code=abc&state=${state}`)?.done;
    const verifier = seen.requests[0]?.body.get('code_verifier') ?? '';
    expect(verifier).toMatch(/^[\w-]{128}$/u);
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(parameters.get('code_challenge'));
  });

  test('uses a new state each time', async () => {
    const { start } = browserWith(json(TOKENS));
    const states = await Promise.all(Array.from({ length: 50 }, async () => (await start()).get('state')));
    expect(new Set(states).size).toBe(50);
  });

  test('fails if the page has no cryptography or no storage', async () => {
    const blocked = new MemoryKeyValueStore();
    blocked.isBlocked = true;
    const { login, seen } = browserWith(json(TOKENS), blocked);
    expect((await login.begin('/')).ok).toBe(false);
    expect(seen.went).toEqual([]);
  });
});

describe('returning from the hosted login', () => {
  test('exchanges the code once, and names the page to continue to (SES-47)', async () => {
    const { start, login, seen, store } = browserWith(json(TOKENS));
    const state = (await start('/audios/b-12#tracks')).get('state') ?? '';
    const arrival = login.arrive(`?code=abc&state=${state}`);
    expect(arrival?.onwards).toBe('/audios/b-12#tracks');
    expect(await arrival?.done).toEqual({ ok: true, value: undefined });
    expect(seen.requests).toHaveLength(1);
    expect(seen.requests[0]?.address).toBe('https://login.test/hosted/oauth2/token');
    expect(seen.requests[0]?.headers.get('Content-Type')).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(seen.requests[0]?.body ?? [])).toMatchObject({
      grant_type: 'authorization_code',
      code: 'abc',
      client_id: 'client',
      redirect_uri: `${PAGE}/login`,
    });
    expect(seen.adopted).toEqual([{ accessToken: 'access', refreshToken: 'refresh', idToken: 'id' }]);
    expect(store.keys()).toEqual([]);
    // The same address again, as after a reload of an old tab.
    expect(await login.arrive(`?code=abc&state=${state}`)?.done).toEqual(INVALID_STATE);
    expect(seen.requests).toHaveLength(1);
  });

  test.each([
    ['is absent', '?code=abc'],
    ['is empty', '?code=abc&state='],
    ['is another', '?code=abc&state=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['comes with an error only', '?error=access_denied&state=forged'],
  ])('a return whose state %s is refused (SES-47)', async (_name, query) => {
    const { start, login, seen } = browserWith(json(TOKENS));
    await start();
    const arrival = login.arrive(query);
    expect(arrival?.onwards).toBeNull();
    expect(await arrival?.done).toEqual(INVALID_STATE);
    expect(seen.requests).toEqual([]);
    expect(seen.adopted).toEqual([]);
  });

  test('a login that started long ago is refused, and deleted (SES-48)', async () => {
    const { start, clock, login, store } = browserWith(json(TOKENS));
    const state = (await start()).get('state') ?? '';
    clock.advance(3_600_001);
    expect(await login.arrive(`?code=abc&state=${state}`)?.done).toEqual(INVALID_STATE);
    await start();
    clock.advance(3_600_001);
    await start();
    expect(store.keys()).toHaveLength(1);
  });

  test.each([
    ['an error', json({ error: 'invalid_grant' }, 400), 'refused', 'Authentication Error'],
    ['an error beside tokens', json({ ...TOKENS, error: 'x' }), 'refused', 'Authentication Error'],
    ['tokens that are not text', json({ access_token: 5 }), 'refused', 'Authentication Error'],
    ['HTML', async () => new Response('<html></html>'), 'unknown', 'Authentication Error'],
    ['no response', () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable', 'Network Error'],
  ] as const)('%s instead of tokens signs nobody in', async (_name, respond, kind, message) => {
    const { start, login, seen } = browserWith(respond);
    const state = (await start()).get('state') ?? '';
    const arrival = login.arrive(`?code=abc&state=${state}`);
    expect(await arrival?.done).toEqual({ ok: false, error: { kind, message } });
    expect(seen.adopted).toEqual([]);
  });

  test('takes at most 10 seconds, and signs nobody in after that (SES-49)', async () => {
    let respond = (_response: Response): void => undefined;
    const late = new Promise<Response>((resolve) => {
      respond = resolve;
    });
    const { start, clock, login, seen } = browserWith(async () => late);
    const state = (await start()).get('state') ?? '';
    const arrival = login.arrive(`?code=abc&state=${state}`);
    await clock.advanceAsync(9999);
    expect(await Promise.race([arrival?.done, Promise.resolve('waiting')])).toBe('waiting');
    await clock.advanceAsync(1);
    expect(await arrival?.done).toEqual({
      ok: false,
      error: { kind: 'unreachable', message: 'Network Error' },
    });
    respond(Response.json(TOKENS));
    await clock.advanceAsync(60_000);
    expect(seen.adopted).toEqual([]);
  });
});

describe('signing out of the hosted login', () => {
  test('opens its logout path, which returns to the sign-in screen (SES-45)', async () => {
    const { login, seen } = browserWith(json(TOKENS));
    void login.leave();
    expect(seen.went.map(({ href }) => href)).toEqual([
      `https://login.test/hosted/logout?client_id=client&logout_uri=${encodeURIComponent(`${PAGE}/login`)}`,
    ]);
  });
});
