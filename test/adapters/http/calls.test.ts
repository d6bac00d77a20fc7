import { describe, expect, test } from 'vitest';

import { HttpContentApi } from '../../../src/adapters/http/http-content-api.ts';
import { ResponseCache } from '../../../src/adapters/http/response-cache.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryContentApi } from '../../../src/adapters/memory/memory-content-api.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import { cacheKey } from '../../../src/domain/catalogue/cache-policy.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { instant } from '../../../src/domain/time.ts';
import { ok } from '../../../src/domain/result.ts';
import { CONTENT_CALLS } from '../../contract/content-api/content-api.ts';
import { MEMORY_CATALOGUE } from '../../contract/content-api/memory-catalogue.ts';
import { PLAIN_ITEM } from '../../arbitraries/content.ts';
import { WireProvider } from './wire-provider.ts';

/** Every example of every call, with its name. */
const EXAMPLES = CONTENT_CALLS.flatMap(({ name, route, examples }) =>
  examples.map(({ call, address, body }) => {
    const [method = ''] = route.split(' ');
    return { title: `${name}: ${method} ${address}`, call, method, address, body };
  }),
);

type Sent = { readonly method: string; readonly url: string; readonly body: unknown };
type Reply = (...request: Parameters<typeof fetch>) => Promise<Response> | Response;

const SESSION = ok({ accessToken: 'token', expiresAt: instant(Number.MAX_SAFE_INTEGER) });

const AUTH = { session: async () => SESSION, renew: async () => SESSION };

const make = (reply: Reply = () => Response.json({}), language: () => string = () => 'en') => {
  const sent: Sent[] = [];
  /** The `keepalive` option of each request that had one. */
  const keepalives: boolean[] = [];
  const clock = new MemoryClock();
  const log = new MemoryLog();
  const store = new MemoryKeyValueStore();
  const cache = new ResponseCache(store, clock, (work) => work());
  const spy: typeof fetch = async (input, init = {}) => {
    const { method = 'GET', body, keepalive } = init;
    if (keepalive !== undefined) keepalives.push(keepalive);
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : null;
    sent.push({
      method,
      url: new Request(input).url,
      body: text === null ? null : (JSON.parse(text) as unknown),
    });
    return reply(input, init);
  };
  const options = { apiUrl: 'https://api.invalid', auth: AUTH, clock, random: () => 0, fetch: spy, language };
  return { api: new HttpContentApi(options, cache, log), cache, clock, keepalives, log, sent, store };
};

const ITEM = { id: '7', title: 'Tide', is_favorite: false };
const PAGE = { results: [ITEM], next_page_key: 2 };
const page = () => Response.json(PAGE);

describe('every call of the product API', () => {
  test.each(EXAMPLES)(
    '$title (CAT-20, CAT-31, ACC-10, FAV-3, FAV-4)',
    async ({ call, method, address, body }) => {
      const { api, sent } = make();
      await call(api);
      expect(sent).toEqual([{ method, url: `https://api.invalid/api/v2${address}`, body }]);
    },
  );

  test('no call uses DELETE', () => {
    expect(EXAMPLES.some(({ method }) => method === 'DELETE')).toBe(false);
  });
});

