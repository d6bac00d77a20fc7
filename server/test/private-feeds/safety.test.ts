import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { loggedPath, normalPath } from '../../http/addresses.ts';
import { namePublicOrigin } from '../../http/own-machine.ts';
import { createServer } from '../../parts/http.ts';
import { RequestCounts } from '../../http/request-counts.ts';
import { createMediaAddresses, findMediaSource } from '../../media/source.ts';
import { OPERATOR } from '../../members/audit.ts';
import { addMember, signOutEverywhere } from '../../members/manage-members.ts';
import { addFeed, hideSecret, MOST_FEEDS, setPublicFeed } from '../../private-feeds/feeds.ts';
import type { PrivateFeedTables } from '../../private-feeds/tables.ts';
import { FeedServer } from '../../private-feeds/serve.ts';
import { FeedUsage, readDownloadPay, setDownloadsPaid } from '../../private-feeds/usage.ts';
import { session, userOf, wire } from '../pool/client.ts';
import { ApiClient, useProvider } from '../support/provider.ts';

const PASSWORD = 'correct horse battery';
const BOOK = 'a-brief-history-of-bread';
const DAY = 86_400_000;

const lines: string[] = [];
const provider = useProvider({
  requestLog: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
  log: (line) => lines.push(line),
  trustedProxies: ['127.0.0.1'],
  requestsPerSecond: Infinity,
});
const feedTables = () => provider().db.withTables<PrivateFeedTables>();

let people = 0;

async function newMember() {
  const { db, pool, clock, origin } = provider();
  people += 1;
  const email = `safe-${people}@listener.test`;
  const managing = { db, pool, clock, by: OPERATOR };
  const person = { email, name: 'Pod', role: 'listener', plan: 'annual', until: null } as const;
  await addMember(managing, { ...person, password: PASSWORD });
  const tokens = await session(userOf(`${origin}/pool`, email), PASSWORD);
  const { sub } = await db
    .selectFrom('listeners')
    .select('sub')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return { email, sub, managing, tokens, client: new ApiClient(origin, tokens.access) };
}

/** Makes feeds of a member. */
async function addresses(sub: string, count = 1): Promise<readonly string[]> {
  const { clock, origin } = provider();
  const made = await Promise.all(
    Array.from({ length: count }, async () =>
      addFeed(feedTables(), sub, { kind: 'item', id: BOOK, name: randomUUID() }, clock.now()),
    ),
  );
  return made.flatMap((each) => (typeof each === 'string' ? [] : [`${origin}/feeds/${each.secret}`]));
}

let callers = 0;
/** A network address that made no call yet. */
const newCaller = (): string => {
  callers += 1;
  return `10.${Math.floor(callers / 250)}.${callers % 250}.7`;
};

const ask = (url: string, ip = newCaller(), method = 'GET') =>
  fetch(url, { method, headers: { 'user-agent': 'Pod App/1.0', 'x-forwarded-for': ip } });

afterEach(() => provider().clock.setOffset(0));

/** Sends a path as it is. `fetch` would bring it into its normal form. */
async function askRaw(path: string, method = 'GET') {
  const { hostname, port } = new URL(provider().origin);
  const sent = request({ hostname, port, path, method, headers: { 'user-agent': 'Pod App/1.0' } });
  const received = new Promise<{ status: number; body: string; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      sent.once('error', reject).once('response', (response) => {
        void text(response).then((body) =>
          resolve({ status: response.statusCode ?? 0, body, headers: response.headers }),
        );
      });
    },
  );
  sent.end();
  return received;
}

const secretOf = (url: string): string => url.split('/').at(-1) ?? '';

