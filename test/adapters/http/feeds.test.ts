import { describe, expect, test } from 'vitest';
import { HttpContentApi } from '../../../src/adapters/http/http-content-api.ts';
import { HttpFeeds, HttpListening } from '../../../src/adapters/http/feeds-and-listening.ts';
import { ResponseCache } from '../../../src/adapters/http/response-cache.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import { feedId } from '../../../src/domain/feeds/private-feed.ts';
import { failed, ok } from '../../../src/domain/result.ts';
import { instant } from '../../../src/domain/time.ts';
import { describeListening } from '../../contract/content-api/optional-apis.ts';

const BASE = 'https://api.invalid/api/v2';

/** The adapter over a function that replaces the network. `sent` has each request. */
const make = (reply: (method: string, path: string, body: unknown) => Promise<Response>) => {
  const clock = new MemoryClock();
  const store = new MemoryKeyValueStore();
  const log = new MemoryLog();
  const session = async () => ok({ accessToken: 'bearer', expiresAt: instant(clock.now() + 60_000) });
  const sent: [string, string, unknown][] = [];
  const fetch: typeof globalThis.fetch = async (input, { method = 'GET', body } = {}) => {
    const path = new Request(input).url.slice(BASE.length);
    const read: unknown = body instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(body)) : null;
    sent.push([method, path, read]);
    return reply(method, path, read);
  };
  const cache = new ResponseCache(store, clock, (work) => work());
  const options = {
    apiUrl: 'https://api.invalid',
    auth: { session, renew: session },
    clock,
    random: () => 0,
  };
  const { client } = new HttpContentApi({ ...options, fetch }, cache, log);
  return { api: new HttpFeeds(client, 'https://api.invalid'), sent, store, log };
};

const FEED = {
  id: 7,
  kind: 'item',
  name: 'car',
  title: 'Tides',
  created: '2026-05-03T10:00:00Z',
  last_used: 1_777_900_000,
  last_app: 'Overcast',
  paused: true,
};

describe('the calls of private feeds', () => {
  test('send what the contract says', async () => {
    const { api, sent } = make(async () => Response.json({ ...FEED, url: '/feeds/secret' }));
    await api.list();
    await api.make({ kind: 'series', id: 'tides' }, 'car');
    const renewed = await api.renew(feedId('a/b'));
    await api.rename(feedId('a/b'), 'van');
    await api.revoke(feedId('7'));
    expect(sent).toEqual([
      ['GET', '/user/feeds', null],
      ['POST', '/user/feeds', { kind: 'series', id: 'tides', name: 'car' }],
      ['POST', '/user/feeds/a%2Fb/renew', {}],
      ['PUT', '/user/feeds/a%2Fb', { name: 'van' }],
      ['DELETE', '/user/feeds/7', null],
    ]);
    expect(renewed).toMatchObject({ ok: true, value: { url: 'https://api.invalid/feeds/secret' } });
  });

  const READ = ok([
    {
      id: '7',
      kind: 'item',
      name: 'car',
      title: 'Tides',
      createdAt: Date.parse('2026-05-03T10:00:00Z'),
      lastUsedAt: 1_777_900_000_000,
      lastApp: 'Overcast',
      isPaused: true,
    },
  ]);

  test.each([
    ['bare', [FEED, { kind: 'item' }, { ...FEED, kind: 'other' }]],
    ['as feeds', { feeds: [FEED] }],
    ['as results', { results: [FEED], next_page_key: null }],
  ])('read a list %s, without what cannot be read', async (_, body) => {
    expect(await make(async () => Response.json(body)).api.list()).toEqual(READ);
  });

  test.each([{}, { url: '' }, { url: 'javascript:alert(1)' }, { url: 7 }])(
    'read no new feed without a usable address: %j',
    async (address) => {
      const { api } = make(async () => Response.json({ ...FEED, ...address }));
      expect(await api.make({ kind: 'all' }, 'car')).toEqual(failed({ kind: 'malformed' }));
    },
  );

  test('leave no address in the storage or the log (FEED-61)', async () => {
    const { api, store, log } = make(async () =>
      Response.json({ ...FEED, kind: 'unknown', url: 'https://api.invalid/feeds/secret' }),
    );
    await api.make({ kind: 'all' }, 'car');
    expect(store.keys()).toEqual([]);
    expect(JSON.stringify(log)).not.toContain('secret');
  });
});

const makeListening = () => {
  const clock = new MemoryClock();
  const session = async () => ok({ accessToken: 'bearer', expiresAt: instant(clock.now() + 60_000) });
  const asked: string[] = [];
  let body: unknown = null;
  const fetch: typeof globalThis.fetch = async (input) => {
    asked.push(new Request(input).url);
    return body === null ? Response.json({}, { status: 404 }) : Response.json(body);
  };
  const cache = new ResponseCache(new MemoryKeyValueStore(), clock, (work) => work());
  const options = {
    apiUrl: 'https://api.invalid',
    auth: { session, renew: session },
    clock,
    random: () => 0,
  };
  const { client } = new HttpContentApi({ ...options, fetch }, cache, new MemoryLog());
  const respond = (sent: unknown) => {
    body = sent;
  };
  return { api: new HttpListening(client, () => 'Europe/Berlin'), asked, respond };
};

describeListening('HttpListening in process', () => {
  const { api, respond } = makeListening();
  return {
    api,
    set: (numbers) =>
      respond(numbers === null ? null : { ...numbers, finished_books: numbers.finishedBooks }),
  };
});

test('the call names the time zone, and leaves out what cannot be read', async () => {
  const { api, asked, respond } = makeListening();
  respond({
    today: '2026-03-30',
    days: [
      { day: 'x', seconds: 1 },
      { day: '2026-03-29', seconds: -1 },
    ],
  });
  expect(await api.numbers()).toEqual(
    ok({ today: '2026-03-30', days: [], finishedBooks: 0, authors: [], narrators: [] }),
  );
  expect(asked).toEqual(['https://api.invalid/api/v2/user/listening?zone=Europe%2FBerlin']);
});
