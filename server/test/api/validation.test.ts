import { once } from 'node:events';
import { type IncomingMessage, get as httpGet } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import * as wire from '../../api/response-schemas.ts';
import { type ApiClient, signedIn, useProvider } from '../support/provider.ts';

const provider = useProvider();
let listener: ApiClient;

beforeAll(async () => {
  listener = await signedIn(provider().origin, 'annual@listener.test');
});

const refusal = v.strictObject({
  error: v.strictObject({ code: v.literal('invalid-request'), message: v.pipe(v.string(), v.minLength(5)) }),
});

const report = { id: 'the-ferry-timetable', playback_speed: 1, content_type: 1, last_position: 1000 };

test.each([
  ['/search'],
  ['/search?term=a&term=b'],
  ['/search?term=a&limit=0'],
  ['/search?term=a&skip=-1'],
  [`/search?term=${'a'.repeat(10_001)}`],
  ['/trending?limit=1001'],
  ['/trending?limit=ten'],
  ['/trending?limit=1e2'],
  ['/trending?next_page=0'],
  ['/trending?next_page=99999999999'],
  ['/content'],
  ['/content?random=2'],
  ['/content?tid=the-sea'],
  ['/content?cid='],
  ['/segregated'],
  ['/curated-collection-tracks/'],
  ['/podcast-episodes/?limit=50'],
  ['/favorites/content?podcast=yes'],
  ['/user/content?active=maybe'],
  ['/audio/tokenize'],
  [`/content/${'a'.repeat(201)}`],
  ['/search?term=%00'],
  ['/content/%00'],
  ['/audio/tokenize?url=/media/audio/%00.mp3'],
])('GET %s is refused with 400 and a reason', async (path) => {
  const response = await listener.get(path);
  expect(response.status).toBe(400);
  expect(v.is(refusal, response.body)).toBe(true);
});

test.each<[string, unknown]>([
  ['/favorites/content', {}],
  ['/favorites/content', { content_id: 'the-ferry-timetable' }],
  ['/favorites/content', { content_id: 'the-ferry-timetable', is_favorite: 'true' }],
  ['/favorites/content', { content_id: 7, is_favorite: true }],
  ['/favorites/content', { content_id: 'half a pair \ud800', is_favorite: true }],
  ['/favorites/authors', { author_id: 'amara-okonkwo-bell', is_favorite: 1 }],
  ['/user/content', report],
  ['/user/content', []],
  ['/user/content', [{ ...report, last_position: undefined }]],
  ['/user/content', [{ ...report, last_position: 10.5 }]],
  ['/user/content', [{ ...report, last_position: -1 }]],
  ['/user/content', [{ ...report, playback_speed: 1.2000000000000002 }]],
  ['/user/content', [{ ...report, playback_speed: 3 }]],
  ['/user/content', [{ ...report, content_type: 7 }]],
  ['/user/content', [{ ...report, last_position: undefined, chapter_index: 0, chapter_position: 1 }]],
  ['/user/content', [{ ...report, last_position: undefined, chapter_index: 1 }]],
  ['/user/content', [report, { id: 'half' }]],
  ['/audio/reporting', { content_id: 'the-ferry-timetable', duration: 1 }],
  ['/audio/reporting', [{ content_id: 'the-ferry-timetable', duration: 0 }]],
  ['/audio/reporting', [{ content_id: 'the-ferry-timetable', duration: 1.5 }]],
  ['/audio/reporting', [{ content_id: 'the-ferry-timetable', duration: '1' }]],
  ['/user/change_password', { old: 'secret' }],
  ['/user/create_account', { email: 'annual@listener.test' }],
  ['/user/create_account', { email: 'no address', full_name: 'Ann' }],
  ['/user/create_account', { email: 'annual@listener.test', full_name: '  ' }],
  ['/user/forgot_password', {}],
  ['/user/forgot_password', { email: 'a@b@c' }],
  ['/user/login_attempts', { email: 'annual@listener.test' }],
  ['/user/login_attempts', { email: 'no address', success: false }],
  ['/user/login_attempts', { email: 'an\u0007nual@listener.test', success: false }],
  ['/user/login_attempts', { email: `${'a'.repeat(250)}@listener.test`, success: false }],
])('POST %s with %j is refused with 400 and a reason', async (path, body) => {
  const response = await listener.post(path, body);
  expect(response.status).toBe(400);
  expect(v.is(refusal, response.body)).toBe(true);
});

test.each([{}, { full_name: '' }, { email: 'nowhere' }, { full_name: 5 }])(
  'PUT /user with %j is refused with 400 and a reason',
  async (body) => {
    const response = await listener.put('/user', body);
    expect(response.status).toBe(400);
    expect(v.is(refusal, response.body)).toBe(true);
  },
);

