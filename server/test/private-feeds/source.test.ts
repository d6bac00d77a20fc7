import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { parseRssFeed } from 'feedsmith';
import { expect, test } from 'vitest';
import { Feeds } from '../../feeds/feeds.ts';
import { podcast, podcastHost } from '../feeds/feed-host.ts';
import { mp3, tone } from '../library/support/make-audio.ts';
import { mp4 } from '../library/support/make-mp4.ts';
import { ownLibrary } from '../library/support/own-library.ts';

const HERE = ['127.0.0.1'];
const host = await podcastHost();
const library = await ownLibrary({ feedNetworks: HERE });
const { db, clock } = library.provider;
const feeds = new Feeds(db, clock, HERE);

const SECOND = 1_000;
const DAY = 86_400_000;

async function feedOf(body: object): Promise<string> {
  const made = await library.client.post('/user/feeds', { name: randomUUID(), ...body });
  return fetch((made.body as { readonly url: string }).url).then(async (response) => response.text());
}

const idOf = async (title: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select id from items where document ->> 'title' = ${title}`.execute(db);
  return rows[0]?.id ?? '';
};

/** A podcast with the tags of its channel, and of each episode. */
function serve(path: string, channel: string, episodes: readonly (readonly [guid: string, tags: string])[]) {
  const body = episodes.reduce(
    (xml, [guid, tags]) =>
      xml.replace(new RegExp(`<item>(?=(?:(?!</item>).)*${guid})`, 'su'), `<item>${tags}`),
    podcast(
      path,
      episodes.map(([guid], at) => ({ guid, day: episodes.length - at })),
      channel,
    ),
  );
  host.set(path, body.replace('<rss ', '<rss xmlns:podcast="https://podcastindex.org/namespace/1.0" '));
  return feeds.add(host.origin + path);
}

test('a podcast says again what its source says: language, kind, numbers, explicit (FEED-16)', async () => {
  const secret = '<podcast:transcript url="t.vtt?token=S3cret" type="text/vtt"/>';
  const { id } = await serve(
    '/serial',
    '<language>de_de</language><itunes:type>Serial</itunes:type><itunes:explicit>yes</itunes:explicit>',
    [
      ['bonus', '<itunes:episodeType>bonus</itunes:episodeType><itunes:explicit>no</itunes:explicit>'],
      ['second', `<itunes:season>2</itunes:season><itunes:episode>7</itunes:episode>${secret}`],
      ['trailer', '<itunes:episodeType>Trailer</itunes:episodeType>'],
    ],
  );
  const xml = await feedOf({ kind: 'item', id });
  const { language, itunes, podcast: tags, items = [] } = parseRssFeed(xml);
  expect([language, itunes?.type, itunes?.explicit, tags?.medium]).toEqual([
    'de-DE',
    'serial',
    true,
    'podcast',
  ]);
  expect(
    items.map(({ title, itunes: of }) => [title, of?.episodeType, of?.season, of?.episode, of?.explicit]),
  ).toEqual([
    ['trailer', 'trailer', undefined, undefined, true],
    ['second', 'full', 2, 7, true],
    ['bonus', 'bonus', undefined, undefined, false],
  ]);
  // Apple names only these two words.
  expect(xml.match(/<itunes:explicit>\w+/gu)).toEqual(
    ['true', 'true', 'true', 'false'].map((word) => `<itunes:explicit>${word}`),
  );
  expect(xml).not.toContain('S3cret');
  expect(JSON.stringify((await library.client.get(`/podcast-episodes?pid=${id}`)).body)).not.toContain(
    'S3cret',
  );
});

test('a podcast that says nothing is episodic, not explicit, and its episodes are whole (FEED-16)', async () => {
  const { id } = await serve('/silent', '', [['one', '']]);
  const { language, itunes, items = [] } = parseRssFeed(await feedOf({ kind: 'item', id }));
  expect([language, itunes?.type, itunes?.explicit]).toEqual(['en', 'episodic', false]);
  expect(items[0]?.itunes).toMatchObject({ episodeType: 'full', explicit: false });
});

const chapters = ['One', 'Two', 'Three'].map((title, at) => ({ title, start: at * 2 }));
const book = (title: string, seconds: number) =>
  mp4({ seconds, codec: 'aac', chapters, dialect: 'track', title, artist: 'Ann' } as const);

const dated = (xml: string) =>
  (parseRssFeed(xml).items ?? []).map(({ title = '', pubDate = '' }) => ({ title, at: Date.parse(pubDate) }));

const oldestFirst = (xml: string): readonly string[] =>
  dated(xml)
    .toSorted((one, other) => one.at - other.at)
    .map(({ title }) => title);

test('titles that are saved are dated then, and their chapters are never mixed (FEED-12)', async () => {
  for (const [at, title] of ['First book', 'Second book', 'Third book'].entries())
    library.write(`${title}/book.m4b`, book(title, 6 + at));
  library.write('Short/book.mp3', await mp3(tone(1, 330), { tag: { title: 'Short' } }));
  await library.import();
  const { id: show } = await serve('/old', '', [['old episode', '']]);
  const { rows } = await sql<{ id: string }>`select id from items where parent_id = ${show}`.execute(db);
  const saved = ['First book', 'Second book', 'Short', 'Third book'];
  const now = clock.now();
  for (const [at, title] of saved.entries()) {
    clock.setOffset(at * SECOND);
    await library.client.post('/favorites/content', { content_id: await idOf(title), is_favorite: true });
  }
  const episode = { content_id: rows[0]?.id ?? '', is_favorite: true };
  expect((await library.client.post('/favorites/content', episode)).status).toBe(200);
  clock.setOffset(5 * SECOND);
  const xml = await feedOf({ kind: 'saved' });
  const order = oldestFirst(xml);
  const withoutShow = order.filter((title) => !title.includes('old episode'));
  expect(withoutShow).toEqual([
    'First book: One',
    'First book: Two',
    'First book: Three',
    'Second book: One',
    'Second book: Two',
    'Second book: Three',
    'Short',
    'Third book: One',
    'Third book: Two',
    'Third book: Three',
  ]);
  expect(order).toHaveLength(withoutShow.length + 1);
  for (const { title, at } of dated(xml)) {
    expect(at, title).toBeGreaterThan(now - DAY);
    expect(at, title).toBeLessThanOrEqual(clock.now());
  }
  expect(new Set(dated(xml).map(({ at }) => at)).size).toBe(order.length);
  clock.setOffset(0);
});

test('titles that came at one instant are not mixed in a feed of everything, and nothing is in the future', async () => {
  await sql`update items set released_at = ${Date.UTC(2020, 0)} where content_type in (1, 2)`.execute(db);
  const xml = await feedOf({ kind: 'all' });
  const books = oldestFirst(xml).flatMap((title) => /^.* book/u.exec(title)?.[0] ?? []);
  expect(books).toHaveLength(9);
  expect(books.filter((title, at) => title !== books[at - 1])).toHaveLength(3);
  for (const { at } of dated(xml)) expect(at).toBeLessThanOrEqual(clock.now());
});

test('episodes without a date have different dates in their order, and none is in the future (FEED-12)', async () => {
  const undated = podcast('Undated', [{ guid: 'c' }, { guid: 'b' }, { guid: 'a' }]).replaceAll(
    /<pubDate>[^<]*<\/pubDate>/gu,
    '',
  );
  host.set('/undated', undated);
  const { id } = await feeds.add(`${host.origin}/undated`);
  const xml = await feedOf({ kind: 'item', id });
  expect(oldestFirst(xml)).toEqual(['a', 'b', 'c']);
  expect(new Set(dated(xml).map(({ at }) => at)).size).toBe(3);
  for (const { at } of dated(xml)) expect(at).toBeLessThanOrEqual(clock.now());
});
