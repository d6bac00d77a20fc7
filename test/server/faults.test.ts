import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, parsed, signedIn, useProvider } from './support/provider.ts';

const provider = useProvider();
let listener: ApiClient;

beforeAll(async () => {
  listener = await signedIn(provider().origin, 'annual@listener.test');
});

async function control(method: string, path: string, body?: unknown) {
  const response = await fetch(`${provider().origin}/__faults${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  return { status: response.status, body: parsed(await response.text()) };
}

const entry = v.strictObject({
  method: v.string(),
  path: v.string(),
  query: v.record(v.string(), v.string()),
  headers: v.record(v.string(), v.string()),
  at: v.number(),
  body: v.unknown(),
  status: v.number(),
});

async function log() {
  const { body } = await control('GET', '/log');
  return v.parse(v.strictObject({ entries: v.array(entry) }), body).entries;
}

afterEach(async () => {
  await control('DELETE', '');
  await control('DELETE', '/log');
});

describe('a fault', () => {
  test('responds with the requested status, body and headers, as often as requested', async () => {
    const headers = { 'retry-after': '7' };
    const fault = { match: { path: '/api/v2/user' }, status: 429, body: { why: 'busy' }, headers, times: 2 };
    expect((await control('POST', '', fault)).status).toBe(200);
    for (const _time of [1, 2]) {
      const answer = await listener.get('/user');
      expect(answer.status).toBe(429);
      expect(answer.body).toEqual({ why: 'busy' });
      expect(answer.headers.get('retry-after')).toBe('7');
    }
    expect((await listener.get('/user')).status).toBe(200);
  });

  test('closes the connection', async () => {
    await control('POST', '', { match: { path: '/api/v2/browse' }, drop: true });
    await expect(listener.get('/browse')).rejects.toThrow('fetch failed');
  });

  test('holds requests until the faults are cleared', async () => {
    await control('POST', '', { match: { path: '/api/v2/user' }, hold: true });
    let answered = 0;
    const held = [1, 2].map(async () => {
      const { status } = await listener.get('/user');
      answered += 1;
      return status;
    });
    expect((await listener.get('/browse')).status).toBe(200);
    await sleep(100);
    expect(answered).toBe(0);
    await control('DELETE', '');
    expect(await Promise.all(held)).toEqual([200, 200]);
  });

  test.each([
    { status: 500 },
    { match: {}, status: 99 },
    { match: {}, statsu: 500 },
    { match: { path: '(' }, status: 500 },
  ])('that is invalid is refused: %j', async (fault) => {
    expect((await control('POST', '', fault)).status).toBe(400);
  });
});

describe('the wire log', () => {
  test('contains each request and its response', async () => {
    await control('DELETE', '/log');
    const report = [
      { id: 'a-short-book-about-long-distances', playback_speed: 1, content_type: 1, last_position: 1 },
    ];
    await listener.get('/search?term=sea&limit=3');
    await listener.post('/user/content', report);
    await control('POST', '', { match: { path: '/api/v2/audio/reporting' }, status: 500 });
    await listener.post('/audio/reporting', [{ content_id: 'x', duration: 5 }]);
    const entries = await log();
    expect(
      entries.map(({ method, path, query, body, status }) => [method, path, query, body, status]),
    ).toEqual([
      ['GET', '/api/v2/search', { term: 'sea', limit: '3' }, null, 200],
      ['POST', '/api/v2/user/content', {}, report, 200],
      ['POST', '/api/v2/audio/reporting', {}, [{ content_id: 'x', duration: 5 }], 500],
    ]);
    expect(entries[0]?.headers['authorization']).toMatch(/^Bearer /);
  });
});

test("the provider's clock can be moved, and moved back", async () => {
  const moved = await control('POST', '/clock', { offset_ms: -86_400_000 });
  const { now } = v.parse(v.strictObject({ now: v.string() }), moved.body);
  expect(Math.abs(Date.parse(now) + 86_400_000 - Date.now())).toBeLessThan(60_000);
  await control('POST', '/clock', { offset_ms: 0 });
  expect(Math.abs(provider().clock.now() - Date.now())).toBeLessThan(1000);
});

test('the stored reports have each royalty that was counted, and each position', async () => {
  const item = 'a-short-book-about-long-distances';
  const report = [{ id: item, playback_speed: 1, content_type: 1, last_position: 2_345 }];
  await listener.get(`/audio/tokenize?url=/media/audio/${item}.mp3`);
  await listener.post('/user/content', report);
  for (const duration of [700, 900])
    await listener.post('/audio/reporting', [{ content_id: item, duration }]);
  const { body } = await control('GET', '/reports');
  expect(body).toEqual({
    royalties: [700, 900].map((duration) => ({
      email: 'annual@listener.test',
      content_id: item,
      duration,
      reported_at: expect.any(Number) as number,
    })),
    positions: expect.arrayContaining([
      {
        email: 'annual@listener.test',
        item_id: item,
        chapter_index: null,
        chapter_position: null,
        last_position: 2_345,
        updated_at: expect.any(Number) as number,
      },
    ]) as readonly unknown[],
  });
});
