import Fastify from 'fastify';
import { beforeAll, describe, expect, test, beforeEach } from 'vitest';
import { refuseUnadmitted, requireSession } from '../../api/context.ts';
import { ApiClient, signedIn, signedOut, tokenOf, useProvider } from '../support/provider.ts';
import * as v from 'valibot';
import { addLoginAttempt, purgeLoginAttempts } from '../../members/audit.ts';

const provider = useProvider();
const HOUR_MS = 3_600_000;

const PROTECTED: readonly (readonly ['GET' | 'POST' | 'PUT', string])[] = [
  ['GET', '/search?term=sea'],
  ['GET', '/for-you'],
  ['GET', '/for-you/recommended'],
  ['GET', '/browse'],
  ['GET', '/content/the-ferry-timetable'],
  ['GET', '/quick-listens'],
  ['GET', '/content/discounted'],
  ['GET', '/segregated?cid=fiction'],
  ['GET', '/content?random=1'],
  ['GET', '/curated-collection-tracks/?cid=learn-to-sleep-again'],
  ['GET', '/featured-curated-collection'],
  ['GET', '/podcast-episodes/?pid=a-word-a-day'],
  ['GET', '/trending'],
  ['GET', '/new-releases'],
  ['GET', '/categories'],
  ['GET', '/categories/fiction'],
  ['GET', '/topics'],
  ['GET', '/topics/the-sea'],
  ['GET', '/authors/'],
  ['GET', '/authors/amara-okonkwo-bell'],
  ['GET', '/narrators'],
  ['GET', '/narrators/rolf-berg'],
  ['GET', '/series'],
  ['GET', '/series/tides-of-the-west'],
  ['GET', '/library'],
  ['GET', '/audio/tokenize?url=/media/audio/the-ferry-timetable.mp3'],
  ['POST', '/audio/reporting'],
  ['POST', '/user/content'],
  ['GET', '/user/playing-data/the-ferry-timetable'],
  ['GET', '/user/content/?active=1'],
  ['GET', '/user'],
  ['PUT', '/user'],
  ['POST', '/user/change_password'],
  ['POST', '/user/create_account'],
  ['GET', '/user/purchased-content'],
  ['POST', '/favorites/content'],
  ['GET', '/favorites/content'],
  ['POST', '/favorites/authors'],
  ['GET', '/favorites/authors'],
];

function call(client: ApiClient, method: string, path: string) {
  if (method === 'POST') return client.post(path, {});
  return method === 'PUT' ? client.put(path, {}) : client.get(path);
}

let token: string;
beforeAll(async () => {
  token = await tokenOf(provider().origin, 'annual@listener.test');
});

describe('without a session', () => {
  test.each(PROTECTED)('%s %s is refused, and says how to sign in', async (method, path) => {
    const response = await call(signedOut(provider().origin), method, path);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(response.body).toEqual({ error: { code: 'unauthorized', message: 'User is not authenticated' } });
  });

  test('only the two calls of signed-out screens are allowed', async () => {
    const nobody = signedOut(provider().origin);
    const forgotten = await nobody.post('/user/forgot_password', { email: 'free@listener.test' });
    expect(forgotten.status).toBe(200);
    expect(await provider().pool.codesFor('free@listener.test')).toHaveLength(1);
    const unknown = await nobody.post('/user/forgot_password', { email: 'nobody@listener.test' });
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: 200, body: forgotten.body });

    const attempt = { email: 'Free@listener.test', success: false };
    expect((await nobody.post('/user/login_attempts', attempt)).status).toBe(200);
    const stored = await provider().db.selectFrom('login_attempts').select(['email', 'success']).execute();
    expect(stored).toEqual([{ email: 'free@listener.test', success: false }]);
  });
});

test('a handler that should check the token and does not is refused', async () => {
  const server = Fastify();
  server.addHook('onRequest', requireSession(provider()));
  server.addHook('onSend', refuseUnadmitted);
  server.get('/forgotten', { config: { admits: true } }, () => 'secret');
  const headers = { authorization: 'Bearer of.no.body' };
  const { statusCode, body } = await server.inject({ url: '/forgotten', headers });
  expect([statusCode, body.includes('secret')]).toEqual([401, false]);
});

describe('with a token', () => {
  test('a valid one is accepted', async () => {
    expect((await new ApiClient(provider().origin, token).get('/user')).status).toBe(200);
  });

  test.each([
    ['nonsense', () => 'nonsense'],
    ['another signature', () => `${token.slice(0, -6)}AAAAAA`],
    [
      'other claims under the same signature',
      () => {
        const [header = '', , signature = ''] = token.split('.');
        const claims = Buffer.from(JSON.stringify({ sub: 'somebody', token_use: 'access' }));
        return [header, claims.toString('base64url'), signature].join('.');
      },
    ],
    [
      'no algorithm',
      () => {
        const header = Buffer.from('{"alg":"none"}').toString('base64url');
        return `${header}.${token.split('.')[1] ?? ''}.`;
      },
    ],
  ])('%s is refused', async (_name, forge) => {
    const response = await new ApiClient(provider().origin, forge()).get('/user');
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  });

  test("it expires by the provider's clock, which every response contains", async () => {
    const client = new ApiClient(provider().origin, token);
    provider().clock.setOffset(2 * HOUR_MS);
    try {
      const response = await client.get('/user');
      expect(response.status).toBe(401);
      const reported = Date.parse(response.headers.get('date') ?? '');
      expect(Math.abs(reported - Date.now() - 2 * HOUR_MS)).toBeLessThan(60_000);
    } finally {
      provider().clock.setOffset(0);
    }
    expect((await client.get('/user')).status).toBe(200);
  });

  test('every issued token becomes invalid when a test requests it, and a new sign-in works', async () => {
    const before = await signedIn(provider().origin, 'trial@listener.test');
    const response = await fetch(`${provider().origin}/__faults/expire-tokens`, { method: 'POST' });
    expect(response.status).toBe(200);
    for (const [method, path] of PROTECTED) {
      const response = await call(before, method, path);
      expect(response.headers.get('www-authenticate'), path).toBe('Bearer error="invalid_token"');
      expect(response.status, path).toBe(401);
    }
    const after = await signedIn(provider().origin, 'trial@listener.test');
    expect((await after.get('/user')).status).toBe(200);
  });
});

