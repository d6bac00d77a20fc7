import { rmSync } from 'node:fs';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR } from '../../members/audit.ts';
import { removeMember } from '../../members/manage-members.ts';
import { Feeds } from '../../feeds/feeds.ts';
import { podcast, podcastHost } from '../feeds/feed-host.ts';
import { mp3, tone } from '../library/support/make-audio.ts';
import { addressOf, ownLibrary, type OwnLibrary } from '../library/support/own-library.ts';
import { startTestProvider } from '../support/provider.ts';
import * as wire from '../../api/response-schemas.ts';
import { member, rows, StudioClient } from './studio-client.ts';

const DAY = 86_400_000;
const browse = v.object({ new_releases: v.array(wire.item), discounts: v.array(wire.item) });
const found = v.object({ results: v.array(wire.item) });

let library: OwnLibrary;
let studio: StudioClient;
let free: Awaited<ReturnType<typeof member>>;
const ids = new Map<string, string>();
const idOf = (title: string): string => ids.get(title) ?? '';
const at = (days: number): string => new Date(library.provider.clock.now() + days * DAY).toISOString();

const listed = async (path: string) => v.parse(rows, (await studio.get(path)).body);
const titlesOf = async (path: string) => (await listed(path)).titles.map(({ title }) => title);
const search = async (term: string) =>
  v
    .parse(found, (await library.client.get(`/search?term=${encodeURIComponent(term)}`)).body)
    .results.map(({ title }) => title);

beforeAll(async () => {
  library = await ownLibrary();
  library.write('Ann Author/The Beach/1.mp3', await mp3(tone(2, 210)));
  library.write('Ann Author/The Beach/2.mp3', await mp3(tone(3, 220)));
  const tag = { title: 'Évening 10', artist: 'Zoë Zed', genre: 'Sleep' };
  library.write('evening.mp3', await mp3(tone(4, 500), { tag }));
  library.write('Bob/Evening 9/1.mp3', await mp3(tone(1, 600)));
  for (const { id, title } of (await library.import()).added) ids.set(title, id);
  studio = (await member(library.provider, 'pat@listener.test', 'publisher')).studio;
  free = await member(library.provider, 'free@listener.test', 'listener');
}, 60_000);

test('the cover of a hidden title is shown in the studio alone (STU-18)', async () => {
  const id = idOf('The Beach');
  const rowOf = async () => (await listed('/titles?query=beach')).titles[0]?.img_url ?? '';
  const cover = await rowOf();
  const { origin, clock } = library.provider;
  expect((await fetch(origin + cover)).status).toBe(200);
  await studio.edit(id, { hidden: true });
  expect((await fetch(origin + cover)).status).toBe(404);
  const signed = await rowOf();
  expect((await studio.detail(id)).item.img_url.split('?')[0]).toBe(cover.split('?')[0]);
  const response = await fetch(`${origin}${signed}&w=96`);
  expect([response.status, response.headers.get('cache-control')]).toEqual([
    200,
    expect.stringContaining('private'),
  ]);
  // A table may stay open for hours, but not for days.
  clock.setOffset(0.8 * DAY);
  expect((await fetch(origin + signed)).status).toBe(200);
  clock.setOffset(1.1 * DAY);
  expect((await fetch(origin + signed)).status).toBe(404);
  clock.setOffset(0);
  expect((await fetch(origin + signed.replace(/signature=[^&]*/u, 'signature=x'))).status).toBe(404);
  await studio.edit(id, { reset: ['hidden'] });
  expect((await fetch(origin + cover)).status).toBe(200);
});

