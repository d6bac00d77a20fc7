import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import * as wire from '../../api/response-schemas.ts';
import { Feeds } from '../../feeds/feeds.ts';
import type { FeedTables } from '../../feeds/tables.ts';
import type { OwnTables } from '../../library/tables.ts';
import { podcast, podcastHost } from '../feeds/feed-host.ts';
import { mp3, tone } from '../library/support/make-audio.ts';
import { type OwnLibrary, addressOf, ownLibrary } from '../library/support/own-library.ts';
import { type StudioClient, detail, member } from './studio-client.ts';
import { prepareStudio } from '../../studio/studio-api.ts';

let library: OwnLibrary;
let studio: StudioClient;
const ids = new Map<string, string>();
const idOf = (title: string): string => ids.get(title) ?? '';

const tracksOf = async (id: string) => {
  const { body } = await library.client.get(`/curated-collection-tracks/?cid=${id}&limit=1000`);
  return v.parse(wire.itemPage, body).results;
};
const trackTitles = async (id: string) => (await tracksOf(id)).map(({ title }) => title);
const made = async (title: string, members: readonly string[]) => {
  const response = await studio.call('POST', '/collections', { title, description: 'Some.', members });
  expect(response.status).toBe(201);
  return v.parse(detail, response.body);
};
const onHome = async () =>
  v
    .parse(wire.browse, (await library.client.get('/browse')).body)
    .curated_collections.map(({ title }) => title);

beforeAll(async () => {
  library = await ownLibrary();
  library.write('Ann/Book/1.mp3', await mp3(tone(2, 210)));
  library.write('Ann/Book/2.mp3', await mp3(tone(3, 220)));
  library.write('Bob/Song/1.mp3', await mp3(tone(4, 230)));
  for (const { id, title } of (await library.import()).added) ids.set(title, id);
  studio = (await member(library.provider, 'pat@listener.test', 'owner')).studio;
}, 60_000);

test('a collection has a track for each sound of its members, with their sound', async () => {
  const { id, item, members, kind, state } = await made('Mix', [idOf('Song'), idOf('Book')]);
  expect([kind, state]).toEqual(['collection', 'published']);
  expect(item).toMatchObject({
    content_type: 5,
    run_time: 9,
    tracks: [],
    title: 'Mix',
    description: 'Some.',
  });
  expect(item.author_info.map(({ name }) => name)).toEqual(['Bob', 'Ann']);
  expect(members?.map(({ title, content_type }) => [title, content_type])).toEqual([
    ['Song', 1],
    ['Book', 2],
  ]);
  const tracks = await tracksOf(id);
  expect(
    tracks.map(({ title, content_type, content_id, index }) => [title, content_type, content_id, index]),
  ).toEqual([
    ['Song', 6, idOf('Song'), 1],
    ['Book: 1', 6, idOf('Book'), 2],
    ['Book: 2', 6, idOf('Book'), 3],
  ]);
  const sound = await fetch(await addressOf(library, tracks[2]?.url ?? ''));
  expect(Buffer.from(await sound.arrayBuffer()).equals(await mp3(tone(3, 220)))).toBe(true);
  expect(await onHome()).toEqual(['Mix']);
  const { body } = await studio.get('/titles?kind=collection');
  expect(body).toMatchObject({ total: 1, titles: [{ id, kind: 'collection' }] });
});

test('the members get another order with If-Match, and positions in tracks stay', async () => {
  const { id, version } = await made('Order', [idOf('Song'), idOf('Book')]);
  const [song] = await tracksOf(id);
  const path = `/collections/${id}/members`;
  const body = { members: [idOf('Book'), idOf('Song')] };
  expect((await studio.call('PUT', path, body)).status).toBe(428);
  expect((await studio.call('PUT', path, body, { 'if-match': '"9"' })).status).toBe(412);
  const response = await studio.call('PUT', path, body, { 'if-match': `"${version}"` });
  expect(response.status).toBe(200);
  expect(v.parse(detail, response.body).version).not.toBe(version);
  const tracks = await tracksOf(id);
  expect(tracks.map(({ title }) => title)).toEqual(['Book: 1', 'Book: 2', 'Song']);
  expect(tracks[2]?.id).toBe(song?.id);
});

