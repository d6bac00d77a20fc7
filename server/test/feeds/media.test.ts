import sharp from 'sharp';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { Feeds } from '../../feeds/feeds.ts';
import { OPERATOR } from '../../members/audit.ts';
import { addMember } from '../../members/manage-members.ts';
import { tone, wav } from '../library/support/make-audio.ts';
import { session, userOf } from '../pool/client.ts';
import { ApiClient, startTestProvider } from '../support/provider.ts';
import { forgetPins } from '../../feeds/pins.ts';
import type { FeedTables } from '../../feeds/tables.ts';
import { type Responder, podcast, podcastHost } from './feed-host.ts';

const HERE = ['127.0.0.1'];
const SOUND = wav(tone(1, 300));

const host = await podcastHost();
const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#357' } })
  .png()
  .toBuffer();
host.set('/cover.png', picture);
host.set('/broken.png', 'no picture');
host.set('/a.mp3', (request, response) => {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const headers = {
    'content-type': 'audio/mpeg',
    'accept-ranges': 'bytes',
    etag: '"1"',
    'set-cookie': 'who=you',
  };
  if (from === undefined || to === undefined) {
    response.writeHead(200, { ...headers, 'content-length': SOUND.length }).end(SOUND);
    return;
  }
  const part = SOUND.subarray(Number(from), Number(to) + 1);
  response
    .writeHead(206, {
      ...headers,
      'content-length': part.length,
      'content-range': `bytes ${from}-${to}/${SOUND.length}`,
    })
    .end(part);
});
host.set('/page.mp3', (_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Gone'),
);
host.set('/private.mp3', (_, response) => response.writeHead(302, { location: 'http://127.0.0.2/x' }).end());
host.set(
  '/feed',
  podcast(
    'Show',
    [{ guid: 'a', day: 3 }, { guid: 'page', day: 2 }, { guid: 'private' }],
    '<itunes:image href="/cover.png"/>',
  ),
);
host.set('/other', podcast('Bare', [{ guid: 'a', sound: '/a.mp3' }], '<itunes:image href="/broken.png"/>'));

const provider = await startTestProvider({
  library: [],
  feedNetworks: HERE,
});
const { db, pool, clock, origin } = provider;
const member = {
  email: 'owner@listener.test',
  name: 'Olga',
  role: 'owner',
  plan: 'annual',
  until: null,
} as const;
await addMember({ db, pool, clock, by: OPERATOR }, { ...member, password: 'correct horse battery' });
const client = new ApiClient(
  origin,
  (await session(userOf(`${origin}/pool`, member.email), 'correct horse battery')).access,
);
afterAll(() => provider.close());
const feeds = new Feeds(db, clock, HERE);
const { id: show } = await feeds.add(`${host.origin}/feed`);
const { id: bare } = await feeds.add(`${host.origin}/other`);

interface Item {
  readonly title: string;
  readonly url: string | null;
  readonly img_url: string;
}

async function episodes(of = show): Promise<ReadonlyMap<string, Item>> {
  const { body } = await client.get(`/podcast-episodes?pid=${of}`);
  const { results } = body as { readonly results: readonly Item[] };
  return new Map(results.map((item) => [item.title, item]));
}

async function soundOf(title: string): Promise<string> {
  const url = (await episodes()).get(title)?.url ?? '';
  const { body } = await client.get(`/audio/tokenize?url=${encodeURIComponent(url)}`);
  return origin + (body as { readonly tokenized_url: string }).tokenized_url;
}

test('the sound of an episode passes through the provider, whole and by range', async () => {
  const address = await soundOf('a');
  const whole = await fetch(address);
  expect(whole.status).toBe(200);
  expect(Buffer.from(await whole.arrayBuffer()).equals(SOUND)).toBe(true);
  expect(whole.headers.get('set-cookie')).toBeNull();

  const part = await fetch(address, { headers: { range: 'bytes=10-19' } });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes 10-19/${SOUND.length}`);
  expect(part.headers.get('content-type')).toBe('audio/mpeg');
  expect(part.headers.get('access-control-allow-origin')).toBe('*');
  expect(Buffer.from(await part.arrayBuffer()).equals(SOUND.subarray(10, 20))).toBe(true);
  // The host does not learn who listens.
  expect(host.headers.get('/a.mp3')).not.toHaveProperty('authorization');
  expect(host.headers.get('/a.mp3')).not.toHaveProperty('referer');
});

test('a sound needs its signed address', async () => {
  const address = await soundOf('a');
  expect((await fetch(address.replace(/signature=.*/, 'signature=x'))).status).toBe(403);
});

test.each([
  ['page', 'a page in its place'],
  ['private', 'a redirect to a private network'],
])('a sound that is %s is not sent: %s', async (title) => {
  const response = await fetch(await soundOf(title));
  expect(response.status).toBe(502);
  expect(await response.text()).not.toContain('Gone');
});

/** Sets the response of a path: another file at each request, unless the query names one. Returns the files by their number. */
function changing(path: string, hasTags: boolean, isRedirected: boolean) {
  let made = 0;
  const gone = new Set<number>();
  const files = new Map<number, Buffer>();
  const state = { size: 1000, isFixed: false };
  const fileAt = (number: number): Buffer => files.get(number) ?? Buffer.alloc(0);
  const send =
    (number: number): Responder =>
    (request, response) => {
      if (gone.has(number)) return response.writeHead(403).end();
      const file = fileAt(number);
      const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
      const condition = request.headers['if-range'] ?? `"${number}"`;
      const headers = { 'content-type': 'audio/mpeg', ...(hasTags && { etag: `"${number}"` }) };
      if (from === undefined || condition !== `"${number}"`) {
        return response.writeHead(200, { ...headers, 'content-length': file.length }).end(file);
      }
      if (Number(from) >= file.length) return response.writeHead(416).end();
      const last = to === '' ? file.length - 1 : Number(to);
      const range = { 'content-range': `bytes ${from}-${last}/${file.length}` };
      return response.writeHead(206, { ...headers, ...range }).end(file.subarray(Number(from), last + 1));
    };
  host.set(path, (request, response) => {
    if (!state.isFixed) {
      made += 1;
      files.set(made, Buffer.alloc(state.size + (hasTags ? 0 : made), made));
    }
    if (!isRedirected) return send(made)(request, response);
    host.set(`${path}?s=${made}`, send(made));
    return response.writeHead(302, { location: `${path}?s=${made}` }).end();
  });
  return { fileAt, gone, state };
}

async function soundAt(path: string): Promise<() => Promise<string>> {
  const feed = `${path}/feed`;
  host.set(feed, podcast(path, [{ guid: path, sound: path }]));
  const { id } = await feeds.add(host.origin + feed);
  const url = (await episodes(id)).get(path)?.url ?? '';
  // An address of a later second is another one.
  return async () => {
    clock.setOffset(clock.now() - Date.now() + 1000);
    const { body } = await client.get(`/audio/tokenize?url=${encodeURIComponent(url)}`);
    return origin + (body as { readonly tokenized_url: string }).tokenized_url;
  };
}

async function asked(address: string, range?: string, condition?: string) {
  const headers = {
    ...(range !== undefined && { range }),
    ...(condition !== undefined && { 'if-range': condition }),
  };
  const response = await fetch(address, { headers });
  const { status } = response;
  return {
    status,
    tag: response.headers.get('etag') ?? '',
    ranges: response.headers.get('accept-ranges'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

describe.each([true, false])(
  'a host that sends another file at each request, with tags: %s (CAT-182)',
  (hasTags) => {
    test('but redirects to it: a listening and a download are one file', async () => {
      const path = `/redirects-${hasTags}.mp3`;
      const { fileAt, gone, state } = changing(path, hasTags, true);
      const next = await soundAt(path);
      const first = await next();
      // Safari makes several requests at once.
      const parts = await Promise.all(
        ['bytes=0-1', 'bytes=2-499', 'bytes=500-'].map(async (range) => asked(first, range)),
      );
      const whole = Buffer.concat(parts.map(({ bytes }) => bytes));
      const number = whole[0] ?? 0;
      expect(whole.equals(fileAt(number))).toBe(true);
      // So is a later address, of a browser that was opened again.
      const tag = parts[0]?.tag ?? '';
      const rest = await asked(await next(), 'bytes=400-', tag);
      expect(rest).toMatchObject({ status: 206, tag, bytes: fileAt(number).subarray(400) });

      gone.add(number);
      const late = await next();
      expect(await asked(first, 'bytes=10-19')).toMatchObject({ status: 409 });
      const again = await asked(late, 'bytes=400-', tag);
      const other = again.bytes[0] ?? 0;
      expect(other).not.toBe(number);
      expect(again).toMatchObject({ status: 200, bytes: fileAt(other) });
      expect(await asked(late, 'bytes=10-19')).toMatchObject({
        status: 206,
        bytes: fileAt(other).subarray(10, 20),
      });
      expect(await asked(first)).toMatchObject({ status: 409 });
      // The rest of a file that is longer than the new one.
      gone.add(other);
      state.size = 800;
      const short = await asked(await next(), 'bytes=900-', tag);
      expect(short).toMatchObject({ status: 200, bytes: fileAt(short.bytes[0] ?? 0) });
    });

    test('at one address: a listening is one response', async () => {
      const path = `/direct-${hasTags}.mp3`;
      const { fileAt } = changing(path, hasTags, false);
      const next = await soundAt(path);
      const first = await next();
      expect(await asked(first, 'bytes=0-')).toMatchObject({ status: 206, bytes: fileAt(1) });
      expect(await asked(first, 'bytes=10-19')).toMatchObject({ status: 409 });
      // At the next address nothing can be requested in parts.
      const second = await next();
      const { status, ranges, bytes } = await asked(second, 'bytes=0-');
      expect({ status, ranges }).toEqual({ status: 200, ranges: 'none' });
      expect(bytes.equals(fileAt(bytes[0] ?? 0))).toBe(true);
      expect(await asked(second, 'bytes=10-19')).toMatchObject({ status: 409 });
      expect(await asked(first)).toMatchObject({ status: 409 });
    });

    test('no more: after a file was replaced once, parts of the new one can be requested', async () => {
      const path = `/replaced-${hasTags}.mp3`;
      const { fileAt, state } = changing(path, hasTags, false);
      const next = await soundAt(path);
      const first = await next();
      await asked(first, 'bytes=0-');
      await fetch(host.origin + path);
      state.isFixed = true;
      expect(await asked(first, 'bytes=10-19')).toMatchObject({ status: 409 });
      expect(await asked(await next(), 'bytes=10-19')).toMatchObject({
        status: 206,
        bytes: fileAt(2).subarray(10, 20),
      });
    });
  },
);

test('a host that names the moment of each response as the date of its file sends one file', async () => {
  let requests = 0;
  host.set('/now.mp3', (request, response) => {
    requests += 1;
    const modified = new Date(Date.now() - requests * 1000).toUTCString();
    const headers = { 'content-type': 'audio/mpeg', 'last-modified': modified };
    if (request.headers.range === undefined) response.writeHead(200, headers).end(SOUND);
    else
      response
        .writeHead(206, { ...headers, 'content-range': `bytes 10-19/${SOUND.length}` })
        .end(SOUND.subarray(10, 20));
  });
  const address = await (await soundAt('/now.mp3'))();
  expect(await asked(address)).toMatchObject({ status: 200 });
  expect(await asked(address, 'bytes=10-19')).toMatchObject({ status: 206 });
});

test('a file that its listener has is not sent again, and is forgotten some time after its address', async () => {
  const address = await soundOf('a');
  const { tag } = await asked(address);
  expect((await fetch(address, { headers: { 'if-none-match': tag } })).status).toBe(304);
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::integer as n from feed_pins`.execute(db)).rows[0]?.n;
  const tables = db.withTables<FeedTables>();
  await forgetPins(tables, clock.now());
  expect(await count()).toBeGreaterThan(0);
  await forgetPins(tables, clock.now() + 48 * 3_600_000);
  expect(await count()).toBe(0);
});

test('covers are fetched once, resized, and stored', async () => {
  const cover = (await episodes()).get('a')?.img_url ?? '';
  const small = await fetch(`${origin}${cover}&w=160`);
  expect(small.headers.get('content-type')).toBe('image/webp');
  const { width } = await sharp(Buffer.from(await small.arrayBuffer())).metadata();
  expect(width).toBe(160);
  await fetch(`${origin}${cover}&w=160`);
  expect(host.asked.filter((each) => each === 'GET /cover.png')).toHaveLength(1);
});

test('a cover that cannot be read is drawn', async () => {
  const { body } = await client.get(`/content/${bare}`);
  const { img_url } = body as Item;
  const response = await fetch(origin + img_url);
  expect(response.headers.get('content-type')).toContain('image/svg+xml');
  await fetch(origin + img_url);
  expect(host.asked.filter((each) => each === 'GET /broken.png')).toHaveLength(1);
});

test('nothing of a podcast is served after it was removed', async () => {
  const address = await soundOf('a');
  await feeds.remove(show);
  expect((await fetch(address)).status).toBe(404);
});