describe('the secret of an address (FEED-2)', () => {
  const spellings = (secret: string): readonly string[] => [
    `/feeds/${secret}`,
    `//feeds/${secret}`,
    `/feeds//${secret}`,
    `/feeds%2f${secret}`,
    `/feeds%252f${secret}`,
    `/%66eeds/${secret}`,
    `/FEEDS/${secret}`,
    `/x/../feeds/${secret}`,
    `/x/%2e%2e/feeds/${secret}`,
    `/./feeds/./${secret}`,
    `/feeds/%${(secret.codePointAt(0) ?? 0).toString(16)}${secret.slice(1)}`,
    `/feeds%5C${secret}`,
    `http://listen.example//feeds/${secret}`,
    `/feeds/${secret}/`,
    `/feeds/${secret}/media/audio/nothing.mp3`,
  ];
  /** These lead to no feed. A proxy or a reader made them. */
  const others = (secret: string): readonly string[] => [
    `/feeds;a=b/${secret}`,
    `/podcasts/feeds/${secret}`,
    `/api/v2/feeds/${secret}`,
    `/pool/${secret}`,
    `/media/audio/${secret}.mp3`,
    `/feeds/${secret}/x`,
    `/x/${secret}%20`,
  ];

  test('stands in no log and in no response, however its path is spelled', async () => {
    const [url = ''] = await addresses((await newMember()).sub);
    const secret = secretOf(url);
    lines.length = 0;
    const paths = [...spellings(secret), ...others(secret)];
    for (const path of paths) {
      for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PATCH']) {
        const { status, body } = await askRaw(path, method);
        // The feed itself has the addresses of its sounds.
        if (status !== 200) expect(body, `${method} ${path}`).not.toContain(secret);
      }
    }
    await vi.waitFor(() => expect(lines.length).toBeGreaterThanOrEqual(paths.length * 6));
    expect(lines.join('\n')).not.toContain(secret.slice(1));
  });

  test('is found in each spelling of its path', async () => {
    const [url = ''] = await addresses((await newMember()).sub);
    const secret = secretOf(url);
    for (const path of spellings(secret).slice(0, -2)) {
      expect(hideSecret(path), path).toBe(`/feeds?feed=${secret}&`);
      expect((await askRaw(path)).status, path).toBe(200);
    }
  });

  test.each([
    ['/a/b?c=/d', '/a/b'],
    ['//a///b/', '/a/b'],
    ['/a/../../b/./c', '/b/c'],
    ['https://listen.example:8/a%2fb#c', '/a/b'],
    ['/%25252561', '/%61'],
    ['/%zz', '/%zz'],
    ['', '/'],
  ])('the normal form of the path %s is %s', (address, path) => expect(normalPath(address)).toBe(path));

  test('a log has the path without the query, and without what may be a secret', () => {
    expect(loggedPath('/assets/index-Ab12.js?signature=x')).toBe('/assets/index-Ab12.js');
    expect(loggedPath(`/x/${'A'.repeat(43)}/y`)).toBe('/x/…/y');
  });
});

describe('a response below /feeds (FEED-15)', () => {
  test('runs no script in a browser, and each other method is refused without a body', async () => {
    const { sub } = await newMember();
    const [url = ''] = await addresses(sub);
    const sound = `${url}/media/audio/${BOOK}-1.mp3`;
    const paths = [url, `${url}/x`, sound, `${url}/notice.mp3`, `${url}/chapters/x.json`, `${url}x`];
    for (const address of [...paths, new URL('/feeds', url).href, new URL('/feeds/', url).href]) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const response = await ask(address, undefined, method);
        const policy = response.headers.get('content-security-policy');
        expect([address, method, policy]).toEqual([address, method, "default-src 'none'; sandbox"]);
        if (method === 'GET' || method === 'HEAD') continue;
        expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD']);
        expect(await response.text()).toBe('');
      }
    }
  });

  test('an unknown address of the provider is not repeated in its response', async () => {
    const response = await askRaw('/nothing/of/this?code=secret', 'POST');
    expect(response.status).toBe(404);
    expect(response.body).not.toMatch(/nothing\/of|secret/u);
  });
});

test('a member has at most 100 feeds, however many calls are made at once (FEED-1)', async () => {
  const { sub } = await newMember();
  expect(await addresses(sub, MOST_FEEDS - 2)).toHaveLength(MOST_FEEDS - 2);
  expect(await addresses(sub, 8)).toHaveLength(2);
});