describe('who may enter', () => {
  test('nobody without a session, no listener, and at once nobody whose role was taken', async () => {
    const { origin, db } = library.provider;
    expect((await new StudioClient(origin, null).get('/me')).status).toBe(401);
    expect(await free.studio.get('/titles')).toMatchObject({
      status: 403,
      body: { error: { code: 'not-allowed', message: 'The studio is for publishers and owners.' } },
    });
    expect(await studio.get('/me')).toMatchObject({
      status: 200,
      body: { email: 'pat@listener.test', name: 'Pat', role: 'publisher' },
    });
    const take = (role: 'listener' | 'publisher') =>
      db.updateTable('listeners').set({ role }).where('email', '=', 'pat@listener.test').execute();
    await take('listener');
    expect((await studio.get('/me')).status).toBe(403);
    await take('publisher');
    expect((await studio.get('/me')).headers.get('cache-control')).toBe('no-store');
  });

  test('nobody at a demonstration', async () => {
    const demo = await startTestProvider();
    expect((await fetch(`${demo.origin}/api/studio/me`)).status).toBe(404);
    await demo.close();
  }, 60_000);

  test('pages of an allowed origin may edit', async () => {
    const response = await fetch(`${library.provider.origin}/api/studio/titles/x`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'PATCH' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(response.headers.get('access-control-allow-headers')).toContain('if-match');
  });
});

describe('the table', () => {
  test('is sorted by words and numbers, without accents and case', async () => {
    expect(await titlesOf('/titles')).toEqual(['Evening 9', 'Évening 10', 'The Beach']);
    expect(await titlesOf('/titles?sort=-title')).toEqual(['The Beach', 'Évening 10', 'Evening 9']);
    expect(await titlesOf('/titles?sort=author')).toEqual(['The Beach', 'Evening 9', 'Évening 10']);
    expect(await titlesOf('/titles?sort=-length')).toEqual(['The Beach', 'Évening 10', 'Evening 9']);
    expect(await titlesOf('/titles?sort=added&state=&kind=')).toHaveLength(3);
  });

  test('is searched inside titles and authors', async () => {
    expect(await titlesOf('/titles?query=veni')).toEqual(['Evening 9', 'Évening 10']);
    expect(await titlesOf('/titles?query=zoe%20eve')).toEqual(['Évening 10']);
    expect(await titlesOf('/titles?query=%25')).toHaveLength(3);
  });

  test('comes by pages, with the number of all', async () => {
    const page = await listed('/titles?offset=1&limit=1');
    expect(page.total).toBe(3);
    expect(page.titles.map(({ title }) => title)).toEqual(['Évening 10']);
    expect((await studio.get('/titles?limit=201')).status).toBe(400);
    expect((await studio.get('/titles?sort=size')).status).toBe(400);
  });
});

describe('an edit', () => {
  test('needs the version that it changes', async () => {
    const path = `/titles/${idOf('The Beach')}`;
    expect((await studio.call('PATCH', path, { title: 'A' })).status).toBe(428);
    expect(await studio.call('PATCH', path, { title: 'A' }, { 'if-match': '"7"' })).toMatchObject({
      status: 412,
      body: { error: { code: 'changed' } },
    });
    expect((await studio.call('PATCH', '/titles/none', {}, { 'if-match': '"0"' })).status).toBe(404);
    expect((await studio.get('/titles/none')).status).toBe(404);
  });

  test('of two editors at once, the second is told who was first, and loses nothing of the first', async () => {
    const id = idOf('Evening 9');
    const { version } = await studio.detail(id);
    const save = (description: string) =>
      studio.call('PATCH', `/titles/${id}`, { description }, { 'if-match': `"${version}"` });
    const responses = await Promise.all([save('one'), save('two')]);
    expect(responses.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 412]));
    expect(responses.find(({ status }) => status === 412)?.body).toMatchObject({
      error: { message: 'Pat has changed this title meanwhile. Load it again.' },
    });
    const won = responses[0]?.status === 200 ? 'one' : 'two';
    expect((await studio.detail(id)).item.description).toBe(won);
    await studio.edit(id, { reset: ['description'] });
  });

  test('names its editor as the member is called now, and forgets only the one whose account is deleted', async () => {
    const id = idOf('The Beach');
    const namesake = await member(library.provider, 'pat.too@example.org', 'publisher');
    const editedBy = async () => (await studio.detail(id)).edited_by;
    await namesake.studio.edit(id, { description: 'By the namesake.' });
    expect(await editedBy()).toBe('Pat');
    await namesake.api.put('/user', { full_name: 'Patricia' });
    expect(await editedBy()).toBe('Patricia');
    await studio.edit(id, { description: 'By Pat.' });
    const { db, pool, clock } = library.provider;
    await namesake.api.put('/user', { full_name: 'Pat' });
    await removeMember({ db, pool, clock, by: OPERATOR }, 'pat.too@example.org');
    expect(await editedBy(), 'the edit of another Pat').toBe('Pat');
    await studio.edit(id, { reset: ['description'] });
  });

  test('shows everywhere at once: item, search, authors, categories, table; and a reset takes it back', async () => {
    const id = idOf('The Beach');
    const before = await studio.detail(id);
    expect(before).toMatchObject({ kind: 'file', state: 'published', edited: [], members: null });
    const detail = await studio.edit(id, {
      title: '  The  Shore ',
      authors: ['Cara Cole', 'cara cole', 'Ann Author'],
      categories: ['Travel'],
      topics: [],
      description: 'Sand.',
    });
    expect(detail.edited.toSorted()).toEqual(['authors', 'categories', 'description', 'title']);
    expect(detail.found.title).toBe('The Beach');
    expect(detail.edited_by).toBe('Pat');
    const { body } = await library.client.get(`/content/${id}`);
    expect(body).toMatchObject({
      title: 'The Shore',
      description: 'Sand.',
      category_info: [{ name: 'Travel' }],
    });
    expect(await search('shore')).toEqual(['The Shore']);
    expect(await search('beach')).toEqual([]);
    expect(await titlesOf('/titles?query=shore')).toEqual(['The Shore']);
    const [author] = detail.item.author_info;
    expect((await library.client.get(`/authors/${author?.id ?? ''}`)).body).toMatchObject({
      content: [{ title: 'The Shore' }],
    });
    expect((await library.client.get('/categories')).body).toMatchObject({
      results: [{ name: 'Sleep' }, { name: 'Travel' }],
    });
    const after = await studio.edit(id, { reset: ['title', 'authors', 'categories', 'description'] });
    expect(after.item).toEqual(before.item);
    expect(after.edited).toEqual([]);
    expect((await library.client.get(`/authors/${author?.id ?? ''}`)).status).toBe(404);
    expect((await listed('/titles?query=beach')).titles[0]?.is_edited).toBe(false);
  });

  test('with the value of the source is no edit', async () => {
    const id = idOf('The Beach');
    const { version } = await studio.detail(id);
    const detail = await studio.edit(id, { title: 'The Beach', valid_from: null, hidden: false });
    expect([detail.edited, detail.version]).toEqual([[], version]);
  });

  test.each([
    [{ title: '  ' }, 'title', 'title must not be empty.'],
    [{ title: 'x'.repeat(501) }, 'title', 'title must have at most 500 characters.'],
    [{ title: 'a\u0000b' }, 'title', 'title must be well-formed Unicode without NUL.'],
    [{ authors: 'Ann' }, 'authors', 'authors must be a list of names.'],
    [{ authors: [''] }, 'authors', 'authors must not be empty.'],
    [{ valid_from: 'soon' }, 'valid_from', 'valid_from must be an instant such as 2027-03-01T12:00:00Z.'],
    [
      { valid_from: '2027-01-01T00:00:00' },
      'valid_from',
      'valid_from must be an instant such as 2027-03-01T12:00:00Z.',
    ],
    [
      { valid_from: '2027-01-02T00:00:00Z', valid_till: '2027-01-01T00:00:00Z' },
      'valid_till',
      'valid_till must be after valid_from.',
    ],
    [
      { listen_free_start: '2027-01-01T00:00:00Z', listen_free_end: '2027-01-01T00:00:00Z' },
      'listen_free_end',
      'listen_free_end must be after listen_free_start.',
    ],
    [{ discount_price: 0 }, 'discount_price', 'discount_price must be above 0 and at most 100000.'],
    [{ discount_price: 100_000.01 }, 'discount_price', 'discount_price must be above 0 and at most 100000.'],
    [{ discount_price: 1.999 }, 'discount_price', 'discount_price must have at most two decimals.'],
    [{ hidden: 'yes' }, 'hidden', 'hidden must be true or false.'],
    [{ reset: ['id'] }, 'reset', 'reset must name fields.'],
    [{ run_time: 5 }, 'run_time', 'run_time is not known.'],
  ])('%j is refused with its field', async (body, field, message) => {
    const id = idOf('The Beach');
    const { version } = await studio.detail(id);
    const response = await studio.call('PATCH', `/titles/${id}`, body, { 'if-match': `"${version}"` });
    expect(response).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid-field', field, message } },
    });
  });

  test('of one bound is checked against the other one, which was set before', async () => {
    const id = idOf('The Beach');
    const { version } = await studio.edit(id, { valid_from: at(5) });
    const response = await studio.call(
      'PATCH',
      `/titles/${id}`,
      { valid_till: at(4) },
      { 'if-match': version },
    );
    expect(response.body).toMatchObject({ error: { field: 'valid_till' } });
    await studio.edit(id, { reset: ['valid_from'] });
  });

  test('outlives an import that finds the files changed, which is a new value for other fields', async () => {
    const id = idOf('Évening 10');
    await studio.edit(id, { title: 'Night' });
    const tag = { title: 'Évening 11', artist: 'Yan Yule', genre: 'Sleep' };
    library.write('evening.mp3', await mp3(tone(4, 500), { tag }));
    expect((await library.import()).changed).toHaveLength(1);
    expect(await studio.detail(id)).toMatchObject({
      item: { title: 'Night', author_info: [{ name: 'Yan Yule' }] },
      found: { title: 'Évening 11' },
    });
    library.write(
      'evening.mp3',
      await mp3(tone(4, 500), { tag: { ...tag, title: 'Évening 10', artist: 'Zoë Zed' } }),
    );
    await library.import();
    await studio.edit(id, { reset: ['title'] });
  });

  test('during an import is not lost, and neither is what the import finds', async () => {
    for (let number = 1; number <= 30; number += 1) {
      library.write(`Many/Story ${number}/1.mp3`, await mp3(tone(1, 1000 + number)));
    }
    await library.import();
    const many = (await listed('/titles?query=story&limit=200')).titles;
    expect(many).toHaveLength(30);
    for (let number = 1; number <= 30; number += 1) {
      library.write(`Many/Story ${number}/desc.txt`, `Description ${number}.`);
    }
    const importing = library.import();
    await Promise.all(many.map(({ id, title }) => studio.edit(id, { title: `${title} edited` })));
    await importing;
    for (const { id, title } of many) {
      const { item } = await studio.detail(id);
      expect(item.title).toBe(`${title} edited`);
      expect(item.description).toMatch(/^Description \d+\.$/u);
      expect((await library.client.get(`/content/${id}`)).body).toMatchObject({
        title: `${title} edited`,
        description: item.description,
      });
    }
    rmSync(`${library.folder}/Many`, { recursive: true });
    await library.import({ acceptMissing: true });
    expect((await listed('/titles?state=missing')).total).toBe(30);
    expect((await listed('/titles?state=published')).total).toBe(3);
  }, 60_000);
});

