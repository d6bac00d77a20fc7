import { parseFeed as readWithFeedParser } from '@rowanmanning/feed-parser';
import { parseRssFeed } from 'feedsmith';
import { sql } from 'kysely';
import { pino } from 'pino';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { runCommand } from '../../admin/commands.ts';
import { invitations } from '../../mail/index.ts';
import { chaptersIn } from '../../private-feeds/compose.ts';
import { entriesOf, PAGE } from '../../private-feeds/entries.ts';
import { hideSecret } from '../../private-feeds/feeds.ts';
import type { PrivateFeedTables } from '../../private-feeds/tables.ts';
import { appOf, FeedUsage, isRobot, MOST_APPS, MOST_NETWORKS, networkOf } from '../../private-feeds/usage.ts';
import { OPERATOR } from '../../members/audit.ts';
import { addMember, removeMember, setDisabled, setPlan } from '../../members/manage-members.ts';
import { session, userOf } from '../pool/client.ts';
import { ApiClient, useProvider } from '../support/provider.ts';

const PASSWORD = 'correct horse battery';
const BOOK = 'a-brief-history-of-bread';
const PODCAST = 'a-word-a-day';
const SERIES = 'slow-journeys';
const DAY = 86_400_000;

const lines: string[] = [];
const provider = useProvider({
  requestLog: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
  // Nothing listens there, so mails wait.
  mail: { url: 'smtp://127.0.0.1:1', from: { name: 'Tidewater', address: 'hello@example.org' } },
  trustedProxies: ['127.0.0.1'],
  requestsPerSecond: Infinity,
});
const feedTables = () => provider().db.withTables<PrivateFeedTables>();

let people = 0;

/** A new member. */
async function newMember(plan: 'annual' | null = 'annual') {
  const { db, pool, clock, origin } = provider();
  people += 1;
  const email = `pod-${people}@listener.test`;
  const managing = { db, pool, clock, by: OPERATOR };
  await addMember(managing, { email, name: 'Pod', role: 'listener', plan, until: null, password: PASSWORD });
  const client = new ApiClient(origin, (await session(userOf(`${origin}/pool`, email), PASSWORD)).access);
  return { email, client, managing };
}

interface Made {
  readonly id: string;
  readonly url: string;
}

async function make(client: ApiClient, body: object = { kind: 'item', id: BOOK }): Promise<Made> {
  const response = await client.post('/user/feeds', { name: 'car', ...body });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body as Made;
}

