import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { Feeds } from '../../../server/feeds/feeds.ts';
import { OPERATOR } from '../../../server/members/audit.ts';
import { addMember } from '../../../server/members/manage-members.ts';
import { tone, wav } from '../library/support/make-audio.ts';
import { session, userOf } from '../pool/client.ts';
import { ApiClient, startTestProvider } from '../support/provider.ts';
import { podcast, podcastHost } from './feed-host.ts';

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