describe('a hidden title', () => {
  test('is nowhere for listeners, and comes back with their data', async () => {
    const id = idOf('The Beach');
    await library.client.post('/favorites/content', { content_id: id, is_favorite: true });
    await library.client.post('/user/content', [
      { id, playback_speed: 1, content_type: 2, chapter_index: 2, chapter_position: 1000 },
    ]);
    const { item } = await studio.detail(id);
    const url = item.chapter_info[0]?.chapter_url ?? '';
    const address = await addressOf(library, url);
    const hidden = await studio.edit(id, { hidden: true });
    expect(hidden).toMatchObject({ state: 'hidden', edited: ['hidden'], item: { title: 'The Beach' } });
    expect((await library.client.get(`/content/${id}`)).status).toBe(404);
    expect(await search('beach')).toEqual([]);
    expect((await library.client.get('/favorites/content?podcast=0')).body).toMatchObject({ results: [] });
    expect((await library.client.get(`/audio/tokenize?url=${encodeURIComponent(url)}`)).status).toBe(404);
    expect((await fetch(address)).status).toBe(404);
    expect((await listed('/titles?state=hidden')).titles).toMatchObject([{ id, state: 'hidden' }]);

    // Neither a rescan nor files that are gone and return show it.
    library.write('Ann Author/The Beach/desc.txt', 'Waves.');
    await library.import();
    expect((await library.client.get(`/content/${id}`)).status).toBe(404);

    await studio.edit(id, { hidden: false });
    expect((await library.client.get(`/content/${id}`)).body).toMatchObject({
      title: 'The Beach',
      description: 'Waves.',
      is_favorite: true,
      progress: { position: 1000, chapter_index: 2 },
    });
    expect((await fetch(address)).status).toBe(200);
  });
});