const ask = (url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  fetch(url, { method, headers: { 'user-agent': 'Pod App/1.0', ...headers } });

async function read(url: string) {
  const response = await ask(url);
  expect(response.status).toBe(200);
  return parseRssFeed(await response.text());
}

const guidsOf = async (url: string): Promise<readonly (string | undefined)[]> =>
  ((await read(url)).items ?? []).map(({ guid }) => guid?.value);

/** The ids of the episodes of all pages. */
async function pagesOf(url: string): Promise<readonly (readonly (string | undefined)[])[]> {
  const { items = [], atom } = await read(url);
  const next = atom?.links?.find(({ rel }) => rel === 'next')?.href;
  return [items.map(({ guid }) => guid?.value), ...(next === undefined ? [] : await pagesOf(next))];
}

const soundOf = async (url: string, at = 0): Promise<string> =>
  (await read(url)).items?.[at]?.enclosures?.[0]?.url ?? '';

describe('an address', () => {
  test('is shown once, listed without it, renewed and revoked', async () => {
    const { client } = await newMember();
    const made = await make(client);
    expect(made.url).toMatch(/\/feeds\/[\w-]{43}$/u);
    const listed = {
      id: made.id,
      kind: 'item',
      name: 'car',
      paused: false,
      title: 'A Brief History of Bread',
    };
    expect((await client.get('/user/feeds')).body).toEqual({
      feeds: [{ ...listed, created: expect.any(String) as string, last_used: null, last_app: null }],
    });
    const sound = await soundOf(made.url);
    const { body } = await client.get('/user/feeds');
    expect(body).toMatchObject({ feeds: [{ last_app: 'Pod App', last_used: expect.any(String) as string }] });

    const guids = await guidsOf(made.url);
    const renewed = (await client.post(`/user/feeds/${made.id}/renew`, {})).body as Made;
    expect([(await ask(made.url)).status, (await ask(sound)).status]).toEqual([404, 404]);
    expect(await guidsOf(renewed.url)).toEqual(guids);
    expect((await client.get('/user/feeds')).body).toMatchObject({ feeds: [{ id: made.id }] });

    const other = await newMember();
    expect((await other.client.post(`/user/feeds/${made.id}/renew`, {})).status).toBe(404);
    expect(await revoke(other.client, made.id)).toBe(404);
    expect(await revoke(client, made.id)).toBe(200);
    expect(await revoke(client, made.id)).toBe(404);
    expect((await ask(renewed.url)).status).toBe(404);
  });

  test('is renamed, and no two have one name, also at once (FEED-66, FEED-68)', async () => {
    const { client } = await newMember();
    const made = await make(client);
    const rename = async (name: string) => (await client.put(`/user/feeds/${made.id}`, { name })).status;
    expect(await rename(' Cár ')).toBe(200);
    const names = async () =>
      ((await client.get('/user/feeds')).body as { feeds: { name: string }[] }).feeds.map(({ name }) => name);
    expect(await names()).toEqual(['Cár']);
    expect((await ask(made.url)).status).toBe(200);
    const both = await Promise.all(
      ['Ｖan', 'van'].map(async (name) => (await client.post('/user/feeds', { kind: 'saved', name })).status),
    );
    expect(both.toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(await rename('VAN')).toBe(409);
    expect(await rename('CÁR')).toBe(200);
    const other = await newMember();
    expect((await other.client.put(`/user/feeds/${made.id}`, { name: 'x' })).status).toBe(404);
    await make(other.client, { kind: 'saved', name: 'van' });
  });

  test('of one name are kept apart by the database (FEED-66)', async () => {
    const { client } = await newMember();
    const { id } = await make(client);
    const row = await feedTables()
      .selectFrom('private_feeds')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const second = feedTables()
      .insertInto('private_feeds')
      .values({ ...row, id: 'second', secret_hash: 'second' })
      .execute();
    await expect(second).rejects.toThrow(/private_feeds_by_name/u);
  });

  test.each([
    { kind: 'item', id: 'nothing' },
    { kind: 'collection', id: BOOK },
    { kind: 'series', id: 'nothing' },
  ])('is not made for $kind $id', async (body) => {
    const { client } = await newMember();
    expect((await client.post('/user/feeds', { name: 'car', ...body })).status).toBe(404);
  });

  test('is stored as a hash, and stands in no log and in no shared cache', async () => {
    const { client } = await newMember();
    const { url } = await make(client);
    const secret = url.split('/').at(-1) ?? '';
    const sound = await soundOf(url);
    for (const address of [url, sound]) {
      const { headers } = await ask(address, {}, 'HEAD');
      expect(headers.get('cache-control')).toContain('private');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-robots-tag')).toContain('noindex');
    }
    for (const path of ['/', '/media/audio/', '/x', '?a=b', '//']) await ask(url + path);
    await vi.waitFor(() => expect(lines.length).toBeGreaterThan(5));
    expect(lines.join('')).toContain('/feeds');
    expect(lines.join('')).not.toContain(secret);
    expect(
      JSON.stringify(await feedTables().selectFrom('private_feeds').selectAll().execute()),
    ).not.toContain(secret);
  });

  test.each([
    ['guessed', (url: string) => url.replace(/[^/]+$/u, 'A'.repeat(43))],
    ['cut', (url: string) => url.slice(0, -1)],
    ['doubled', (url: string) => url + (url.split('/').at(-1) ?? '')],
    ['in two parts', (url: string) => `${url}/${url.split('/').at(-1) ?? ''}`],
    ['longer than any address', (url: string) => url + 'a'.repeat(5000)],
    ['empty', (url: string) => url.replace(/[^/]+$/u, '')],
    [
      'with another one in the query',
      (url: string) => `${url.slice(0, -2)}?feed=${url.split('/').at(-1) ?? ''}`,
    ],
  ])('that is %s is not known', async (_, change) => {
    const { client } = await newMember();
    const { url } = await make(client);
    const response = await ask(change(url));
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('Not found.');
  });

  test('moves to the query before anything reads it', () => {
    expect(hideSecret('/feeds/abc')).toBe('/feeds?feed=abc&');
    expect(hideSecret('/feeds/abc?after=5')).toBe('/feeds?feed=abc&after=5');
    expect(hideSecret('/feeds/abc/media/audio/a-1.mp3')).toBe('/media/audio/a-1.mp3?feed=abc&');
    expect(hideSecret('/feeds/abc/media/covers/a.svg')).toBe('/feeds/unknown?feed=abc&');
    expect(hideSecret('http://a.example:80/feeds/abc')).toBe('/feeds?feed=abc&');
    expect(hideSecret('/feedsmith?a=/feeds/b')).toBe('/feedsmith?a=/feeds/b');
    expect(hideSecret('/feeds/a%3fb%26c/notice.mp3')).toBe('/feeds/notice.mp3?feed=a%3Fb%26c&');
  });
});

const revoke = async (client: ApiClient, id: string): Promise<number> =>
  (await client.delete(`/user/feeds/${id}`)).status;

describe('a feed', () => {
  test('has the chapters of a book in order, with exact lengths, and dates that keep the order', async () => {
    const { client } = await newMember();
    const { url } = await make(client);
    const { items = [], ...channel } = await read(url);
    expect(channel).toMatchObject({
      title: 'A Brief History of Bread',
      itunes: { type: 'serial', block: true, author: 'Zeynep Gündoğdu', explicit: false },
      podcast: {
        locked: { value: true },
        medium: 'audiobook',
        guid: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-5/u) as string,
      },
    });
    expect(channel.itunes?.image).toMatch(/^http[^?]*\.jpg$/u);
    const picture = await ask(channel.itunes?.image ?? '');
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    expect(await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1400,
      height: 1400,
    });
    expect(items.map(({ itunes }) => itunes?.episode)).toEqual(items.map((_, at) => at + 1));
    const dates = items.map(({ pubDate }) => Date.parse(pubDate ?? ''));
    expect(dates).toEqual(dates.toSorted((one, other) => one - other));
    expect(new Set(dates).size).toBe(items.length);
    expect(Math.max(...dates)).toBeLessThan(provider().clock.now());
    for (const { enclosures } of items.slice(0, 2)) {
      const [{ url: sound = '', length, type } = {}] = enclosures ?? [];
      const head = await ask(sound, {}, 'HEAD');
      expect(head.status).toBe(200);
      expect(head.headers.get('content-length')).toBe(String(length));
      expect(head.headers.get('content-type')).toBe(type);
      const range = await ask(sound, { range: 'bytes=-100' });
      expect(range.status).toBe(206);
      expect((await range.arrayBuffer()).byteLength).toBe(100);
      expect((await ask(sound, { range: `bytes=${length}-` })).status).toBe(416);
      const several = await ask(sound, { range: 'bytes=0-,-1,0-,5-6' });
      expect([several.status, (await several.arrayBuffer()).byteLength]).toEqual([200, length]);
    }
  });

  test('has the volumes of a series in its order, as seasons', async () => {
    const { client } = await newMember();
    const made = await make(client, { kind: 'series', id: SERIES });
    expect((await client.get('/user/feeds')).body).toMatchObject({ feeds: [{ title: 'Slow Journeys' }] });
    const { items = [], ...channel } = await read(made.url);
    expect(channel).toMatchObject({ title: 'Slow Journeys', itunes: { type: 'serial' } });
    expect(channel.link).toMatch(new RegExp(`/series/${SERIES}$`, 'u'));
    const volumes = new Set(items.map(({ title }) => title?.split(': ', 1)[0]));
    const { body } = await client.get(`/series/${SERIES}`);
    const { content } = body as { readonly content: readonly { readonly title: string }[] };
    // The window of the last volume has ended.
    expect([...volumes, 'The Ferry Timetable']).toEqual(content.map(({ title }) => title));
    const seasons = items.map(({ itunes }) => Number(itunes?.season));
    expect(seasons).toEqual(seasons.toSorted((one, other) => one - other));
    const dates = items.map(({ pubDate }) => Date.parse(pubDate ?? ''));
    expect(dates).toEqual(dates.toSorted((one, other) => one - other));
    expect(Math.max(...dates)).toBeLessThan(provider().clock.now());
    expect((await ask(items.at(-1)?.enclosures?.[0]?.url ?? '', {}, 'HEAD')).status).toBe(200);
  });

  test('has the episodes of a podcast with persons and transcripts', async () => {
    const { client } = await newMember();
    const { url } = await make(client, { kind: 'item', id: PODCAST });
    const { items = [], itunes, podcast } = await read(url);
    expect(itunes?.type).toBe('episodic');
    expect(podcast?.persons?.map(({ display }) => display)).toContain('Adaeze Nwosu');
    const text = items.flatMap((item) => item.podcast?.transcripts ?? [])[0]?.url ?? '';
    const response = await ask(text);
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/^WEBVTT/u);
  });

  test('follows the specifications, and another reader reads the same', async () => {
    const { client } = await newMember();
    for (const body of [
      { kind: 'item', id: PODCAST, name: 'podcast' },
      { kind: 'item', id: BOOK, name: 'book' },
      { kind: 'saved', name: 'saved' },
      { kind: 'all', name: 'all' },
    ]) {
      const { url } = await make(client, body);
      const xml = await (await ask(url)).text();
      const feed = parseRssFeed(xml);
      // RSS 2.0 and Apple need these of a channel.
      for (const value of [
        feed.title,
        feed.link,
        feed.description,
        feed.language,
        feed.itunes?.categories?.[0]?.text,
      ]) {
        expect(value, `${JSON.stringify(body)} ${xml.slice(0, 1500)}`).toMatch(/\S/u);
      }
      expect(xml).toContain('<itunes:explicit>');
      const { items = [] } = feed;
      expect(items.length).toBeGreaterThan(0);
      expect(new Set(items.map(({ guid }) => guid?.value)).size).toBe(items.length);
      for (const { title, guid, enclosures, pubDate } of items) {
        expect([title, guid?.value, enclosures?.[0]?.type, pubDate]).toEqual(
          Array.from({ length: 4 }, () => expect.stringMatching(/\S/u) as string),
        );
        expect(guid?.isPermaLink).toBe(false);
        expect(enclosures?.[0]?.url?.startsWith(`${url}/`)).toBe(true);
        expect(enclosures?.[0]?.length).toBeGreaterThan(0);
      }
      const expected = items.map(({ title, guid, enclosures }) => [title, guid?.value, enclosures?.[0]?.url]);
      const other = readWithFeedParser(xml);
      expect(other.items.map(({ title, id, media }) => [title, id, media[0]?.url])).toEqual(expected);
    }
  });

  test('is sent again only if it changed', async () => {
    const { client } = await newMember();
    const { url } = await make(client, { kind: 'saved' });
    const first = await ask(url);
    const tag = first.headers.get('etag') ?? '';
    const date = first.headers.get('last-modified') ?? '';
    expect(await first.text()).toContain('Nothing saved yet');
    expect((await ask(url, { 'if-none-match': tag })).status).toBe(304);
    expect((await ask(url, { 'if-modified-since': date })).status).toBe(304);
    await client.post('/favorites/content', { content_id: BOOK, is_favorite: true });
    const second = await ask(url, { 'if-none-match': tag });
    expect(second.status).toBe(200);
    expect(await second.text()).toContain('A Brief History of Bread: Wild Grass');
  });

  test('of ten thousand episodes has pages of 500, each once (FEED-14)', async () => {
    const { db } = provider();
    const show = 'ten-thousand-words';
    await sql`insert into items select copy.* from items, jsonb_populate_record(null::items, to_jsonb(items)
        || jsonb_build_object('id', ${show}::text)) as copy where items.id = ${PODCAST}`.execute(db);
    for (let from = 1; from < 10_000; from += 1_000) {
      await sql`insert into items select copy.* from items, generate_series(${from}::int, ${from + 999}::int) as number,
        jsonb_populate_record(null::items, to_jsonb(items) || jsonb_build_object(
          'id', ${show} || '-e' || number, 'parent_id', ${show}::text, 'position', number, 'words', '',
          'document', document::jsonb || jsonb_build_object('id', ${show} || '-e' || number,
            'url', '/media/audio/' || ${show} || '-e' || number || '.mp3'))) as copy
        where items.id = ${`${PODCAST}-e1`}`.execute(db);
    }
    const { client } = await newMember();
    const seen = await pagesOf((await make(client, { kind: 'item', id: show })).url);
    expect(seen.map(({ length }) => length)).toEqual(Array.from({ length: 20 }, () => PAGE));
    expect(seen.flat()).toEqual(Array.from({ length: 10_000 }, (_, at) => `${show}-e${at + 1}`));
  }, 120_000);

  test('has no character that XML forbids, and shows markup in a text as text (FEED-10, FEED-53)', async () => {
    const description = 'Salt & <b>bread</b>]]>\n<script>alert(1)</script>\n\nThe end';
    const odd = { id: 'odd-letters', title: 'Bread\u0008 and \ufffesalt', description };
    await sql`insert into items select copy.* from items, jsonb_populate_record(null::items, to_jsonb(items)
        || jsonb_build_object('id', ${odd.id}::text, 'words', '',
          'document', document::jsonb || cast(${JSON.stringify(odd)} as jsonb))) as copy
      where items.id = ${BOOK}`.execute(provider().db);
    const { client } = await newMember();
    const feed = await read((await make(client, { kind: 'item', id: odd.id })).url);
    expect(feed.title).toBe('Bread and salt');
    const html =
      '<p>Salt &amp; &lt;b&gt;bread&lt;/b&gt;]]&gt;<br>&lt;script&gt;alert(1)&lt;/script&gt;</p><p>The end</p>';
    for (const each of [feed, feed.items?.[0]])
      expect([each?.description, each?.itunes?.summary]).toEqual([html, description]);
  });

  test('opens no sound of another title', async () => {
    const { client } = await newMember();
    const { url } = await make(client);
    expect((await ask(`${url}/media/audio/${PODCAST}-e1.mp3`)).status).toBe(404);
  });
});