test('a member that is edited, hidden, missing or changed changes its tracks, and returns with them', async () => {
  const { id } = await made('Living', [idOf('Song'), idOf('Book')]);
  await studio.edit(idOf('Book'), { title: 'Tale' });
  expect(await trackTitles(id)).toEqual(['Song', 'Tale: 1', 'Tale: 2']);
  await studio.edit(idOf('Book'), { hidden: true });
  expect(await trackTitles(id)).toEqual(['Song']);
  expect((await studio.detail(id)).members).toHaveLength(2);
  await studio.edit(idOf('Book'), { reset: ['hidden', 'title'] });
  expect(await trackTitles(id)).toEqual(['Song', 'Book: 1', 'Book: 2']);

  library.write('Ann/Book/3.mp3', await mp3(tone(1, 240)));
  rmSync(join(library.folder, 'Bob'), { recursive: true });
  await library.import();
  expect(await trackTitles(id)).toEqual(['Book: 1', 'Book: 2', 'Book: 3']);

  // A collection without any sound is not shown.
  await studio.edit(idOf('Book'), { hidden: true });
  expect((await library.client.get(`/content/${id}`)).status).toBe(404);
  expect((await studio.detail(id)).state).toBe('missing');
  await studio.edit(idOf('Book'), { reset: ['hidden'] });
  library.write('Bob/Song/1.mp3', await mp3(tone(4, 230)));
  rmSync(join(library.folder, 'Ann/Book/3.mp3'));
  await library.import();
  expect(await trackTitles(id)).toEqual(['Song', 'Book: 1', 'Book: 2']);
});

test('a collection is edited, hidden and shown like a title', async () => {
  const { id } = await made('Shelf', [idOf('Book')]);
  await studio.edit(id, { title: 'The Shelf', has_listen_free_content: true });
  expect((await library.client.get(`/content/${id}`)).body).toMatchObject({ title: 'The Shelf' });
  await studio.edit(id, { hidden: true });
  expect((await library.client.get(`/content/${id}`)).status).toBe(404);
  expect(await onHome()).not.toContain('The Shelf');
  await studio.edit(id, { hidden: false });
  expect(await trackTitles(id)).toEqual(['Book: 1', 'Book: 2']);
});

test('episodes can be members, podcasts and collections cannot', async () => {
  const host = await podcastHost();
  host.set('/feed', podcast('Walks', [{ guid: 'a' }, { guid: 'b', day: 2 }]));
  const feeds = new Feeds(library.provider.db, library.provider.clock, ['127.0.0.1']);
  const feed = await feeds.add(`${host.origin}/feed`);
  const { body } = await studio.get('/titles?episodes=1&kind=podcast&sort=title');
  const [first] = v.parse(v.object({ titles: v.array(v.object({ id: v.string() })) }), body).titles;
  const { id } = await made('With episode', [first?.id ?? '', idOf('Song')]);
  expect(await trackTitles(id)).toEqual(['a', 'Song']);
  const refused = async (members: readonly string[]) =>
    studio.call('POST', '/collections', { title: 'No', description: '', members });
  for (const [members, message] of [
    [[feed.id], 'members must name episodes and not the podcast Walks.'],
    [[id], 'members must not name the collection With episode.'],
    [['none'], 'members names none, which does not exist.'],
    [[idOf('Song'), idOf('Song')], 'members must name nothing twice.'],
  ] as const) {
    expect(await refused(members)).toMatchObject({
      status: 422,
      body: { error: { field: 'members', message } },
    });
  }
  await feeds.remove(feed.id);
  expect(await trackTitles(id)).toEqual(['Song']);
});