describe('responses from the cache', () => {
  const READING = EXAMPLES.filter(({ method }) => method === 'GET');
  const NEVER = READING.filter(({ address }) =>
    /^(?:\/content\?random=1|\/audio\/|\/user|\/favorites|\/library|\/for-you)|[?&]sort=/u.test(address),
  );
  const CACHED = READING.filter((example) => !NEVER.includes(example));
  // The examples also name an id that an address has to encode.
  const items = [...MEMORY_CATALOGUE.items, { ...PLAIN_ITEM, id: contentId('a/b') }];
  /** Sends the response of a provider that knows every id of the examples. */
  const provider = () =>
    new WireProvider(new MemoryContentApi({ ...MEMORY_CATALOGUE, items }, new MemoryClock())).fetch;

  test.each(CACHED)('$title is requested once in five minutes', async ({ call }) => {
    const { api, clock, sent } = make(provider());
    const first = await call(api);
    expect(first).toMatchObject({ ok: true });
    clock.advance(299_999);
    expect(await call(api)).toBe(first);
    expect(sent).toHaveLength(1);
    clock.advance(1);
    await call(api);
    expect(sent).toHaveLength(2);
  });

  test.each(NEVER)('$title is requested every time (CAT-235)', async ({ call }) => {
    const { api, cache, sent, store } = make(provider());
    expect(await call(api)).toMatchObject({ ok: true });
    expect(store.keys(), 'the stored responses').toEqual([]);
    const { pathname, searchParams } = new URL(sent[0]?.url ?? '');
    const params = Object.fromEntries(searchParams);
    const key = cacheKey('GET', pathname.replace('/api/v2', ''), params);
    cache.write(cache.ticket(), key, { text: '{}', body: {} });
    expect(await call(api), 'although a response is in the cache').toMatchObject({ ok: true });
    expect(sent).toHaveLength(2);
  });

  test('a response is cached by method, path and parameters', async () => {
    const { api, store } = make(page);
    await api.catalogue.trending(null);
    expect(store.keys()).toEqual([`response:${cacheKey('GET', '/trending', { limit: 15, next_page: 1 })}`]);
  });

  test('a search names the language of the page, and its response is cached for it (LANG-19)', async () => {
    const accepted: (string | null)[] = [];
    let language = 'en';
    const { api } = make(
      (_input, init) => {
        accepted.push(new Headers(init?.headers).get('Accept-Language'));
        return page();
      },
      () => language,
    );
    for (language of ['en', 'de', 'de', 'en']) {
      await api.catalogue.search({ term: 'tide', category: null }, null);
    }
    await api.catalogue.trending(null);
    expect(accepted).toEqual(['en', 'de', null]);
  });

  test('a response that cannot be read is not cached (CAT-50)', async () => {
    let isBroken = true;
    const { api, log, sent } = make(() => Response.json(isBroken ? { surprise: true } : ITEM));
    expect(await api.catalogue.content(contentId('7'))).toEqual({ ok: false, error: { kind: 'malformed' } });
    expect(log.entries).toEqual([
      { level: 'warn', message: 'A response cannot be read', details: { path: '/content/7' } },
    ]);
    isBroken = false;
    expect((await api.catalogue.content(contentId('7'))).ok).toBe(true);
    expect(sent).toHaveLength(2);
  });

  test('a saved favourite updates cached responses, and one that could not be saved does not', async () => {
    let status = 500;
    const { api } = make(() => Response.json(ITEM, { status }));
    status = 200;
    await api.catalogue.content(contentId('7'));
    const isFavorite = async () => {
      const result = await api.catalogue.content(contentId('7'));
      return result.ok && result.value.isFavorite;
    };
    status = 500;
    expect((await api.favorites.saveContent(contentId('7'), true)).ok).toBe(false);
    expect(await isFavorite()).toBe(false);
    status = 200;
    await api.favorites.saveContent(contentId('7'), true);
    expect(await isFavorite()).toBe(true);
  });
});