describe('the pages of a book with many chapters', () => {
  const LENGTH = 9_999;
  const chapter = (number: number) => ({
    chapter_index: number,
    chapter_title: `Chapter ${number}`,
    chapter_url: `/media/audio/long-book-${number}.mp3`,
    chapter_run_time: 60,
  });

  test('have at most 500 of them, and lead to the last one (FEED-14)', async () => {
    const { db } = provider();
    const { document } = await db
      .selectFrom('items')
      .select('document')
      .where('id', '=', BOOK)
      .executeTakeFirstOrThrow();
    const chapter_info = Array.from({ length: LENGTH }, (_, at) => chapter(at + 1));
    const book = { ...document, id: 'long-book', chapter_info };
    const rows = ['long-book', BOOK].map((id) => ({
      id,
      title_id: id,
      title_position: 1,
      position: 0,
      dated_at: 0,
      is_dated: false,
    }));
    const documents = new Map(Object.entries({ 'long-book': book, [BOOK]: document }));
    const seen: string[] = [];
    for (let start = { parts: 0, episodes: 0 }, isLast = false; !isLast;) {
      const { entries, next } = entriesOf(rows.slice(start.parts), documents, start);
      expect(entries.length).toBeLessThanOrEqual(PAGE);
      seen.push(...entries.map(({ guid }) => guid));
      isLast = next === undefined;
      start = next ?? start;
    }
    expect(seen).toEqual([
      ...chapter_info.map(({ chapter_index }) => `long-book#${chapter_index}`),
      ...document.chapter_info.map(({ chapter_index }) => `${BOOK}#${chapter_index}`),
    ]);
  });
});