test.each(['\u0000', '\ud800', 'x'.repeat(5000), 7, { a: 1 }])(
  'a token whose header names the key %j is refused like any other that does not count',
  async (kid) => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${encode({ alg: 'RS256', kid })}.${encode({ sub: 'a' })}.AAAA`;
    const response = await fetch(`${provider().origin}/api/v2/user`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(401);
  },
);

describe('calls from pages of other origins', () => {
  const preflight = (origin: string) =>
    fetch(`${provider().origin}/api/v2/user`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type,x-client-version',
      },
    });

  test('a page of this machine is allowed, with the three headers of the app', async () => {
    const response = await preflight('http://localhost:5173');
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(response.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'authorization, content-type, x-client-version',
    );
  });

  test.each(['https://evil.example', 'http://localhost.evil.example', 'null'])(
    '%s is not',
    async (origin) => {
      expect((await preflight(origin)).headers.has('access-control-allow-origin')).toBe(false);
    },
  );

  test('a refusal can be read by the page, too', async () => {
    const response = await fetch(`${provider().origin}/api/v2/user`, {
      headers: { origin: 'http://127.0.0.1:9' },
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:9');
    expect(response.headers.get('access-control-expose-headers')).toContain('Date');
  });
});

const DAY = 86_400_000;

const stored = () =>
  provider()
    .db.selectFrom('login_attempts')
    .select(['email', 'success', 'attempted_at'])
    .orderBy('id')
    .execute();

describe('sign-in attempts', () => {
  beforeEach(async () => {
    await provider().db.deleteFrom('login_attempts').execute();
  });

  test('are stored without a session, each with its address and its outcome', async () => {
    const nobody = signedOut(provider().origin);
    for (const success of [false, true]) {
      const response = await nobody.post('/user/login_attempts', { email: 'Free@listener.test', success });
      expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { ok: true } });
    }
    expect((await stored()).map(({ email, success }) => [email, success])).toEqual([
      ['free@listener.test', false],
      ['free@listener.test', true],
    ]);
  });

  test('of one address are stored up to the newest twenty', async () => {
    const { db } = provider();
    await addLoginAttempt(db, { email: 'other@listener.test', success: true }, 1);
    for (let at = 1; at <= 30; at += 1) {
      await addLoginAttempt(db, { email: 'free@listener.test', success: false }, at);
    }
    const rows = await stored();
    expect(rows.map(({ email }) => email).filter((email) => email.startsWith('other'))).toHaveLength(1);
    const times = rows.filter(({ email }) => email.startsWith('free')).map((row) => row.attempted_at);
    expect(times).toEqual(Array.from({ length: 20 }, (_, at) => at + 11));
  });

  test('that anybody reports stand apart from those that the account itself reported, also in its data', async () => {
    const { origin } = provider();
    const address = 'free@listener.test';
    const own = await signedIn(origin, address);
    const nobody = signedOut(origin);
    const other = await signedIn(origin, 'annual@listener.test');
    await own.post('/user/login_attempts', { email: address, success: true });
    for (let at = 0; at < 25; at += 1) {
      await addLoginAttempt(provider().db, { email: address, success: true }, at);
    }
    for (const stranger of [nobody, other]) {
      await stranger.post('/user/login_attempts', { email: address, success: true });
    }
    const { body } = await own.get('/user/export');
    const exported = v.parse(
      v.object({
        sign_in_attempts: v.array(v.unknown()),
        sign_in_attempts_reported_by_anybody: v.array(v.unknown()),
      }),
      body,
    );
    expect(exported.sign_in_attempts).toEqual([{ success: true, at: expect.any(String) as unknown }]);
    expect(exported.sign_in_attempts_reported_by_anybody).toHaveLength(20);
  });

  test('are deleted after ninety days', async () => {
    const { db } = provider();
    await addLoginAttempt(db, { email: 'old@listener.test', success: false }, 0);
    await addLoginAttempt(db, { email: 'new@listener.test', success: false }, 2 * DAY);
    await purgeLoginAttempts(db, 91 * DAY);
    expect((await stored()).map(({ email }) => email)).toEqual(['new@listener.test']);
  });

  test('of new addresses are stored up to a limit', async () => {
    const { db } = provider();
    for (let at = 1; at <= 8; at += 1) {
      await addLoginAttempt(db, { email: `a${at}@listener.test`, success: false }, at);
    }
    await purgeLoginAttempts(db, 9, 3);
    expect((await stored()).map(({ email }) => email)).toEqual([6, 7, 8].map((at) => `a${at}@listener.test`));
  });

  test('above a rate from one machine are refused, with the time of the next try', async () => {
    const nobody = signedOut(provider().origin);
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        nobody.post('/user/login_attempts', { email: `b${at}@listener.test`, success: false }),
      ),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ headers }) => /^[12]$/.test(headers.get('retry-after') ?? ''))).toBe(true);
    expect(await stored()).toHaveLength(responses.length - refused.length);
    // Meanwhile, other requests are accepted.
    expect((await nobody.post('/user/forgot_password', { email: 'nobody@listener.test' })).status).toBe(200);
  });
});