describe('callers of the same call at the same time', () => {
  const waitingApi = () => {
    const respond: ((response: Response) => void)[] = [];
    const made = make(() => new Promise((resolve) => respond.push(resolve)));
    return { ...made, respond };
  };

  test('share one request (CAT-67)', async () => {
    const { api, respond, sent } = waitingApi();
    const calls = [api.catalogue.trending(null), api.catalogue.trending(null), api.catalogue.trending(null)];
    await expect.poll(() => respond.length).toBe(1);
    respond[0]?.(page());
    const [first, ...others] = await Promise.all(calls);
    expect(first?.ok).toBe(true);
    for (const other of others) expect(other).toBe(first);
    expect(sent).toHaveLength(1);
  });

  test('the shared request continues when one caller cancels (CAT-67)', async () => {
    const { api, respond, sent } = waitingApi();
    const controller = new AbortController();
    const impatient = api.catalogue.trending(null, undefined, controller.signal);
    const patient = api.catalogue.trending(null);
    await expect.poll(() => respond.length).toBe(1);
    controller.abort();
    expect(await impatient).toEqual({ ok: false, error: { kind: 'cancelled' } });
    respond[0]?.(page());
    expect((await patient).ok).toBe(true);
    expect(sent).toHaveLength(1);
  });

  test('the shared request is cancelled when all callers cancel, and the next call sends a new one (CAT-67)', async () => {
    const { api, respond, sent } = waitingApi();
    const controllers = [new AbortController(), new AbortController()];
    const calls = controllers.map(async ({ signal }) => api.catalogue.trending(null, undefined, signal));
    await expect.poll(() => respond.length).toBe(1);
    for (const controller of controllers) controller.abort();
    for (const result of await Promise.all(calls)) expect(result.ok).toBe(false);
    const later = api.catalogue.trending(null);
    await expect.poll(() => respond.length).toBe(2);
    respond[1]?.(page());
    expect((await later).ok).toBe(true);
    expect(sent).toHaveLength(2);
  });

  // An earlier request may not know a report that has arrived since.
  test('send a request each for a playback record (PROG-71)', async () => {
    const { api, respond } = waitingApi();
    const earlier = api.playback.playbackRecord(contentId('7'));
    await expect.poll(() => respond.length).toBe(1);
    const later = api.playback.playbackRecord(contentId('7'));
    await expect.poll(() => respond.length).toBe(2);
    respond[1]?.(Response.json({ last_position: 90_000 }));
    expect(await later).toMatchObject({ value: { position: 90 } });
    respond[0]?.(Response.json({ last_position: 30_000 }));
    expect(await earlier).toMatchObject({ value: { position: 30 } });
  });

  test('a response that was requested before the cache was cleared is not cached', async () => {
    const { api, respond, cache, sent } = waitingApi();
    const before = api.catalogue.trending(null);
    await expect.poll(() => respond.length).toBe(1);
    cache.clear();
    respond[0]?.(page());
    expect((await before).ok).toBe(true);
    void api.catalogue.trending(null);
    await expect.poll(() => sent.length).toBe(2);
  });

  test('two listeners do not share a request', async () => {
    const { api, respond, cache } = waitingApi();
    const first = api.users.me();
    await expect.poll(() => respond.length).toBe(1);
    cache.clear();
    const second = api.users.me();
    await expect.poll(() => respond.length).toBe(2);
    respond[0]?.(Response.json({ id: 'one', email: '' }));
    respond[1]?.(Response.json({ id: 'two', email: '' }));
    expect(await first).toMatchObject({ value: { id: 'one' } });
    expect(await second).toMatchObject({ value: { id: 'two' } });
  });
});

describe('responses with a special meaning', () => {
  test('a missing playback record is null, not a failure', async () => {
    const { api } = make(() => Response.json({}, { status: 404 }));
    expect(await api.playback.playbackRecord(contentId('7'))).toEqual({ ok: true, value: null });
  });

  test('a forbidden playback record is a failure', async () => {
    const { api } = make(() => Response.json({}, { status: 403 }));
    expect(await api.playback.playbackRecord(contentId('7'))).toEqual({
      ok: false,
      error: { kind: 'forbidden' },
    });
  });

  test('an account that the provider already knows counts as created, and any other refusal is a failure', async () => {
    const account = { email: 'a@b.c', name: 'Wren' };
    const known = make(() => Response.json({ error: 'exists' }, { status: 409 }));
    expect(await known.api.users.createAccount(account)).toEqual(ok(undefined));
    expect(await known.api.users.update({ name: 'Wren' })).toMatchObject({ error: { kind: 'rejected' } });
    const refused = make(() => Response.json({ error: 'bad' }, { status: 400 }));
    expect(await refused.api.users.createAccount(account)).toMatchObject({ error: { kind: 'rejected' } });
  });

  test('reports are sent even if the page closes', async () => {
    const { api, keepalives } = make();
    await api.playback.reportPlayback([]);
    await api.playback.reportRoyalty([]);
    await api.users.passwordChanged();
    expect(keepalives).toEqual([true, true, false]);
  });

  test.each([
    ['/m/a.mp3?token=1', 'https://api.invalid/m/a.mp3?token=1'],
    ['https://cdn.invalid/a.mp3', 'https://cdn.invalid/a.mp3'],
  ])('a playable address is made absolute: %s', async (sent, address) => {
    const { api } = make(() => Response.json({ tokenized_url: sent }));
    expect(await api.playback.tokenize('/m/a.mp3')).toEqual({ ok: true, value: address });
  });

  test.each(['javascript:alert(1)', 'data:audio/mp3;base64,', 'http://[', ''])(
    'an unusable address is malformed: %s',
    async (sent) => {
      const { api } = make(() => Response.json({ tokenized_url: sent }));
      expect(await api.playback.tokenize('/m/a.mp3')).toEqual({ ok: false, error: { kind: 'malformed' } });
    },
  );

  test.each([
    ['bare', ITEM],
    ['first of results', { results: [ITEM] }],
  ])('random: %s (CAT-60)', async (_name, body) => {
    const { api } = make(() => Response.json(body));
    expect(await api.catalogue.random()).toMatchObject({ ok: true, value: { id: '7' } });
  });
});
