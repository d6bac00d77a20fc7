import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import type { FeedTables } from '../../../server/feeds/tables.ts';
import type { OwnTables } from '../../../server/library/tables.ts';
import { prepareStudio } from '../../../server/studio/part.ts';
import { mp3, tone } from '../library/support/make-audio.ts';
import { ownLibrary, type OwnLibrary } from '../library/support/own-library.ts';
import * as wire from '../../../server/api/answers.ts';
import { member, type StudioClient } from './studio-client.ts';

let library: OwnLibrary;
let studio: StudioClient;
const ids = new Map<string, string>();
const idOf = (title: string): string => ids.get(title) ?? '';

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
    .values({ subject_table: 'authors', id: ann?.id ?? '', name: 'Anna', place: null, is_applied: false })
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