describe('the times in the notes of an episode (FEED-56)', () => {
  const titles = (notes: string, length = 0) => chaptersIn(notes, length).map(({ title }) => title);

  test.each([
    ['0:00 One\n1:00:05 – Two', 0, ['One', 'Two']],
    ['Chapters\n[00:00] One\n• none\n75:10 | Two', 0, ['One', 'Two']],
    ['0:00 One\n1:00 Two\n9:00 Three', 100, ['One', 'Two']],
    ['0:00 One\n1:00 Two\n2:00 Three\nAgain\n0:00 Other\n1:30 More', 0, ['One', 'Two', 'Three']],
    ['Live at 10:30 in Rome\n10:30 is when we meet', 0, []],
    ['1:99 One\n2:99 Two\n0:00\n1:00', 0, []],
    ['', 0, []],
    [`0:00${' -'.repeat(200_000)}\n0:01 One`, 0, []],
    [`${' '.repeat(200_000)}0:00 One\n0:05 Two`, 0, ['One', 'Two']],
  ])('of %j are its chapters', (notes, length, expected) => expect(titles(notes, length)).toEqual(expected));
});

describe('who may no longer hear', () => {
  test('reads why in the language of the account (FEED-21, LANG-16)', async () => {
    const { email, client, managing } = await newMember();
    const { url } = await make(client);
    await setPlan(managing, email, null, null);
    const tagBefore = (await ask(url)).headers.get('etag');
    expect((await client.put('/user', { language: 'de' })).status).toBe(200);
    expect((await ask(url)).headers.get('etag')).not.toBe(tagBefore);
    const { items = [], language } = await read(url);
    expect(language).toBe('de');
    expect(items[0]?.title).toBe('Nur für Mitglieder');
    expect(items[0]?.description).toContain('Deine Mitgliedschaft ist abgelaufen');
  });

  test('gets one entry that says why, and everything again with a new membership (FEED-21)', async () => {
    const { email, client, managing } = await newMember();
    const { url } = await make(client);
    const guids = await guidsOf(url);
    const sound = await soundOf(url);
    await setPlan(managing, email, null, null);
    const { items = [] } = await read(url);
    expect(items.map(({ title }) => title)).toEqual(['This is for members']);
    expect(items[0]?.description).toContain('/account');
    const silence = await ask(items[0]?.enclosures?.[0]?.url ?? '');
    expect(silence.status).toBe(200);
    expect((await silence.arrayBuffer()).byteLength).toBe(items[0]?.enclosures?.[0]?.length);
    const refused = await ask(sound, { 'accept-language': 'de' });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toBe('Das kann jetzt nicht gehört werden. Der Feed sagt, warum.');
    expect(await (await ask(sound)).text()).toBe('This may not be heard now. The feed says why.');
    await setPlan(managing, email, 'annual', null);
    expect(await guidsOf(url)).toEqual(guids);
    expect((await ask(sound, {}, 'HEAD')).status).toBe(200);
  });

  test('is told of a disabled account, and is nobody after its end', async () => {
    const { email, client, managing } = await newMember();
    const { url } = await make(client);
    const sound = await soundOf(url);
    await setDisabled(managing, email, true);
    expect((await read(url)).items?.[0]?.title).toBe('Your account is disabled');
    expect((await ask(sound)).status).toBe(403);
    await removeMember(managing, email);
    expect([(await ask(url)).status, (await ask(sound)).status]).toEqual([404, 404]);
  });
});

