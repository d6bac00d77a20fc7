import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Access, decideAccess, saveFreeListening } from '../../members/entitlement.ts';
import { type ApiClient, signedIn, useProvider } from '../support/provider.ts';
import * as wire from '../../api/response-schemas.ts';

const LIFE_SECONDS = 90;
/** What is asked for a listener without a membership. */
const FREE = { isMember: false, runTime: 0 } as const;
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
  const response = await tokenize(client, url);
  expect(response.status).toBe(200);
  return v.parse(v.strictObject({ tokenized_url: v.string() }), response.body).tokenized_url;
}

async function statusOf(path: string): Promise<number> {
  const response = await fetch(new URL(path, provider().origin), { headers: { range: 'bytes=0-99' } });
  await response.arrayBuffer();
  return response.status;
}

/** An item with a sound of its own, without free listening and without a window. */
async function membersOnly(): Promise<string> {
  const found = await provider()
    .db.selectFrom('items')
    .select('document')
    .where('parent_id', 'is', null)
    .where('content_type', '=', 1)
    .where('has_free_listening', '=', false)
    .where('listen_free_start', 'is', null)
    .where('valid_from', 'is', null)
    .where('valid_till', 'is', null)
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
  test('plays, and the address without a token does not', async () => {
    const url = await membersOnly();
    expect(await statusOf(url)).toBe(403);
    expect(await statusOf(await tokenized(member, url))).toBe(206);
  });

  test('is made for a relative address and for an address of this origin, in the same form', async () => {
    const url = await membersOnly();
    expect(await tokenized(member, url)).toMatch(/^\/media\/audio\//);
    const absolute = await tokenized(member, provider().origin + url);
    expect(absolute.startsWith(`${provider().origin}/media/audio/`)).toBe(true);
    expect(await statusOf(absolute)).toBe(206);
  });

  test('expires by the clock of the provider', async () => {
    const address = await tokenized(member, await membersOnly());
    provider().clock.setOffset((LIFE_SECONDS - 5) * 1000);
    expect(await statusOf(address)).toBe(206);
    provider().clock.setOffset((LIFE_SECONDS + 1) * 1000);
    expect(await statusOf(address)).toBe(403);
    provider().clock.setOffset(0);
  });

  test('may be cached by the listener only while it is valid', async () => {
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

  test('is valid only for its own path', async () => {
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

describe('an address of no audio or PDF of this provider', () => {
  test.each([
    'https://elsewhere.example/media/audio/the-ferry-timetable.mp3',
    '//elsewhere.example/media/audio/the-ferry-timetable.mp3',
    String.raw`/\elsewhere.example/media/audio/the-ferry-timetable.mp3`,
    'media/audio/the-ferry-timetable.mp3',
    'javascript:alert(1)',
    'http://[',
    '/api/v2/user',
    '/media/audio/../../api/v2/user',
    '/media/covers/item-the-ferry-timetable.webp',
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

describe('access to a sound', () => {
  test('a member hears everything, a free listener does not hear items for members (ENT-44)', async () => {
    const url = await membersOnly();
    const refused = await tokenize(free, url);
    expect(refused.status).toBe(403);
    expect(refused.body).toHaveProperty('error.code', 'membership-required');
    expect((await tokenize(member, url)).status).toBe(200);
  });

  test('a buyer hears the item, its chapters, and the parts of a bought collection (ENT-44)', async () => {
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

  test('a podcast that is free in part is open as a whole (ENT-44)', async () => {
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
    const open = async (now: number) =>
      (await decideAccess(db, { ...FREE, sub, itemId: item.document.id, now })) === 'window';
    expect([await open(start - 1), await open(start), await open(end - 1), await open(end)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test('a PDF is for those who may hear its title, and needs a token like a sound', async () => {
    const { document } = await provider()
      .db.selectFrom('items')
      .select('document')
      .where('parent_id', 'is', null)
      .where('content_type', 'in', [1, 2])
      .where('has_free_listening', '=', false)
      .where('listen_free_start', 'is', null)
      .where('valid_from', 'is', null)
      .where('valid_till', 'is', null)
      .where('id', 'not in', (each) => each.selectFrom('purchases').select('item_id'))
      .where((where) => where(where.ref('document', '->>').key('pdf_url'), 'is not', null))
      .executeTakeFirstOrThrow();
    const url = document.pdf_url ?? '';
    expect(await statusOf(url)).toBe(403);
    expect((await tokenize(free, url)).body).toHaveProperty('error.code', 'membership-required');
    expect(await statusOf(await tokenized(member, url))).toBeOneOf([200, 206]);
  });

  test('nobody but a buyer gets the sound or the PDF of a title outside its window (ENT-77)', async () => {
    const { db, clock, pool } = provider();
    const { id, document } = await db
      .selectFrom('items')
      .select(['id', 'document'])
      .where('parent_id', 'is', null)
      .where('content_type', '=', 2)
      .where('valid_from', 'is', null)
      .where((where) => where(where.ref('document', '->>').key('pdf_url'), 'is not', null))
      .where('id', 'not in', (each) => each.selectFrom('purchases').select('item_id'))
      .executeTakeFirstOrThrow();
    const [chapter] = document.chapter_info;
    const sound = chapter?.chapter_url ?? '';
    const lasts = (chapter?.chapter_run_time ?? 0) * 1000;
    const set = (valid_from: number | null, valid_till: number | null) =>
      db.updateTable('items').set({ valid_from, valid_till }).where('id', '=', id).execute();
    const outcomeOf = async (client: ApiClient, url: string): Promise<unknown> => {
      const { status, body } = await tokenize(client, url);
      return status === 200
        ? status
        : v.parse(v.object({ error: v.object({ code: v.string() }) }), body).error.code;
    };
    const { sub } = await pool.ensureUser({ email: 'buyer@listener.test', name: '', password: '' });
    await db.insertInto('purchases').values({ sub, item_id: id, purchased_at: clock.now() }).execute();
    try {
      await set(clock.now() + 365 * 86_400_000, null);
      expect(await outcomeOf(member, sound)).toBe('outside-window');
      expect(await outcomeOf(member, document.pdf_url ?? '')).toBe('outside-window');
      expect(await outcomeOf(buyer, sound)).toBe(200);
      expect(await outcomeOf(buyer, document.pdf_url ?? '')).toBe(200);
      await set(null, clock.now() - 1000);
      expect(await outcomeOf(member, sound), 'the chapter that plays may end').toBe(200);
      await set(null, clock.now() - lasts - 1000);
      expect(await outcomeOf(member, sound)).toBe('outside-window');
    } finally {
      await set(null, null);
      await db.deleteFrom('purchases').where('sub', '=', sub).where('item_id', '=', id).execute();
    }
  });
});

describe('a free window that closes while a title plays', () => {
  const HOUR = 3_600_000;

  /** Makes a chaptered title of one hour listen-free for a while, for one test. Nobody bought it. */
  const inWindow = async (
    test: (title: { id: string; urls: readonly string[]; closes: number }) => Promise<void>,
  ) => {
    const { db, clock } = provider();
    const item = await db
      .selectFrom('items')
      .select(['id', 'document', 'listen_free_start', 'listen_free_end', 'run_time'])
      .where('parent_id', 'is', null)
      .where('content_type', '=', 2)
      .where('has_free_listening', '=', false)
      .where('listen_free_start', 'is', null)
      .where('id', 'not in', (each) => each.selectFrom('purchases').select('item_id'))
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const now = clock.now();
    const closes = now + 60_000;
    const set = (fields: object) => db.updateTable('items').set(fields).where('id', '=', item.id).execute();
    await set({ listen_free_start: now - HOUR, listen_free_end: closes, run_time: 3600 });
    try {
      await test({
        id: item.id,
        urls: item.document.chapter_info.map(({ chapter_url }) => chapter_url),
        closes,
      });
    } finally {
      clock.setOffset(0);
      const { listen_free_start, listen_free_end, run_time } = item;
      await set({ listen_free_start, listen_free_end, run_time });
      await db.deleteFrom('free_listening').execute();
    }
  };

  /** Moves the provider's clock to this time after the end of the window. */
  const after = (closes: number, later: number): void => {
    const { clock } = provider();
    clock.setOffset(0);
    clock.setOffset(closes + later - clock.now());
  };

  const status = async (client: ApiClient, url = '') => (await tokenize(client, url)).status;

  test('lets the listener hear the title to its end, with the same address and with the next chapter’s (ENT-45)', async () => {
    await inWindow(async ({ urls: [first, second], closes }) => {
      expect(await status(free, first)).toBe(200);
      after(closes, 60_000);
      expect(await status(free, first)).toBe(200);
      expect(await status(free, second)).toBe(200);
    });
  });

  test('closes for a listener who did not listen in it', async () => {
    await inWindow(async ({ urls: [first], closes }) => {
      const { sub } = await provider().pool.ensureUser({
        email: 'buyer@listener.test',
        name: '',
        password: '',
      });
      expect(await status(free, first)).toBe(200);
      after(closes, 1000);
      expect(await status(buyer, first)).toBe(403);
      const noted = await provider().db.selectFrom('free_listening').select('sub').execute();
      expect(noted.map((row) => row.sub)).not.toContain(sub);
    });
  });

  test('opens no other title for members', async () => {
    await inWindow(async ({ urls: [first], closes }) => {
      expect(await status(free, first)).toBe(200);
      after(closes, 1000);
      expect(await status(free, await membersOnly())).toBe(403);
    });
  });

  /** Requests the title at an instant, as the route does. A session would expire before. */
  const asks = async (itemId: string, now: number): Promise<Access> => {
    const { db, pool } = provider();
    const { sub } = await pool.ensureUser({ email: 'free@listener.test', name: '', password: '' });
    const access = await decideAccess(db, { ...FREE, sub, itemId, now });
    if (access !== 'none') await saveFreeListening(db, { sub, itemId, now });
    return access;
  };

  test('ends when the title could have ended at the slowest speed (ENT-45)', async () => {
    await inWindow(async ({ id, closes }) => {
      expect(await asks(id, closes - 1)).toBe('window');
      expect(await asks(id, closes + 1.8 * HOUR)).toBe('started');
      expect(await asks(id, closes + 1.8 * HOUR + 2 * HOUR)).toBe('none');
    });
  });

  test('keeps the title open for at most a day, even if the address is requested often (ENT-45)', async () => {
    await inWindow(async ({ id, closes }) => {
      expect(await asks(id, closes - 1)).toBe('window');
      for (let hours = 1; hours < 24; hours += 1) {
        expect(await asks(id, closes + hours * HOUR), `after ${hours} hours`).toBe('started');
      }
      expect(await asks(id, closes + 24 * HOUR)).toBe('none');
    });
  });
});