test.each([
  ['{"email": ', 400],
  ['{"__proto__": {"admin": true}, "email": "a@b", "success": true}', 400],
  [`{"email": "${'a'.repeat(2_000_000)}"}`, 413],
])('a body that cannot be read is refused', async (body, status) => {
  const response = await fetch(`${provider().origin}/api/v2/user/login_attempts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(response.status).toBe(status);
  expect(await response.json()).toHaveProperty('error.message');
});

test('SQL, markup and paths are only text', async () => {
  for (const hostile of ["'; drop table items; --", "\\' & !", '<script>', '../../etc/passwd', '%']) {
    const found = await listener.get(`/search?${new URLSearchParams({ term: hostile }).toString()}`);
    expect(found.status).toBe(200);
    const one = await listener.get(`/content/${encodeURIComponent(hostile)}`);
    expect(one.status).toBe(404);
  }
  expect((await listener.get('/content/the-ferry-timetable')).status).toBe(200);
});

describe('requests beyond a limit', () => {
  const provider = useProvider({ requestsPerSecond: 4 });

  describe('the limits of the product API', () => {
    test('a body that is too large is refused before it is read', async () => {
      const api = await signedIn(provider().origin, 'annual@listener.test');
      const report = { id: 'quiet-mind', playback_speed: 1, content_type: 1, last_position: 1000 };
      const { status } = await api.post(
        '/user/content',
        Array.from({ length: 5_000 }, () => report),
      );
      expect(status).toBe(413);
    });

    test('an address with too many requests gets the time of the next try', async () => {
      const responses = await Promise.all(
        Array.from({ length: 40 }, async () => fetch(`${provider().origin}/api/v2/user`)),
      );
      const refused = responses.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0]?.headers.get('retry-after')).toMatch(/^[12]$/);
      expect(await refused[0]?.json()).toEqual({
        error: { code: 'too-many-requests', message: 'Too many requests. Try again in a few seconds.' },
      });
    });
  });

  test('too many requests to analytics or messaging are refused, as these services do', async () => {
    for (const path of ['/collect/analytics/batch', '/collect/messaging/data']) {
      const responses = await Promise.all(
        Array.from({ length: 100 }, async () =>
          fetch(provider().origin + path, { method: 'POST', body: '{}' }),
        ),
      );
      const refused = responses.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0]?.headers.get('retry-after')).toMatch(/^[12]$/);
    }
  });

  /** Requests a path exactly as it is written. `fetch` would normalise it. */
  async function rawGet(path: string): Promise<string> {
    const { hostname, port } = new URL(provider().origin);
    const socket = connect(Number(port), hostname);
    // The server ends the connection. If this side ended it first, a later response would be lost.
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAccept: */*\r\nConnection: close\r\n\r\n`);
    let response = '';
    for await (const chunk of socket) response += String(chunk);
    return response;
  }

  describe('the files behind the media', () => {
    test.each([
      '/media/covers/../../package.json',
      '/media/covers/..%2f..%2fpackage.json',
      '/media/covers/%2e%2e/%2e%2e/package.json',
      '/media/audio/....//....//package.json',
      '/media/audio/..%5c..%5cpackage.json',
      '/media/pdf/%00.pdf',
      '/media//etc/passwd',
    ])('cannot be reached by %s', async (path) => {
      const response = await rawGet(path);
      expect(response).toMatch(/^HTTP\/1\.1 40[0-4]/);
      expect(response).not.toMatch(/"dependencies"|root:/);
    });
  });

  test('it listens on this machine only', () => {
    expect(new URL(provider().origin).hostname).toBe('127.0.0.1');
  });
});