describe('an address that is shared', () => {
  const FROM = (network: number) => ({ 'x-forwarded-for': `10.1.${network}.5` });

  test('is paused, its listener gets a mail, and a new address resumes it (FEED-31)', async () => {
    const { email, client } = await newMember();
    const { id, url } = await make(client);
    const sound = await soundOf(url);
    for (let network = 1; network < MOST_NETWORKS; network += 1) await ask(url, FROM(network));
    expect((await read(url)).items?.length).toBeGreaterThan(1);
    await ask(url, FROM(100));
    expect((await read(url)).items?.map(({ title }) => title)).toEqual(['This address is paused']);
    expect((await ask(sound)).status).toBe(403);
    expect((await client.get('/user/feeds')).body).toMatchObject({ feeds: [{ paused: true }] });
    const { rows } = await sql<{ recipient: string; fields: unknown }>`
      select recipient, fields from mail_outbox where kind = 'feed-paused'`.execute(provider().db);
    const fields = { name: 'car', link: `${provider().origin}/account` };
    expect(rows).toEqual([{ recipient: email, fields }]);
    const renewed = (await client.post(`/user/feeds/${id}/renew`, {})).body as Made;
    expect((await read(renewed.url)).items?.length).toBeGreaterThan(1);
  });

  test('is not paused by the networks and apps of several days', async () => {
    const { client } = await newMember();
    const { url } = await make(client);
    const { clock } = provider();
    try {
      for (let day = 0; day < 4; day += 1) {
        clock.setOffset(day * 1.01 * DAY);
        for (let at = 0; at < 5; at += 1)
          await ask(url, { ...FROM(10 * day + at), 'user-agent': `A${day}${at}/1` });
      }
      expect((await read(url)).items?.length).toBeGreaterThan(1);
    } finally {
      clock.setOffset(0);
    }
    for (let app = 0; app <= MOST_APPS; app += 1) await ask(url, { 'user-agent': `B${app}/1` });
    expect((await read(url)).items).toHaveLength(1);
  });

  test.each([
    ['Overcast/3.0 (+http://overcast.fm/; iOS podcast app)', 'Overcast'],
    ['Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36', 'Chrome'],
    ['AntennaPod/3.4.0', 'AntennaPod'],
    ['', 'Unknown app'],
  ])('is by %s of %s', (agent, name) => expect(appOf(agent)).toBe(name));

  test.each([
    ['10.1.2.3', '10.1.2'],
    ['::ffff:10.1.2.3', '10.1.2'],
    ['2001:db8:1:2::9', '2001:db8:1'],
    ['2001:db8::9', '2001:db8:0'],
    ['::1', '0:0:0'],
  ])('%s is in the network %s', (address, network) => expect(networkOf(address)).toBe(network));
});

