import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ProviderBookmarks } from '../../examples/bookmarks/provider-bookmarks.ts';
import { userId, type UserId } from '../../src/domain/account/user.ts';
import { aBookmarkOf } from '../application/stored-positions.ts';
import { describeBookmarkStore } from '../contract/playback/bookmark-store.ts';

/** The bookmarks by access token and id. The token names a listener. */
const stored = new Map<string, Map<string, unknown>>();
/** The status of every change with a token that begins with this text. */
const refused = new Map<string, number>();
const named = v.object({ id: v.string() });

/** A provider with the calls that docs/providers.md describes. Its pages have one bookmark each. */
const provider = createServer((request, response) => {
  const responseTo = async (): Promise<readonly [status: number, body?: unknown]> => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider.invalid');
    const id = decodeURIComponent(pathname.replace(/^\/user\/bookmarks\/?/u, ''));
    const own = stored.get(token) ?? new Map<string, unknown>();
    stored.set(token, own);
    if (request.method === 'GET') {
      const at = Number(searchParams.get('next_page') ?? '0');
      const next = at + 1 < own.size ? String(at + 1) : null;
      return [200, { results: [...own.values()].slice(at, at + 1), next_page_key: next }];
    }
    const refusal = refused.get(token.replace(/ .*/u, ''));
    if (refusal !== undefined) return [refusal];
    if (request.method === 'PUT') {
      const body: unknown = await json(request);
      if (v.parse(named, body).id !== id) return [400];
      own.set(id, body);
    } else if (id === '') own.clear();
    else own.delete(id);
    return [204];
  };
  const respond = async (): Promise<void> => {
    const [status, body] = await responseTo();
    response.writeHead(status).end(body === undefined ? undefined : JSON.stringify(body));
  };
  void respond();
});

let origin = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const address = provider.address();
  if (address === null || typeof address === 'string') throw new Error('The provider has no port.');
  origin = `http://127.0.0.1:${address.port}`;
});

afterAll(() => {
  provider.closeAllConnections();
  provider.close();
});

let worlds = 0;

const make = () => {
  worlds += 1;
  const world = String(worlds);
  const open = (): ProviderBookmarks => {
    const channel = new BroadcastChannel(`bookmarks ${world}`);
    onTestFinished(() => channel.close());
    return new ProviderBookmarks({
      channel,
      send: async (listener: UserId, { method, path, body }) => {
        const request = {
          method,
          headers: { authorization: `Bearer ${world} ${encodeURIComponent(listener)}` },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        };
        const response = await fetch(origin + path, request).catch(() => null);
        if (response === null) return null;
        const text = await response.text();
        return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
      },
    });
  };
  return { world, store: open(), elsewhere: open() };
};

describe('bookmarks that a provider stores (BOOK-15)', () => {
  describeBookmarkStore('ProviderBookmarks', () => {
    const { world, store, elsewhere } = make();
    return {
      store,
      elsewhere,
      fail: () => {
        refused.set(world, 503);
        return 'unreachable';
      },
      settle: async (condition) => {
        for (let waits = 0; waits < 200 && !condition(); waits += 1) await sleep(10);
      },
    };
  });
});

const ADA = userId('ada');

test('says that the provider has no room (BOOK-14)', async () => {
  const { world, store } = make();
  refused.set(world, 507);
  expect(await store.save(ADA, aBookmarkOf())).toEqual({ ok: false, error: { kind: 'full' } });
});

test('leaves out what it cannot read', async () => {
  const { world, store } = make();
  await store.save(ADA, aBookmarkOf());
  stored.get(`${world} ada`)?.set('other', { id: 'other' });
  expect(await store.list(ADA)).toEqual({ ok: true, value: [aBookmarkOf()] });
});