describe('a signed address of a sound', () => {
  test('ends when the feed gets a new address (FEED-3, FEED-20)', async () => {
    const { client, sub } = await newMember();
    const server = servingFeeds();
    const [url = ''] = await addresses(sub);
    const path = `/media/audio/${BOOK}-1.mp3`;
    const listeners: string[] = [];
    server.app.get('/media/audio/:file', async (incoming) => {
      listeners.push(new URL(incoming.raw.url ?? '', url).searchParams.get('listener') ?? '');
      return 'sound';
    });
    await server.feeds.register(server.app);
    await server.app.inject({ url: new URL(url).pathname + path, headers: { 'user-agent': 'Pod App/1.0' } });
    const [listener = ''] = listeners;
    expect(await server.feeds.mayHear(listener, path)).toBe(true);
    expect(listener).not.toContain(secretOf(url));
    const { body } = await client.get('/user/feeds');
    const [feed] = (body as { readonly feeds: readonly { readonly id: string }[] }).feeds;
    await client.post(`/user/feeds/${feed?.id ?? ''}/renew`, {});
    expect(await server.feeds.mayHear(listener, path)).toBe(false);
    expect(await server.feeds.mayHear('feed:', path)).toBe(false);
  });
});

/** A server of feeds alone, that counts its statements. */
function servingFeeds(requestsPerSecond = { ofNetwork: Infinity, ofAccount: Infinity }) {
  const { db, clock, pool } = provider();
  let statements = 0;
  const counting = feedTables().withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const usage = { secret: 'a', send: undefined, accountPage: () => '', clock };
  const feeds = new FeedServer({
    db: counting,
    clock,
    pool,
    addresses: createMediaAddresses({ secret: 'a', clock, lifeSeconds: 60 }),
    requestCounts: new RequestCounts(clock),
    usage: new FeedUsage({ ...usage, db: counting }),
    lookup: (path) => findMediaSource(db, path),
    log: () => undefined,
    owner: undefined,
    translationFor: async () => ({ language: 'en', catalogue: {} }),
    requestsPerSecond,
  });
  const app = createServer({ dataDir: '' });
  namePublicOrigin(app, 'https://listen.example');
  return {
    app,
    feeds,
    /** The status, and how many statements the request took. */
    async get(url: string, remoteAddress: string) {
      const before = statements;
      const { statusCode } = await app.inject({
        url: new URL(url, provider().origin).pathname,
        remoteAddress,
      });
      return { status: statusCode, statements: statements - before };
    },
  };
}

describe('too many requests are refused before any statement (FEED-32)', () => {
  const REFUSED = { status: 429, statements: 0 };
  const serving = async (limits: { ofNetwork: number; ofAccount: number }) => {
    const server = servingFeeds(limits);
    server.app.get('/media/audio/:file', async () => 'sound');
    await server.feeds.register(server.app);
    return server;
  };

  test('of a network address that guesses', async () => {
    const server = await serving({ ofNetwork: 2, ofAccount: 100 });
    for (let guess = 0; guess < 4; guess += 1)
      expect(await server.get(`/feeds/guess-${guess}`, '192.0.2.1')).toEqual({ status: 404, statements: 1 });
    for (const path of ['/feeds/guess', '/feeds/', '/feeds']) {
      expect(await server.get(path, '192.0.2.1')).toEqual(REFUSED);
      expect((await server.get(path, '192.0.2.2')).status).toBe(404);
    }
    provider().clock.setOffset(10_000);
    expect((await server.get('/feeds/guess', '192.0.2.1')).status).toBe(404);
  });

  test('of an account with many addresses, from many networks, and not of its sounds', async () => {
    const { sub } = await newMember();
    const urls = await addresses(sub, 6);
    const server = await serving({ ofNetwork: 100, ofAccount: 3 });
    for (const url of urls) expect((await server.get(url, newCaller())).status).toBe(200);
    for (const url of urls) expect(await server.get(url, newCaller())).toEqual(REFUSED);
    const sound = `${urls[0] ?? ''}/media/audio/${BOOK}-1.mp3`;
    for (let range = 0; range < 6; range += 1)
      expect((await server.get(sound, '192.0.2.9')).status).toBe(200);
    expect(await server.get(sound, '192.0.2.9')).toEqual(REFUSED);
    expect(await server.get(`${urls[1] ?? ''}/chapters/x.json`, '192.0.2.9')).toEqual(REFUSED);
    const [other = ''] = await addresses((await newMember()).sub);
    expect((await server.get(other, '192.0.2.9')).status).toBe(200);
  });

  test('and the callers of a public feed do not share a limit', async () => {
    await setPublicFeed(feedTables(), BOOK, true, provider().clock.now());
    const server = await serving({ ofNetwork: 2, ofAccount: 1 });
    for (let caller = 0; caller < 20; caller += 1)
      expect((await server.get(`/feeds/${BOOK}`, newCaller())).status).toBe(200);
    for (let again = 0; again < 4; again += 1) await server.get(`/feeds/${BOOK}`, '192.0.2.3');
    expect(await server.get(`/feeds/${BOOK}`, '192.0.2.3')).toEqual(REFUSED);
  });
});