describe('the shapes of responses', () => {
  beforeAll(async () => {
    listener = await signedIn(provider().origin, 'monthly@listener.test');
  });

  /** Calls with and without the trailing slash, and reads the response by its schema. */
  async function read<Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> {
    const [before = '', query] = path.split('?');
    const plain = before.replace(/\/$/, '');
    const [without, slashed] = await Promise.all(
      [plain, `${plain}/`].map((each) => listener.get(query === undefined ? each : `${each}?${query}`)),
    );
    expect(without?.status).toBe(200);
    expect(slashed?.status).toBe(200);
    expect(without?.headers.get('content-type')).toMatch(/^application\/json/);
    return v.parse(schema, without?.body);
  }

  test('the home page in one response, each shelf with its own kind of items', async () => {
    const shelves = await read('/browse', wire.browse);
    for (const shelf of Object.values(shelves)) expect(shelf.length).toBeGreaterThan(0);
    expect(new Set(shelves.curated_collections.map((item) => item.content_type))).toEqual(new Set([5]));
    expect(Math.max(...shelves.quick_listens.map((item) => item.run_time ?? 0))).toBeLessThanOrEqual(1800);
    const now = provider().clock.now();
    for (const item of shelves.discounts) {
      expect(item.discount_price).toBeGreaterThan(0);
      expect(Date.parse(item.discount_start ?? '')).toBeLessThan(now);
      expect(Date.parse(item.discount_end ?? '')).toBeGreaterThan(now);
    }
  });

  test('a long response is compressed to a quarter of its size', async () => {
    const size = async (encoding: string): Promise<number> => {
      const { origin, token } = listener;
      const headers = { 'accept-encoding': encoding, authorization: `Bearer ${token ?? ''}` };
      // `fetch` would decompress the bytes.
      const sent = httpGet(`${origin}/api/v2/browse`, { headers });
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding);
      expect(response.headers.vary).toMatch(/accept-encoding/i);
      expect(response.headers.vary).toContain('Origin');
      return (await buffer(response)).length;
    };
    const whole = await size('identity');
    expect(whole).toBeGreaterThan(50_000);
    for (const encoding of ['gzip', 'br']) expect(await size(encoding)).toBeLessThan(whole / 4);
  });

  test('/for-you contains recommended items that the listener has not started, saved or bought', async () => {
    const { recommended } = await read('/for-you', v.strictObject({ recommended: v.array(wire.item) }));
    const own = await read('/library', wire.itemPage);
    const known = new Set(own.results.map((item) => item.id));
    expect(recommended.length).toBeGreaterThan(4);
    expect(recommended.filter((item) => known.has(item.id))).toEqual([]);
    const newcomer = await signedIn(provider().origin, 'free@listener.test');
    const response = await newcomer.get('/for-you/recommended?limit=15&next_page=1');
    expect(v.parse(wire.itemPage, response.body).results.length).toBe(15);
  });

  test('/content/{id} is one item, bare, with its chapters counted from 1', async () => {
    const list = await read('/search?term=the&limit=200', wire.itemPage);
    const chaptered = list.results.find((item) => item.content_type === 2);
    const item = await read(`/content/${chaptered?.id ?? ''}`, wire.item);
    expect(item.chapter_info.map((chapter) => chapter.chapter_index)).toEqual(
      item.chapter_info.map((_, at) => at + 1),
    );
    expect((await listener.get('/content/nothing-by-this-name')).status).toBe(404);
  });

  describe('/content?random=1', () => {
    test('is one item, bare, inside its window, and not always the same', async () => {
      const drawn = new Set<string>();
      for (let attempt = 0; attempt < 12; attempt += 1) {
        const item = await read('/content?random=1', wire.item);
        drawn.add(item.id);
        expect([0, 1, 2]).toContain(item.content_type);
        const now = provider().clock.now();
        if (item.valid_from !== null) expect(Date.parse(item.valid_from)).toBeLessThanOrEqual(now);
        if (item.valid_till !== null) expect(Date.parse(item.valid_till)).toBeGreaterThan(now);
      }
      expect(drawn.size).toBeGreaterThan(2);
    });

    test('returns an item that a free listener can play to a free listener', async () => {
      const free = await signedIn(provider().origin, 'free@listener.test');
      for (let attempt = 0; attempt < 12; attempt += 1) {
        const item = v.parse(wire.item, (await free.get('/content?random=1')).body);
        expect(item.has_listen_free_content || item.listen_free).toBe(true);
      }
    });
  });

  let member: ApiClient;

  beforeAll(async () => {
    member = await signedIn(provider().origin, 'annual@listener.test');
  });

  async function ids(path: string): Promise<readonly string[]> {
    const page = v.parse(wire.pageOf(v.object({ id: v.string() })), (await member.get(path)).body);
    return page.results.map(({ id }) => id);
  }

  const save = (content_id: string, is_favorite: boolean) =>
    member.post('/favorites/content', { content_id, is_favorite });

  test('saving twice has the effect of saving once, and removing leaves nothing', async () => {
    await save('the-ferry-timetable', true);
    await save('the-ferry-timetable', true);
    expect(await ids('/favorites/content?podcast=0')).toContain('the-ferry-timetable');
    await save('the-ferry-timetable', false);
    const again = await save('the-ferry-timetable', false);
    expect(again.status).toBe(200);
    expect(await ids('/favorites/content?podcast=0')).not.toContain('the-ferry-timetable');
    expect(await ids('/library')).not.toContain('the-ferry-timetable');
  });

  test('an own track of a collection can be saved, and shows it inside the collection', async () => {
    await save('learn-to-sleep-again-t2', true);
    const item = v.parse(wire.item, (await member.get('/content/learn-to-sleep-again')).body);
    expect(item.tracks.filter((track) => track.is_favorite).map(({ id }) => id)).toEqual([
      'learn-to-sleep-again-t2',
    ]);
  });

  test('an unknown item or author cannot be saved', async () => {
    expect((await save('nothing-by-this-name', true)).status).toBe(404);
    const follow = { author_id: 'nobody-by-this-name', is_favorite: true };
    expect((await member.post('/favorites/authors', follow)).status).toBe(404);
  });
});