describe('windows', () => {
  test('of a discount count strictly, and only with a price', async () => {
    const id = idOf('The Beach');
    const { clock } = library.provider;
    const onSale = async () => v.parse(browse, (await free.api.get('/browse')).body).discounts;
    await studio.edit(id, { discount_start: at(-1), discount_end: at(1) });
    expect(await onSale()).toEqual([]);
    const { item } = await studio.edit(id, { discount_price: 4.99 });
    expect(item.discount_price).toBe(4.99);
    expect((await onSale()).map((each) => each.id)).toEqual([id]);
    await studio.edit(id, { discount_start: new Date(clock.now() + DAY / 24).toISOString() });
    expect(await onSale()).toEqual([]);
    await studio.edit(id, { reset: ['discount_price', 'discount_start', 'discount_end'] });
  });

  test('of free listening open the sound to everybody, from its start until before its end', async () => {
    const { id, item } = await studio.detail(idOf('The Beach'));
    const open = () =>
      free.api.get(`/audio/tokenize?url=${encodeURIComponent(item.chapter_info[0]?.chapter_url ?? '')}`);
    expect((await open()).status).toBe(403);
    await studio.edit(id, { listen_free_start: at(-1), listen_free_end: at(1) });
    expect((await open()).status).toBe(200);
    await studio.edit(id, { reset: ['listen_free_start', 'listen_free_end'] });
    await library.provider.db.deleteFrom('free_listening').execute();
    expect((await open()).status).toBe(403);
    await studio.edit(id, { has_listen_free_content: true });
    expect((await open()).status).toBe(200);
    await studio.edit(id, { reset: ['has_listen_free_content'] });
  });

  test('are on the calendar if one of their bounds is', async () => {
    const id = idOf('The Beach');
    await studio.edit(id, { valid_from: '2030-03-01T12:00:00+02:00', valid_till: '2030-06-01T00:00:00Z' });
    const calendar = async (from: string, till: string) => {
      const { body } = await studio.get(`/windows?from=${from}&till=${till}`);
      return v.parse(v.strictObject({ titles: rows.entries.titles, is_complete: v.boolean() }), body);
    };
    const march = await calendar('2030-03-01T00:00:00Z', '2030-04-01T00:00:00Z');
    expect(march).toMatchObject({
      titles: [{ id, valid_from: '2030-03-01T10:00:00.000Z' }],
      is_complete: true,
    });
    expect((await calendar('2030-04-01T00:00:00Z', '2030-05-01T00:00:00Z')).titles).toEqual([]);
    expect((await studio.get('/windows?from=x&till=y')).status).toBe(400);
    await studio.edit(id, { reset: ['valid_from', 'valid_till'] });
  });
});

