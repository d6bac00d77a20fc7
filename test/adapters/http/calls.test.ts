import { describe, expect, test } from 'vitest';

import { HttpContentApi } from '../../../src/adapters/http/http-content-api.ts';
import { ResponseCache } from '../../../src/adapters/http/response-cache.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-log.ts';
import { cacheKey } from '../../../src/domain/catalogue/cache-policy.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { instant } from '../../../src/domain/time.ts';
import { ok } from '../../../src/domain/result.ts';
import { CALLS } from './calls.ts';

type Sent = { readonly method: string; readonly url: string; readonly body: unknown };
type Reply = () => Promise<Response> | Response;

const SESSION = ok({ accessToken: 'token', expiresAt: instant(Number.MAX_SAFE_INTEGER) });

const AUTH = { session: async () => SESSION, renew: async () => SESSION };

const make = (reply: Reply = () => Response.json({})) => {
  const sent: Sent[] = [];
  /** Whether each request that had a body outlives the page. */
  const kept: boolean[] = [];
  const clock = new MemoryClock();
  const log = new MemoryLog();
  const store = new MemoryKeyValueStore();
  const cache = new ResponseCache(store, clock, (work) => work());
  const spy: typeof fetch = async (input, { method = 'GET', body, keepalive } = {}) => {
    if (keepalive !== undefined) kept.push(keepalive);
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : null;
    sent.push({
      method,
      url: new Request(input).url,
      body: text === null ? null : (JSON.parse(text) as unknown),
    });
    return reply();
  };
  const options = { apiUrl: 'https://api.invalid', auth: AUTH, clock, random: () => 0, fetch: spy };
  return { api: new HttpContentApi(options, cache, log), cache, clock, kept, log, sent, store };
};

const ITEM = { id: '7', title: 'Tide', is_favorite: false };
const PAGE = { results: [ITEM], next_page_key: 2 };
const page = () => Response.json(PAGE);

describe('every call of the product API', () => {
  test.each(CALLS)('%s', async (_name, call, wire, body = null) => {
    const { api, sent } = make();
    await call(api);
    const [method = '', address = ''] = wire.split(' ');
    expect(sent).toEqual([{ method, url: `https://api.invalid/api/v2${address}`, body }]);
  });

  test('the unused delete helper is left out', () => {
    expect(CALLS.some(([, , wire]) => wire.startsWith('DELETE'))).toBe(false);
  });
});

