import { sql } from 'kysely';
import { parseRssFeed } from 'feedsmith';
import { expect, test, vi } from 'vitest';
import { Feeds } from '../../../server/feeds/feeds.ts';
import { OPERATOR } from '../../../server/members/audit.ts';
import { setPlan } from '../../../server/members/manage-members.ts';
import { addFeed } from '../../../server/private-feeds/feeds.ts';
import type { PrivateFeedTables } from '../../../server/private-feeds/tables.ts';
import { startTestProvider } from '../support/provider.ts';
import { podcast, podcastHost } from '../feeds/feed-host.ts';
import { mp3, tone } from '../library/support/make-audio.ts';
import { mp4 } from '../library/support/make-mp4.ts';
import { StudioClient } from '../studio/studio-client.ts';
import { addressOf, ownLibrary } from '../library/support/own-library.ts';

const HERE = ['127.0.0.1'];
const host = await podcastHost();
const library = await ownLibrary({ feedNetworks: HERE });
const { db, pool, clock } = library.provider;
const other = await ownLibrary({ feedNetworks: HERE });

const CHAPTERS = [
  { title: 'One', start: 0 },
  { title: 'Two', start: 2.5 },
  { title: 'Three', start: 5 },
];
const ONE_FILE = {
  seconds: 10,
  codec: 'aac',
  chapters: CHAPTERS,
  dialect: 'track',
  title: 'In one file',
} as const;
library.write('In one file/book.m4b', mp4({ ...ONE_FILE, artist: 'Ann' }));
library.write('A whole file/book.mp3', await mp3(tone(2, 300), {}));
await library.import();