describe('a download', () => {
  const CALLER = { ip: '10.9.9.9', userAgent: 'Short/1.0' };
  const count = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from feed_downloads where counted_at is not null`.execute(provider().db);
    return rows[0]?.count ?? 0;
  };
  const rows = async (): Promise<number> =>
    (await feedTables().selectFrom('feed_downloads').selectAll().execute()).length;

  test('counts once in a day for a network after a minute of sound, and not for robots (FEED-41)', async () => {
    const { client } = await newMember();
    const { url } = await make(client);
    const { items = [] } = await read(url);
    const sound = await soundOf(url);
    const length = items[0]?.enclosures?.[0]?.length ?? 0;
    const minute = Math.ceil((length * 60) / (items[0]?.itunes?.duration ?? 1));
    const before = await count();
    const fetchPart = async (bytes: string, agent: string, of = sound): Promise<void> => {
      const headers = { range: `bytes=${bytes}`, 'user-agent': agent, 'x-forwarded-for': '10.200.0.1' };
      await (await ask(of, headers)).arrayBuffer();
    };
    await fetchPart(`0-${minute * 2}`, 'Examplebot/2.0');
    await fetchPart('0-1', 'Counted/1.0');
    await vi.waitFor(async () => expect(await rows()).toBeGreaterThan(0));
    expect(await count()).toBe(before);
    await fetchPart(`0-${minute}`, 'Counted/1.0');
    await vi.waitFor(async () => expect(await count()).toBe(before + 1));
    await fetchPart(`0-${minute}`, 'Counted/1.0');
    await fetchPart(`0-${minute}`, 'Second/1.0');
    await fetchPart(`0-${minute}`, 'Second/1.0', await soundOf(url, 1));
    await vi.waitFor(async () => expect(await count()).toBe(before + 2));
  });

  test('is of nobody a day later (FEED-42)', async () => {
    const { db, clock } = provider();
    const usage = new FeedUsage({
      db: feedTables(),
      secret: 'a secret',
      send: undefined,
      accountPage: () => '',
      clock: { now: () => clock.now() + DAY },
    });
    await usage.sent({ id: BOOK, chapter: 2, duration: 60 }, CALLER, 10, 1_000);
    await usage.forget();
    const before = await count();
    expect(before).toBeGreaterThan(0);
    const { rows: left } = await sql<{ listeners: number; uncounted: number }>`
      select count(*) filter (where listener <> '')::int as listeners,
        count(*) filter (where counted_at is null)::int as uncounted from feed_downloads`.execute(db);
    // Only the one of this moment is left.
    expect(left).toEqual([{ listeners: 1, uncounted: 1 }]);
  });

  test.each([
    ['Googlebot/2.1 (+http://www.google.com/bot.html)', true],
    ['python-requests/2.31', true],
    ['', true],
    ['Overcast/3.0 (+http://overcast.fm/; iOS podcast app)', false],
    ['AppleCoreMedia/1.0.0.21A350 (iPhone; U; CPU OS 17_0 like Mac OS X; en_us)', false],
  ])('by %s is by a robot: %s', (agent, expected) => expect(isRobot(agent)).toBe(expected));
});

describe('the operator', () => {
  const run = async (...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
    const { db, pool, clock } = provider();
    const mails = invitations(false, { clock, publicOrigin: () => '' });
    const said: string[] = [];
    const code = await runCommand(
      { db, pool, clock, library: null, feeds: null, migrations: {}, invitations: mails },
      { args: [...args, '--json'], input: '' },
      { line: (line) => said.push(line), progress: () => undefined },
      new AbortController().signal,
    );
    return { code, ...(JSON.parse(said.join('')) as object) };
  };

  test('lists and revokes the feeds of a member (FEED-50)', async () => {
    const { client, email } = await newMember();
    const { id, url } = await make(client);
    const listed = await run('feed-address', 'list', email);
    expect(listed).toMatchObject({ code: 0, feeds: [{ id, name: 'car', kind: 'item', paused: false }] });
    expect(JSON.stringify(listed)).not.toContain(url.split('/').at(-1));
    expect((await client.get('/user/export')).body).toMatchObject({
      feeds_for_other_apps: [{ name: 'car' }],
    });
    expect(await run('feed-address', 'revoke', email, id)).toMatchObject({ code: 0 });
    expect(await run('feed-address', 'revoke', email, id)).toMatchObject({ code: 1 });
    expect(await run('feed-address', 'list', 'nobody@listener.test')).toMatchObject({ code: 1 });
    expect((await ask(url)).status).toBe(404);
  });

  test('sees downloads apart from royalties (FEED-43)', async () => {
    await feedTables()
      .insertInto('feed_downloads')
      .values({
        item_id: `${PODCAST}-e1`,
        chapter: 0,
        listener: '',
        started_at: Date.UTC(2030, 0, 5),
        bytes: 1,
        counted_at: Date.UTC(2030, 0, 5),
      })
      .execute();
    const span = ['--from', '2030-01-01', '--to', '2030-01-31'];
    const line = { month: '2030-01', title_id: PODCAST, title: 'A Word a Day', downloads: 1 };
    expect(await run('downloads', ...span)).toEqual({ code: 0, downloads: [line] });
    expect(await run('royalties', ...span)).toMatchObject({ lines: [], total_milliseconds: 0 });
  });

  test('opens and closes the public feed of a title, with what everybody may hear (FEED-30)', async () => {
    const { rows } = await sql<{ id: string }>`
      select id from items where content_type in (0, 1) and has_free_listening and valid_from is null and valid_till is null
      limit 1`.execute(provider().db);
    const id = rows[0]?.id ?? '';
    const path = `/feeds/${id}`;
    const url = provider().origin + path;
    expect(await run('feed-address', 'open', 'nothing')).toMatchObject({ code: 1 });
    expect((await ask(url)).status).toBe(404);
    expect(await run('feed-address', 'open', id)).toMatchObject({ code: 0, path });
    const { items = [], itunes, podcast } = await read(url);
    expect(items).toHaveLength(1);
    expect(itunes?.block).not.toBe(true);
    expect(podcast?.locked?.value).toBe(false);
    expect((await ask(items[0]?.enclosures?.[0]?.url ?? '', { range: 'bytes=0-9' })).status).toBe(206);
    await run('feed-address', 'open', BOOK);
    expect((await read(`${provider().origin}/feeds/${BOOK}`)).items?.[0]?.title).toBe('This is for members');
    expect(await run('feed-address', 'close', id)).toMatchObject({ code: 0 });
    expect((await ask(url)).status).toBe(404);
  });
});