describe('the addresses of a member end (FEED-4)', () => {
  const shown = { paused: true };
  const feedsOf = async (client: ApiClient) => (await client.get('/user/feeds')).body;

  test('with a new password, and stay in the list until they are renewed', async () => {
    const { client, sub, tokens } = await newMember();
    const [url = ''] = await addresses(sub);
    const other = await addresses((await newMember()).sub);
    const sound = `${url}/media/audio/${BOOK}-1.mp3`;
    expect([(await ask(url)).status, (await ask(sound)).status]).toEqual([200, 200]);
    const changed = await wire(`${provider().origin}/pool`, 'ChangePassword', {
      AccessToken: tokens.access,
      PreviousPassword: PASSWORD,
      ProposedPassword: 'another long horse',
    });
    expect(changed.status).toBe(200);
    expect([(await ask(url)).status, (await ask(sound)).status]).toEqual([404, 404]);
    expect(await feedsOf(client)).toMatchObject({ feeds: [shown] });
    expect((await ask(other[0] ?? '')).status).toBe(200);
    const [feed] = ((await feedsOf(client)) as { readonly feeds: readonly { readonly id: string }[] }).feeds;
    const renewed = (await client.post(`/user/feeds/${feed?.id ?? ''}/renew`, {})).body;
    expect((await ask((renewed as { readonly url: string }).url)).status).toBe(200);
    expect(await feedsOf(client)).toMatchObject({ feeds: [{ paused: false }] });
  });

  test('when the member or an owner signs out everywhere, and not with one session', async () => {
    const { sub, tokens, email, managing } = await newMember();
    const [url = ''] = await addresses(sub);
    await wire(`${provider().origin}/pool`, 'RevokeToken', {
      ClientId: 'embeddedwebclient00000001',
      Token: tokens.refresh,
    });
    expect((await ask(url)).status).toBe(200);
    const again = await session(userOf(`${provider().origin}/pool`, email), PASSWORD);
    await wire(`${provider().origin}/pool`, 'GlobalSignOut', { AccessToken: again.access });
    expect((await ask(url)).status).toBe(404);
    const [next = ''] = await addresses(sub);
    await signOutEverywhere(managing, email);
    expect((await ask(next)).status).toBe(404);
  });
});

describe('what downloads credit (FEED-40, FEED-58)', () => {
  const HOUR = 3_600_000;

  test('is one for a network, an episode and a day, and a day of sound in a day', async () => {
    const { db, clock } = provider();
    await setDownloadsPaid({ db, clock, by: OPERATOR }, true);
    let now = Date.UTC(2033, 0, 5);
    const usage = new FeedUsage({
      db: feedTables(),
      secret: 'a',
      send: undefined,
      accountPage: () => '',
      clock: { now: () => now },
    });
    const credited = async (): Promise<number> => {
      const span = { from: Date.UTC(2033, 0), till: Date.UTC(2033, 1) };
      const paid = await readDownloadPay(feedTables(), span);
      return paid.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / HOUR;
    };
    const sound = (chapter: number) => ({ id: BOOK, chapter, duration: 5 * 3600 });
    const app = (name: number, ip = `203.0.113.${name}`) => ({ ip, userAgent: `Invented ${name}/1.0` });
    await Promise.all(
      Array.from({ length: 40 }, async (_, name) => usage.sent(sound(1), app(name), 100, 60)),
    );
    expect(await credited()).toBe(5);
    for (let chapter = 2; chapter < 9; chapter += 1) await usage.sent(sound(chapter), app(1), 100, 60);
    expect(await credited()).toBe(24);
    await usage.sent(sound(1), app(1, '198.51.100.1'), 100, 60);
    expect(await credited()).toBe(29);
    now += DAY + HOUR;
    await usage.forget();
    await usage.sent(sound(1), app(1), 100, 60);
    expect(await credited()).toBe(34);
  });
});
