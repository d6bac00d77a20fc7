import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, signedIn, useProvider } from '../support/provider.ts';
import * as wire from '../../../server/api/answers.ts';

const provider = useProvider();
let listener: ApiClient;

beforeAll(async () => {
  listener = await signedIn(provider().origin, 'monthly@listener.test');
});

/** Calls with and without the trailing slash, and reads the answer by its schema. */
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
  expect(Math.max(...shelves.quick_listens.map((item) => item.run_time))).toBeLessThanOrEqual(1800);
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
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    expect(answer.headers.vary).toContain('Origin');
    return (await buffer(answer)).length;
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