describe('answers from the cache', () => {
  const NEVER = CALLS.filter(([, , wire]) =>
    /^GET (?:\/content\?random=1|\/audio\/|\/user|\/favorites|\/library|\/for-you)/u.test(wire),
  );
  const CACHED = CALLS.filter((call) => call[2].startsWith('GET') && !NEVER.includes(call));
  /** An answer that every decoder can read. */
  const anything = () =>
    Response.json({
      ...ITEM,
      ...PAGE,
      name: 'Tide',
      browse: [],
      trending: [],
      recommended: [],
      tokenized_url: 'https://media.invalid/a.mp3',
    });

  test.each(CACHED)('%s is asked for once in five minutes', async (_name, call) => {
    const { api, clock, sent } = make(anything);
    const first = await call(api);
    clock.advance(299_999);
    expect(await call(api)).toBe(first);
    expect(sent).toHaveLength(1);
    clock.advance(1);
    await call(api);
    expect(sent).toHaveLength(2);
  });

  test.each(NEVER)('%s is asked for every time', async (_name, call) => {
    const { api, cache, sent, store } = make(anything);
    expect(await call(api)).toMatchObject({ ok: true });
    expect(store.keys(), 'what is kept of it').toEqual([]);
    const { pathname, searchParams } = new URL(sent[0]?.url ?? '');
    const params = Object.fromEntries(searchParams);
    const key = cacheKey('GET', pathname.replace('/api/v2', ''), params);
    cache.write(cache.ticket(), key, { text: '{}', body: {} });
    expect(await call(api), 'whatever else is kept').toMatchObject({ ok: true });
    expect(sent).toHaveLength(2);
  });

  test('a response is cached by method, path and parameters', async () => {
    const { api, store } = make(page);
    await api.catalogue.trending(null);
    expect(store.keys()).toEqual([`response:${cacheKey('GET', '/trending', { limit: 15, next_page: 1 })}`]);
  });

  test('an answer that cannot be read is not kept', async () => {
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

  test('a saved favourite shows in what was cached; one that was not saved does not', async () => {
    let status = 500;
    const { api } = make(() => Response.json(ITEM, { status }));
    status = 200;
    await api.catalogue.content(contentId('7'));
    const isFavorite = async () => {
      const answer = await api.catalogue.content(contentId('7'));
      return answer.ok && answer.value.isFavorite;
    };
    status = 500;
    expect((await api.favorites.saveContent(contentId('7'), true)).ok).toBe(false);
    expect(await isFavorite()).toBe(false);
    status = 200;
    await api.favorites.saveContent(contentId('7'), true);
    expect(await isFavorite()).toBe(true);
  });
});

describe('callers who ask for the same thing at the same time', () => {
  const waitingApi = () => {
    const answers: ((response: Response) => void)[] = [];
    const made = make(() => new Promise((resolve) => answers.push(resolve)));
    return { ...made, answers };
  };

  test('wait for one request', async () => {
    const { api, answers, sent } = waitingApi();
    const asked = [api.catalogue.trending(null), api.catalogue.trending(null), api.catalogue.trending(null)];
    await expect.poll(() => answers.length).toBe(1);
    answers[0]?.(page());
    const [first, ...others] = await Promise.all(asked);
    expect(first?.ok).toBe(true);
    for (const other of others) expect(other).toBe(first);
    expect(sent).toHaveLength(1);
  });

  test('and it goes on for the others when one has lost interest', async () => {
    const { api, answers, sent } = waitingApi();
    const controller = new AbortController();
    const impatient = api.catalogue.trending(null, controller.signal);
    const patient = api.catalogue.trending(null);
    await expect.poll(() => answers.length).toBe(1);
    controller.abort();
    expect(await impatient).toEqual({ ok: false, error: { kind: 'cancelled' } });
    answers[0]?.(page());
    expect((await patient).ok).toBe(true);
    expect(sent).toHaveLength(1);
  });

  test('it is given up when all have, and asked for anew by the next', async () => {
    const { api, answers, sent } = waitingApi();
    const controllers = [new AbortController(), new AbortController()];
    const asked = controllers.map(async ({ signal }) => api.catalogue.trending(null, signal));
    await expect.poll(() => answers.length).toBe(1);
    for (const controller of controllers) controller.abort();
    for (const answer of await Promise.all(asked)) expect(answer.ok).toBe(false);
    const later = api.catalogue.trending(null);
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.(page());
    expect((await later).ok).toBe(true);
    expect(sent).toHaveLength(2);
  });

  test('what was asked before everything was forgotten is kept for nobody', async () => {
    const { api, answers, cache, sent } = waitingApi();
    const before = api.catalogue.trending(null);
    await expect.poll(() => answers.length).toBe(1);
    cache.clear();
    answers[0]?.(page());
    expect((await before).ok).toBe(true);
    void api.catalogue.trending(null);
    await expect.poll(() => sent.length).toBe(2);
  });

  test('two listeners in a row do not share', async () => {
    const { api, answers, cache } = waitingApi();
    const first = api.users.me();
    await expect.poll(() => answers.length).toBe(1);
    cache.clear();
    const second = api.users.me();
    await expect.poll(() => answers.length).toBe(2);
    answers[0]?.(Response.json({ id: 'one', email: '' }));
    answers[1]?.(Response.json({ id: 'two', email: '' }));
    expect(await first).toMatchObject({ value: { id: 'one' } });
    expect(await second).toMatchObject({ value: { id: 'two' } });
  });
});

describe('particular answers', () => {
  test('playing data that is not there is none, and no failure', async () => {
    const { api } = make(() => Response.json({}, { status: 404 }));
    expect(await api.playback.playbackRecord(contentId('7'))).toEqual({ ok: true, value: null });
  });

  test('playing data that nobody may see is a failure', async () => {
    const { api } = make(() => Response.json({}, { status: 403 }));
    expect(await api.playback.playbackRecord(contentId('7'))).toEqual({
      ok: false,
      error: { kind: 'forbidden' },
    });
  });

  test('an account that the provider knows already is created; any other refusal is a failure', async () => {
    const account = { email: 'a@b.c', name: 'Wren' };
    const known = make(() => Response.json({ error: 'exists' }, { status: 409 }));
    expect(await known.api.users.createAccount(account)).toEqual(ok(undefined));
    expect(await known.api.users.update({ name: 'Wren' })).toMatchObject({ error: { kind: 'rejected' } });
    const refused = make(() => Response.json({ error: 'bad' }, { status: 400 }));
    expect(await refused.api.users.createAccount(account)).toMatchObject({ error: { kind: 'rejected' } });
  });

  test('reports outlive the page', async () => {
    const { api, kept } = make();
    await api.playback.reportPlayback([]);
    await api.playback.reportRoyalty([]);
    await api.users.passwordChanged();
    expect(kept).toEqual([true, true, false]);
  });

  test.each([
    ['/m/a.mp3?token=1', 'https://api.invalid/m/a.mp3?token=1'],
    ['https://cdn.invalid/a.mp3', 'https://cdn.invalid/a.mp3'],
  ])('a playable address is absolute: %s', async (sent, address) => {
    const { api } = make(() => Response.json({ tokenized_url: sent }));
    expect(await api.playback.tokenize('/m/a.mp3')).toEqual({ ok: true, value: address });
  });

  test.each(['javascript:alert(1)', 'data:audio/mp3;base64,', 'http://[', ''])(
    'an address that is none is malformed: %s',
    async (sent) => {
      const { api } = make(() => Response.json({ tokenized_url: sent }));
      expect(await api.playback.tokenize('/m/a.mp3')).toEqual({ ok: false, error: { kind: 'malformed' } });
    },
  );

  test.each([
    ['bare', ITEM],
    ['first of results', { results: [ITEM] }],
  ])('random: %s', async (_name, body) => {
    const { api } = make(() => Response.json(body));
    expect(await api.catalogue.random()).toMatchObject({ ok: true, value: { id: '7' } });
  });
});
