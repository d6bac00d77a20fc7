import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { mayHearWithoutMembership } from '../../../server/media-access/entitlement.ts';
import { type ApiClient, signedIn, useProvider } from '../support/provider.ts';
import * as wire from '../support/wire.ts';

const LIFE_SECONDS = 90;
const provider = useProvider({ mediaAddressSeconds: LIFE_SECONDS });
let member: ApiClient;
let free: ApiClient;
let buyer: ApiClient;

beforeAll(async () => {
  const { origin } = provider();
  member = await signedIn(origin, 'monthly@listener.test');
  free = await signedIn(origin, 'free@listener.test');
  buyer = await signedIn(origin, 'buyer@listener.test');
}, 60_000);

const tokenize = (client: ApiClient, url: string) =>
  client.get(`/audio/tokenize?${new URLSearchParams({ url }).toString()}`);

async function tokenized(client: ApiClient, url: string): Promise<string> {
  const answer = await tokenize(client, url);
  expect(answer.status).toBe(200);
  return v.parse(v.strictObject({ tokenized_url: v.string() }), answer.body).tokenized_url;
}

async function statusOf(path: string): Promise<number> {
  const response = await fetch(new URL(path, provider().origin), { headers: { range: 'bytes=0-99' } });
  await response.arrayBuffer();
  return response.status;
}

/** An item without any free listening in it, that plays on its own. */
async function membersOnly(): Promise<string> {
  const found = await provider()
    .db.selectFrom('items')
    .select('document')
    .where('parent_id', 'is', null)
    .where('content_type', '=', 1)
    .where('has_free_listening', '=', false)
    .where('listen_free_start', 'is', null)
    .where('id', 'not in', (each) => each.selectFrom('purchases').select('item_id'))
    .where('id', 'not in', (each) =>
      each.selectFrom('items').select('content_id').where('content_id', 'is not', null).$castTo<{
        content_id: string;
      }>(),
    )
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return found.document.url ?? '';
}