describe('a podcast', () => {
  test('is hidden with its episodes, also with new ones, and comes back with all', async () => {
    const host = await podcastHost();
    const { db, clock } = library.provider;
    const feeds = new Feeds(db, clock, ['127.0.0.1']);
    host.set('/feed', podcast('Walks', [{ guid: 'a' }]));
    const { id } = await feeds.add(`${host.origin}/feed`);
    const episodes = async () => {
      const { status, body } = await library.client.get(`/podcast-episodes?pid=${id}`);
      return status === 200 ? v.parse(found, body).results.map(({ title }) => title) : status;
    };
    expect(await titlesOf('/titles?kind=podcast')).toEqual(['Walks']);
    expect((await listed('/titles?kind=podcast&episodes=1')).titles).toMatchObject([
      { title: 'a', kind: 'podcast', content_type: 4 },
      { title: 'Walks', content_type: 3 },
    ]);
    await studio.edit(id, { hidden: true, title: 'Evening Walks' });
    expect(await episodes()).toBe(404);
    host.set(
      '/feed',
      podcast('Walks', [
        { guid: 'b', day: 2 },
        { guid: 'a', notes: 'New notes.' },
      ]),
    );
    await feeds.refresh(id);
    expect(await episodes()).toBe(404);
    expect(await search('notes')).toEqual([]);
    expect((await listed('/titles?state=hidden&episodes=1')).total).toBe(3);
    await studio.edit(id, { hidden: false });
    expect(await episodes()).toEqual(['b', 'a']);
    expect((await library.client.get(`/content/${id}`)).body).toMatchObject({ title: 'Evening Walks' });

    const [episode] = (await listed('/titles?kind=podcast&episodes=1&query=b')).titles;
    await studio.edit(episode?.id ?? '', { hidden: true });
    await feeds.refresh(id);
    expect(await episodes()).toEqual(['a']);

    // A feed that is added again has the edits of before.
    await feeds.remove(id);
    expect((await studio.get(`/titles/${id}`)).status).toBe(404);
    await feeds.add(`${host.origin}/feed`);
    expect((await studio.detail(id)).item.title).toBe('Evening Walks');
    expect(await episodes()).toEqual(['a']);
    await feeds.remove(id);
  });
});