const idOf = async (title: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select id from items where document ->> 'title' = ${title}`.execute(db);
  return rows[0]?.id ?? '';
};

async function feedOf(id: string): Promise<string> {
  const { body } = await library.client.post('/user/feeds', { kind: 'item', id, name: 'car' });
  return (body as { readonly url: string }).url;
}

const read = async (url: string) => {
  const feed = parseRssFeed(await (await fetch(url)).text());
  return (feed.items ?? []).map(({ title, guid, enclosures }) => ({
    title,
    guid: guid?.value,
    url: enclosures?.[0]?.url ?? '',
    length: enclosures?.[0]?.length,
    type: enclosures?.[0]?.type,
  }));
};

const bytesOf = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

test.each([
  ['In one file', ['One', 'Two', 'Three'], 'audio/mp4'],
  ['A whole file', ['A whole file'], 'audio/mpeg'],
])('the sounds of a title %s have their right lengths, types and bytes', async (title, expected, type) => {
  const id = await idOf(title);
  const entries = await read(await feedOf(id));
  expect(entries.map((entry) => entry.title)).toEqual(expected);
  for (const entry of entries) {
    const head = await fetch(entry.url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(entry.length));
    expect([entry.type, head.headers.get('content-type')]).toEqual([type, type]);
    const bytes = await bytesOf(entry.url);
    const path = new URL(entry.url).pathname.replace(/^\/feeds\/[^/]+/u, '');
    expect(bytes.equals(await bytesOf(await addressOf(library, path)))).toBe(true);
    const part = await fetch(entry.url, { headers: { range: 'bytes=5-9' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(5, 10))).toBe(true);
  }
});

test('a title that is renamed, hidden and shown again keeps the ids of its episodes (FEED-13)', async () => {
  const id = await idOf('In one file');
  const url = await feedOf(id);
  const before = await read(url);
  const studio = new StudioClient(library.provider.origin, library.client.token);
  await studio.edit(id, { title: 'Renamed' });
  expect((await read(url)).map(({ guid }) => guid)).toEqual(before.map(({ guid }) => guid));
  await studio.edit(id, { hidden: true });
  expect((await read(url)).map(({ title }) => title)).toEqual(['Not available']);
  expect((await fetch(before[0]?.url ?? '')).status).toBe(404);
  await studio.edit(id, { reset: ['hidden', 'title'] });
  expect((await read(url)).map(({ guid }) => guid)).toEqual(before.map(({ guid }) => guid));
});

test('an episode of another host has its length once it was sent (FEED-11)', async () => {
  const sound = await mp3(tone(1, 300), {});
  host.set('/a.mp3', (_, response) =>
    response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': sound.length }).end(sound),
  );
  host.set(
    '/feed',
    podcast('Show', [
      { guid: 'a', day: 3 },
      { guid: 'b', day: 4, sound: 'a.mp3' },
    ]),
  );
  const { id } = await new Feeds(db, clock, HERE).add(`${host.origin}/feed`);
  const url = await feedOf(id);
  const entries = await read(url);
  expect(entries.map(({ title, length }) => [title, length])).toEqual([
    ['b', 0],
    ['a', 0],
  ]);
  expect((await bytesOf(entries[1]?.url ?? '')).equals(sound)).toBe(true);
  await vi.waitFor(async () => {
    const renewed = (await library.client.get('/user/feeds')).body as { feeds: { id: string }[] };
    const again = await library.client.post(`/user/feeds/${renewed.feeds[0]?.id ?? ''}/renew`, {});
    const [, last] = await read((again.body as { url: string }).url);
    expect(last?.length).toBe(sound.length);
  });
});

test('a second provider adds an address as a podcast, plays it, loses the right and gets it back', async () => {
  const id = await idOf('In one file');
  const url = await feedOf(id);
  const feeds = new Feeds(other.provider.db, clock, HERE);
  const added = await feeds.add(url);
  const episodes = async () => {
    const { body } = await other.client.get(`/podcast-episodes?pid=${added.id}`);
    return (body as { results: { id: string; title: string; url: string }[] }).results;
  };
  const first = await episodes();
  expect(first.map(({ title }) => title).toSorted()).toEqual(['One', 'Three', 'Two']);
  const [played] = first;
  const signed = await addressOf(other, played?.url ?? '');
  const own = (await read(url)).find(({ title }) => title === played?.title);
  expect((await bytesOf(signed)).equals(await bytesOf(own?.url ?? ''))).toBe(true);

  const managing = { db, pool, clock, by: OPERATOR };
  await setPlan(managing, 'owner@listener.test', null, null);
  await feeds.refresh(added.id);
  expect((await episodes()).map(({ title }) => title)).toEqual(['This is for members']);
  expect((await fetch(own?.url ?? '')).status).toBe(403);
  await setPlan(managing, 'owner@listener.test', 'annual', null);
  await feeds.refresh(added.id);
  // The same episodes, so the positions of their listeners are there again.
  expect((await episodes()).map((each) => each.id).toSorted()).toEqual(
    first.map((each) => each.id).toSorted(),
  );
  expect((await bytesOf(await addressOf(other, played?.url ?? ''))).length).toBe(own?.length);
});

test('too many requests of an address, or for unknown ones, are refused (FEED-32)', async () => {
  // One request in two seconds, so that a slow machine sends too many as well.
  const slow = await startTestProvider({ requestsPerSecond: 0.5 });
  try {
    const feedTables = slow.db.withTables<PrivateFeedTables>();
    const { sub } = await slow.db.selectFrom('listeners').select('sub').executeTakeFirstOrThrow();
    const made = await addFeed(feedTables, sub, { kind: 'saved', id: null, name: 'car' }, clock.now());
    for (const [secret, status] of [
      [made?.secret ?? '', 304],
      ['unknown', 404],
    ] as const) {
      const url = `${slow.origin}/feeds/${secret}`;
      const asked = Array.from({ length: 30 }, () => fetch(url, { headers: { 'if-none-match': '*' } }));
      const statuses = new Set((await Promise.all(asked)).map((response) => response.status));
      expect(statuses).toEqual(new Set([status, 429]));
    }
  } finally {
    await slow.close();
  }
}, 60_000);