describe('a tokenised address', () => {
  test('plays, and the bare one does not', async () => {
    const url = await membersOnly();
    expect(await statusOf(url)).toBe(403);
    expect(await statusOf(await tokenized(member, url))).toBe(206);
  });

  test('is made for a relative address and for one of this very origin, in the same form', async () => {
    const url = await membersOnly();
    expect(await tokenized(member, url)).toMatch(/^\/media\/audio\//);
    const absolute = await tokenized(member, provider().origin + url);
    expect(absolute.startsWith(`${provider().origin}/media/audio/`)).toBe(true);
    expect(await statusOf(absolute)).toBe(206);
  });

  test('ends after its time, by the clock of the provider', async () => {
    const address = await tokenized(member, await membersOnly());
    provider().clock.setOffset((LIFE_SECONDS - 5) * 1000);
    expect(await statusOf(address)).toBe(206);
    provider().clock.setOffset((LIFE_SECONDS + 1) * 1000);
    expect(await statusOf(address)).toBe(403);
    provider().clock.setOffset(0);
  });

  test('may be cached by the listener for no longer than it lives', async () => {
    const address = await tokenized(member, await membersOnly());
    const cacheControl = async (): Promise<string | null> => {
      const response = await fetch(new URL(address, provider().origin), { method: 'HEAD' });
      return response.headers.get('cache-control');
    };
    const lifetime = async () => Number(/^private, max-age=(\d+)$/u.exec((await cacheControl()) ?? '')?.[1]);
    expect(await lifetime()).toBeLessThanOrEqual(LIFE_SECONDS);
    provider().clock.setOffset((LIFE_SECONDS - 5) * 1000);
    expect(await lifetime()).toBeLessThanOrEqual(5);
    provider().clock.setOffset((LIFE_SECONDS + 1) * 1000);
    expect(await cacheControl()).toBe('no-store');
    provider().clock.setOffset(0);
  });

  test('holds for nothing but what it was made for', async () => {
    const address = new URL(await tokenized(member, await membersOnly()), provider().origin);
    const altered = (change: (url: URL) => void): string => {
      const url = new URL(address);
      change(url);
      return url.href;
    };
    const forged = [
      altered((url) => (url.pathname = '/media/audio/small-hours-1.mp3')),
      altered((url) => url.searchParams.set('expires', '99999999999')),
      altered((url) => url.searchParams.set('listener', 'somebody-else')),
      altered((url) => url.searchParams.set('signature', 'AAAA')),
      altered((url) => url.searchParams.delete('signature')),
    ];
    for (const url of forged) expect(await statusOf(url)).toBe(403);
  });

  test('differs from listener to listener', async () => {
    const { document } = await provider()
      .db.selectFrom('items')
      .select('document')
      .where('parent_id', 'is', null)
      .where('has_free_listening', '=', true)
      .where('content_type', 'in', [0, 1])
      .executeTakeFirstOrThrow();
    expect(await tokenized(member, document.url ?? '')).not.toBe(await tokenized(free, document.url ?? ''));
  });
});

describe('what is no address of an audio or a PDF here', () => {
  test.each([
    'https://elsewhere.example/media/audio/the-ferry-timetable.mp3',
    '//elsewhere.example/media/audio/the-ferry-timetable.mp3',
    String.raw`/\elsewhere.example/media/audio/the-ferry-timetable.mp3`,
    'media/audio/the-ferry-timetable.mp3',
    'javascript:alert(1)',
    'http://[',
    '/api/v2/user',
    '/media/audio/../../api/v2/user',
    '/media/covers/item-the-ferry-timetable.svg',
  ])('%s is refused', async (url) => {
    expect((await tokenize(member, url)).status).toBe(400);
  });

  test.each(['/media/audio/nothing.mp3', '/media/audio/small-hours-99.mp3', '/media/pdf/nothing.pdf'])(
    '%s is not found',
    async (url) => {
      expect((await tokenize(member, url)).status).toBe(404);
    },
  );
});

describe('who may hear', () => {
  test('a member hears everything, a free listener not what is for members', async () => {
    const url = await membersOnly();
    const refused = await tokenize(free, url);
    expect(refused.status).toBe(403);
    expect(refused.body).toHaveProperty('error.code', 'membership-required');
    expect((await tokenize(member, url)).status).toBe(200);
  });

  test('whoever bought an item hears it, each of its chapters, and each part of a collection', async () => {
    const { body } = await buyer.get('/user/purchased-content');
    const { results } = v.parse(wire.itemPage, body);
    const urls = results.flatMap((item) => [
      ...(item.url === null ? [] : [item.url]),
      ...item.chapter_info.map((chapter) => chapter.chapter_url),
      ...item.tracks.map((track) => track.url ?? ''),
    ]);
    expect(urls.length).toBeGreaterThan(4);
    for (const url of urls) expect((await tokenize(buyer, url)).status, url).toBe(200);
    const others = await Promise.all(urls.map((url) => tokenize(free, url)));
    expect(others.some(({ status }) => status === 403)).toBe(true);
  });

  test('a podcast that is free in part is decided for as a whole', async () => {
    const podcast = await provider()
      .db.selectFrom('items')
      .select('id')
      .where('content_type', '=', 3)
      .where('has_free_listening', '=', true)
      .executeTakeFirstOrThrow();
    const { body } = await free.get(`/podcast-episodes/?pid=${podcast.id}&limit=3`);
    for (const episode of v.parse(wire.itemPage, body).results) {
      expect((await tokenize(free, episode.url ?? '')).status).toBe(200);
    }
  });

  test('a listen-free window opens an item from its start to just before its end', async () => {
    const { db } = provider();
    const item = await db
      .selectFrom('items')
      .select(['document', 'listen_free_start', 'listen_free_end'])
      .where('parent_id', 'is', null)
      .where('has_free_listening', '=', false)
      .where('listen_free_start', 'is not', null)
      .where('listen_free_end', 'is not', null)
      .executeTakeFirstOrThrow();
    const [start, end] = [item.listen_free_start ?? 0, item.listen_free_end ?? 0];
    const { sub } = await provider().pool.ensureUser({ email: 'free@listener.test', name: '', password: '' });
    const open = (now: number) => mayHearWithoutMembership(db, { sub, itemId: item.document.id, now });
    expect([await open(start - 1), await open(start), await open(end - 1), await open(end)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test('a PDF is for every listener, and needs a token like a sound', async () => {
    const { document } = await provider()
      .db.selectFrom('items')
      .select('document')
      .where('parent_id', 'is', null)
      .where('content_type', 'in', [1, 2])
      .where((where) => where(where.ref('document', '->>').key('pdf_url'), 'is not', null))
      .executeTakeFirstOrThrow();
    const url = document.pdf_url ?? '';
    expect(await statusOf(url)).toBe(403);
    expect(await statusOf(await tokenized(free, url))).toBeOneOf([200, 206]);
  });
});
