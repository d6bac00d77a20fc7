import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { parseRssFeed } from 'feedsmith';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { Feeds } from '../../feeds/feeds.ts';
import { OPERATOR } from '../../members/audit.ts';
import { addMember, removeMember, setPlan } from '../../members/manage-members.ts';
import { secretOfFeed } from '../support/private-feeds.ts';
import type { PrivateFeedTables } from '../../private-feeds/tables.ts';
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

async function subOfOwner(): Promise<string> {
  const { sub } = await db
    .selectFrom('listeners')
    .select('sub')
    .where('email', '=', 'owner@listener.test')
    .executeTakeFirstOrThrow();
  return sub;
}

async function feedOf(id: string): Promise<string> {
  const { body } = await library.client.post('/user/feeds', { kind: 'item', id, name: randomUUID() });
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

test('a title that is renamed, moved, hidden and shown again keeps the ids of its episodes (FEED-13)', async () => {
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
  renameSync(join(library.folder, 'In one file'), join(library.folder, 'Elsewhere'));
  await library.import();
  expect((await read(url)).map(({ guid }) => guid)).toEqual(before.map(({ guid }) => guid));
  expect((await fetch(before[0]?.url ?? '')).status).toBe(200);
});

test('a cover is a square JPEG from 1400 to 3000 pixels, and its path ends in .jpg (FEED-57)', async () => {
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#246' } })
      .png()
      .toBuffer();
  const sizeOf = async (address: string) => {
    const response = await fetch(address);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    return [format, width, height];
  };
  const imageOf = async (id: string) => {
    const { itunes, image, link } = parseRssFeed(await (await fetch(await feedOf(id))).text());
    expect(new URL(itunes?.image ?? '').pathname).toMatch(/\.jpg$/u);
    expect(image).toMatchObject({ url: itunes?.image, link });
    return itunes?.image ?? '';
  };
  for (const [title, width, height] of [
    ['A large cover', 3200, 3200],
    ['A tall cover', 300, 500],
  ] as const) {
    library.write(`${title}/book.mp3`, await mp3(tone(1, width / 10), {}));
    library.write(`${title}/cover.png`, await picture(width, height));
    await library.import();
    const image = await imageOf(await idOf(title));
    expect(await sizeOf(image)).toEqual(['jpeg', 1400, 1400]);
    expect(await sizeOf(`${image}&w=9999`)).toEqual(['jpeg', 3000, 3000]);
    expect(await sizeOf(`${image}&w=100`)).toEqual(['jpeg', 1400, 1400]);
  }
  const small = await picture(200, 100);
  host.set('/cover.png', (_, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(small),
  );
  host.set('/pictured', podcast('Pictured', [{ guid: 'p' }], '<itunes:image href="/cover.png"/>'));
  const added = await new Feeds(db, clock, HERE).add(`${host.origin}/pictured`);
  expect(await sizeOf(await imageOf(added.id))).toEqual(['jpeg', 1400, 1400]);
  // The picture of this title is drawn as SVG, which apps do not show.
  const drawn = await idOf('In one file');
  expect(await (await fetch(await feedOf(drawn))).text()).not.toMatch(/image|svg/u);
  expect((await fetch(`${library.provider.origin}/media/covers/item-${drawn}.jpg`)).status).toBe(404);
});

test('a sound that is being sent ends when its member is deleted (FEED-20)', async () => {
  const LONG = 'A long file';
  const sound = await mp3(tone(2, 300), {});
  const whole = Buffer.concat(Array.from({ length: Math.ceil(24e6 / sound.length) }, () => sound));
  library.write(`${LONG}/book.mp3`, whole);
  await library.import();
  const managing = { db, pool, clock, by: OPERATOR };
  const email = 'leaving@listener.test';
  const person = { email, name: 'Lea', role: 'listener', plan: 'annual', until: null } as const;
  await addMember(managing, { ...person, password: 'correct horse battery' });
  const { sub } = await db
    .selectFrom('listeners')
    .select('sub')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const feedTables = db.withTables<PrivateFeedTables>();
  const asked = { kind: 'item', id: await idOf(LONG), name: 'car' } as const;
  const secret = await secretOfFeed(feedTables, sub, asked, clock.now());
  const [entry] = await read(`${library.provider.origin}/feeds/${secret}`);
  const reader = (await fetch(entry?.url ?? '')).body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await removeMember(managing, email);
  clock.setOffset(61_000);
  try {
    await expect(
      (async () => {
        for (let done = false; !done;) done = (await reader?.read())?.done ?? true;
      })(),
    ).rejects.toThrow('terminated');
  } finally {
    clock.setOffset(0);
  }
});

test('an episode has its chapters as a file, for who may hear it, and another provider reads them (FEED-56)', async () => {
  const notes = 'About the sea.\n0:00 Start\n0:30 - The sea\n(1:10) The end';
  host.set('/chapters', podcast('Chapters', [{ guid: 'c', notes }, { guid: 'plain' }]));
  const { id } = await new Feeds(db, clock, HERE).add(`${host.origin}/chapters`);
  const url = await feedOf(id);
  const { items = [] } = parseRssFeed(await (await fetch(url)).text());
  const addresses = items.map(({ title, podcast: tags }) => [title, tags?.chapters?.type]);
  expect(addresses).toEqual([
    ['c', 'application/json+chapters'],
    ['plain', undefined],
  ]);
  const file = items[0]?.podcast?.chapters?.url ?? '';
  expect(file.startsWith(`${url}/`)).toBe(true);
  const response = await fetch(file);
  expect(response.headers.get('content-type')).toContain('application/json+chapters');
  expect(response.headers.get('cache-control')).toContain('private');
  expect(await response.json()).toEqual({
    version: '1.2.0',
    chapters: [
      { startTime: 0, title: 'Start' },
      { startTime: 30, title: 'The sea' },
      { startTime: 70, title: 'The end' },
    ],
  });
  const read = await new Feeds(other.provider.db, clock, HERE).add(url);
  const { body } = await other.client.get(`/podcast-episodes?pid=${read.id}`);
  const [{ description } = { description: '' }] = (
    body as { results: { title: string; description: string }[] }
  ).results;
  expect(description).toContain('0:30 The sea');

  const managing = { db, pool, clock, by: OPERATOR };
  await setPlan(managing, 'owner@listener.test', null, null);
  expect((await fetch(file)).status).toBe(403);
  await setPlan(managing, 'owner@listener.test', 'annual', null);
  for (const unknown of ['nothing', await idOf('In one file'), await idOf('A whole file')])
    expect((await fetch(`${url}/chapters/${unknown}.json`)).status).toBe(404);
  expect((await fetch(file.replace(/feeds\/[^/]+/u, 'feeds/guessed'))).status).toBe(404);
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
    const renewed = (await library.client.get('/user/feeds')).body as {
      feeds: { id: string; name: string }[];
    };
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

test('an owner sees and revokes the addresses of a member, never their secrets (FEED-50)', async () => {
  const studio = new StudioClient(library.provider.origin, library.client.token);
  const url = await feedOf(await idOf('A whole file'));
  const [newest] = (
    (await library.client.get('/user/feeds')).body as { feeds: { id: string; name: string }[] }
  ).feeds;
  const sub = await subOfOwner();
  const { body } = await studio.get(`/members/${sub}`);
  const shown = { id: newest?.id, kind: 'item', name: newest?.name, title: 'A whole file', is_paused: false };
  expect(body).toMatchObject({ feeds: expect.arrayContaining([expect.objectContaining(shown)]) as unknown });
  expect(JSON.stringify(body)).not.toContain(url.split('/').at(-1));
  const path = `/members/${sub}/feeds/${newest?.id ?? ''}`;
  const revoked = await studio.call('DELETE', path);
  expect(revoked.body).toMatchObject({
    changes: expect.arrayContaining([
      expect.objectContaining({ action: 'feed-revoked', detail: newest?.name }),
    ]) as unknown,
  });
  expect((await fetch(url)).status).toBe(404);
  expect((await studio.call('DELETE', path)).status).toBe(422);
});

test('an owner sees the passkeys of a member, and no key (STU-72)', async () => {
  const studio = new StudioClient(library.provider.origin, library.client.token);
  const sub = await subOfOwner();
  await sql`insert into pool_passkeys
    (credential_id, sub, rp_id, public_key, counter, is_synced, is_backed_up, transports, name, created_at)
    values ('an-id', ${sub}, 'localhost', 'a-public-key', 0, true, true, 'internal', 'My phone', 0)`.execute(
    db,
  );
  const { body } = await studio.get(`/members/${sub}`);
  expect(body).toMatchObject({
    passkeys: [{ id: 'an-id', name: 'My phone', added_at: '1970-01-01T00:00:00.000Z', last_used: null }],
  });
  expect(JSON.stringify(body)).not.toContain('a-public-key');
});

test('an owner sees the sign-ins of a member at other providers, and the sessions (STU-73)', async () => {
  const studio = new StudioClient(library.provider.origin, library.client.token);
  const sub = await subOfOwner();
  await sql`insert into pool_identities (issuer, subject, sub, provider, email, created_at, used_at)
    values ('https://school.example', 'a-subject', ${sub}, 'Example School', 'o@school.example', 0, 0)`.execute(
    db,
  );
  await sql`update pool_refresh_tokens set identity_provider = 'Example School' where sub = ${sub}`.execute(
    db,
  );
  const { body } = await studio.get(`/members/${sub}`);
  const at = '1970-01-01T00:00:00.000Z';
  expect(body).toMatchObject({
    identities: [{ provider: 'Example School', email: 'o@school.example', added_at: at, last_used: at }],
    sessions: expect.arrayContaining([
      expect.objectContaining({ device: 'an unknown device', identity_provider: 'Example School' }),
    ]) as unknown,
  });
});

test('a publisher turns the public feed of a title on and off (FEED-30)', async () => {
  const studio = new StudioClient(library.provider.origin, library.client.token);
  const id = await idOf('A whole file');
  const set = (is_public: unknown, of = id) => studio.call('PUT', `/titles/${of}/public-feed`, { is_public });
  expect((await set(true)).body).toMatchObject({ public_feed: `/feeds/${id}` });
  expect((await fetch(`${library.provider.origin}/feeds/${id}`)).status).toBe(200);
  expect((await set(false)).body).toMatchObject({ public_feed: null });
  expect((await fetch(`${library.provider.origin}/feeds/${id}`)).status).toBe(404);
  expect([(await set('yes')).status, (await set(true, 'nothing')).status]).toEqual([422, 404]);
});

test('downloads are apart from listened time, and credited only if an owner chooses so (FEED-58)', async () => {
  const studio = new StudioClient(library.provider.origin, library.client.token);
  const id = await idOf('Renamed').then(async (renamed) => (renamed === '' ? idOf('In one file') : renamed));
  const at = Date.UTC(2031, 0, 5);
  await db
    .withTables<PrivateFeedTables>()
    .insertInto('feed_downloads')
    .values(
      [1, 2, 0].map((chapter) => ({
        item_id: chapter === 0 ? 'gone' : id,
        chapter,
        listener: '',
        started_at: at,
        bytes: 1,
        counted_at: at,
        credited_ms: chapter === 0 ? 0 : 3_000,
      })),
    )
    .execute();
  const read = async () => (await studio.get('/statements?from=2031-01&to=2031-01')).body;
  const titles = [
    { month: '2031-01', title_id: 'gone', title: '', downloads: 1 },
    { month: '2031-01', title_id: id, title: 'In one file', downloads: 2 },
  ].toSorted((one, other) => (one.title_id < other.title_id ? -1 : 1));
  expect(await read()).toMatchObject({ lines: [], downloads: { titles, is_paid: false, lines: [] } });
  expect((await studio.call('PUT', '/statements/downloads', { is_paid: true })).status).toBe(200);
  const credited = { month: '2031-01', author: 'Ann', title_id: id, milliseconds: 6_000 };
  expect(await read()).toMatchObject({ lines: [], downloads: { titles, is_paid: true, lines: [credited] } });
  await studio.call('PUT', '/statements/downloads', { is_paid: false });
  expect(await read()).toMatchObject({ downloads: { is_paid: false, lines: [] } });
});

test('too many requests of an account, or for unknown addresses, are refused (FEED-32)', async () => {
  // One request in two seconds, so that a slow machine sends too many as well.
  const slow = await startTestProvider({ requestsPerSecond: 0.5 });
  const ask = (url: string) => fetch(url, { headers: { 'if-none-match': '*' } });
  try {
    const feedTables = slow.db.withTables<PrivateFeedTables>();
    const { sub } = await slow.db.selectFrom('listeners').select('sub').executeTakeFirstOrThrow();
    const made = await secretOfFeed(feedTables, sub, { kind: 'saved', id: null, name: 'car' }, clock.now());
    for (const [secret, status, later] of [
      [made, 304, 10_000],
      ['unknown', 404, 20_000],
    ] as const) {
      const url = `${slow.origin}/feeds/${secret}`;
      slow.clock.setOffset(later - 5_000);
      const responses = await Promise.all(Array.from({ length: 200 }, () => ask(url)));
      expect(new Set(responses.map((each) => each.status))).toEqual(new Set([status, 429]));
      const refused = responses.find((each) => each.status === 429);
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
      slow.clock.setOffset(later);
      expect((await ask(url)).status).toBe(status);
      // Another address of the account has no limit of its own.
      const asked = { kind: 'saved', id: null, name: `watch ${later}` } as const;
      const other = await secretOfFeed(feedTables, sub, asked, clock.now());
      expect((await ask(`${slow.origin}/feeds/${other}`)).status).toBe(429);
    }
  } finally {
    await slow.close();
  }
}, 60_000);