test('collections are ordered on home, and the others follow', async () => {
  const [one, two] = [await made('One', [idOf('Song')]), await made('Two', [idOf('Song')])];
  // Without an order, the newer one comes first.
  const order = { ids: [one.id, two.id] };
  expect((await studio.call('PUT', '/collections/order', order)).status).toBe(200);
  expect((await onHome()).slice(0, 2)).toEqual(['One', 'Two']);
  const listed = async () =>
    v
      .parse(
        v.object({ collections: v.array(v.strictObject({ id: v.string(), title: v.string() })) }),
        (await studio.get('/collections')).body,
      )
      .collections.map(({ title }) => title);
  expect((await listed()).slice(0, 2)).toEqual(['One', 'Two']);
  const shown = await onHome();
  expect((await listed()).filter((title) => shown.includes(title))).toEqual(shown);
  // Also after the next change of a member.
  await studio.edit(idOf('Song'), { description: 'Another.' });
  expect((await onHome()).slice(0, 2)).toEqual(['One', 'Two']);
  expect((await studio.call('PUT', '/collections/order', { ids: [idOf('Song')] })).status).toBe(404);
  // Another editor, who saw the order of before (STU-37).
  const late = { ids: [two.id, one.id], seen: [two.id, one.id] };
  expect((await studio.call('PUT', '/collections/order', late)).status).toBe(412);
  expect((await studio.call('PUT', '/collections/order', { ...order, seen: order.ids })).status).toBe(200);
});

test('only collections of the studio can be deleted, and their tracks go with them', async () => {
  const { id } = await made('Gone', [idOf('Song')]);
  const [track] = await tracksOf(id);
  expect((await studio.call('DELETE', `/collections/${idOf('Song')}`)).status).toBe(404);
  expect((await studio.call('DELETE', `/collections/${id}`)).status).toBe(204);
  for (const gone of [id, track?.id ?? '']) {
    expect((await library.client.get(`/content/${gone}`)).status).toBe(404);
  }
  expect((await studio.get(`/titles/${id}`)).status).toBe(404);
});

describe('subjects', () => {
  const subject = v.strictObject({ ...wire.subject.entries, authors: v.string(), titles: v.number() });
  const subjects = async (table: string) =>
    v.parse(v.strictObject({ subjects: v.array(subject) }), (await studio.get(`/subjects/${table}`)).body)
      .subjects;
  const namesOf = async (table: string) => (await subjects(table)).map(({ name }) => name);
  const rename = async (table: string, id: string, name: string) =>
    studio.call('PATCH', `/subjects/${table}/${id}`, { name });
  const sound = async (number: number, artist: string, genre: string) =>
    mp3(tone(1, 300 + number), { tag: { title: `Title ${number}`, artist, genre } });

  beforeAll(async () => {
    library = await ownLibrary();
    library.write('1.mp3', await sound(1, 'J. Doe', 'Sleep'));
    library.write('2.mp3', await sound(2, 'J. Doe', 'Travel'));
    library.write('3.mp3', await sound(3, 'Ann Author', 'Sleep'));
    for (const { id, title } of (await library.import()).added) ids.set(title, id);
    studio = (await member(library.provider, 'pat@listener.test', 'publisher')).studio;
  }, 60_000);

  test('subjects are listed in their order, with the number of their titles', async () => {
    expect((await subjects('authors')).map(({ name, titles }) => [name, titles])).toEqual([
      ['Ann Author', 1],
      ['J. Doe', 2],
    ]);
    expect(await namesOf('categories')).toEqual(['Sleep', 'Travel']);
    expect((await studio.get('/subjects/listeners')).status).toBe(400);
  });

  test('a new name shows in every title and in the search, and stays for titles that are imported later', async () => {
    const doe = (await subjects('authors')).find(({ name }) => name === 'J. Doe');
    await studio.edit(idOf('Title 2'), { hidden: true });
    expect((await rename('authors', doe?.id ?? '', 'Jane  Doe')).status).toBe(200);
    expect((await subjects('authors')).find(({ id }) => id === doe?.id)).toMatchObject({
      name: 'Jane Doe',
      titles: 1,
    });
    const reference = { id: doe?.id, name: 'Jane Doe' };
    expect((await library.client.get(`/content/${idOf('Title 1')}`)).body).toMatchObject({
      author_info: [reference],
    });
    expect((await library.client.get('/search?term=jane')).body).toMatchObject({
      results: [{ title: 'Title 1' }],
    });
    expect((await studio.get('/titles?query=jane')).body).toMatchObject({ total: 2 });

    await studio.edit(idOf('Title 2'), { hidden: false });
    library.write('4.mp3', await sound(4, 'J. Doe', 'Sleep'));
    // A file that has the new name already belongs to the same author.
    library.write('5.mp3', await sound(5, 'JANE DOE', 'Sleep'));
    await library.import();
    expect((await subjects('authors')).find(({ id }) => id === doe?.id)?.titles).toBe(4);
    expect(await namesOf('authors')).toEqual(['Ann Author', 'Jane Doe']);
    const edited = await studio.edit(idOf('Title 3'), { authors: ['Jane Doe'] });
    expect(edited.item.author_info).toEqual([reference]);
    await studio.edit(idOf('Title 3'), { reset: ['authors'] });
  });

  test('a renamed category is found by its new name, and another one cannot get it', async () => {
    const sleep = (await subjects('categories')).find(({ name }) => name === 'Sleep');
    expect(await rename('categories', sleep?.id ?? '', 'TRAVEL')).toMatchObject({
      status: 422,
      body: { error: { field: 'name', message: 'name must be another one: TRAVEL exists already.' } },
    });
    expect((await rename('categories', sleep?.id ?? '', 'Rest')).status).toBe(200);
    expect((await library.client.get('/search?term=title&category=rest')).body).toMatchObject({
      results: [{}, {}, {}],
    });
    expect((await rename('categories', 'none', 'X')).status).toBe(404);
    expect((await rename('categories', sleep?.id ?? '', ' ')).status).toBe(422);
    // A topic is another thing, also if it has the same name.
    expect(await namesOf('topics')).toContain('Sleep');
  });

  test('a rename that a dead process left is completed at the next start', async () => {
    const [ann] = await subjects('authors');
    const { db } = library.provider;
    await db
      .insertInto('subject_edits')
      .values({
        subject_table: 'authors',
        id: ann?.id ?? '',
        name: 'Anna',
        position: null,
        is_applied: false,
      })
      .execute();
    await prepareStudio(db.withTables<OwnTables & FeedTables>());
    expect((await studio.detail(idOf('Title 3'))).item.author_info).toMatchObject([{ name: 'Anna' }]);
  });

  test('subjects that were ordered come first, the others follow by name', async () => {
    const list = await subjects('topics');
    const last = list.at(-1);
    expect((await studio.call('PUT', '/subjects/topics/order', { ids: [last?.id] })).status).toBe(200);
    expect(await namesOf('topics')).toEqual(['Travel', 'Sleep']);
    library.write('6.mp3', await sound(6, 'J. Doe', 'Art'));
    await library.import();
    expect(await namesOf('topics')).toEqual(['Travel', 'Art', 'Sleep']);
    expect((await library.client.get('/topics')).body).toMatchObject({
      results: [{ name: 'Travel' }, { name: 'Art' }, { name: 'Sleep' }],
    });
    expect((await studio.call('PUT', '/subjects/topics/order', { ids: ['none'] })).status).toBe(404);
    // Another editor, who saw the order of before, and a subject that is gone since (STU-37).
    const ids = (await subjects('topics')).map(({ id }) => id);
    expect((await studio.call('PUT', '/subjects/topics/order', { ids, seen: ids })).status).toBe(200);
    const late = { ids, seen: ['gone', ...ids.toReversed()] };
    expect((await studio.call('PUT', '/subjects/topics/order', late)).status).toBe(412);
    await studio.call('PUT', '/subjects/topics/order', { ids: [] });
    expect(await namesOf('topics')).toEqual(['Art', 'Sleep', 'Travel']);
  });
});
