import { describe, expect, test } from 'vitest';
import { firstOf } from '../../../server/library/titles/description.ts';
import { describeByFolders } from '../../../server/library/titles/from-folders.ts';
import { describeByMetadata, describeByOpf, readCue } from '../../../server/library/titles/from-sidecars.ts';
import { comparePaths, groupFolders } from '../../../server/library/titles/group.ts';

describe('folder names', () => {
  test.each([
    ['Title', { title: 'Title' }],
    ['Ann/Title', { title: 'Title', authors: ['Ann'] }],
    ['Ann/Saga/Title', { title: 'Title', authors: ['Ann'], series: 'Saga' }],
    [
      'Ann/Saga/Vol 2.5 - 1994 - The Title {Rita, Rob}',
      {
        title: 'The Title',
        authors: ['Ann'],
        series: 'Saga',
        seriesIndex: 2.5,
        year: 1994,
        narrators: ['Rita', 'Rob'],
      },
    ],
    ['Ann/(1994) - The Title', { title: 'The Title', authors: ['Ann'], year: 1994 }],
    ['Ann & Bob/1984', { title: '1984', authors: ['Ann', 'Bob'] }],
  ])('%s', (place, meaning) => {
    expect(describeByFolders(place, false)).toEqual(meaning);
  });
});

test('metadata.json is read, in both of its shapes', () => {
  const fields = {
    title: 'A Title',
    authors: ['Ann'],
    series: ['Saga #3'],
    genres: ['Fiction'],
    tags: ['sea'],
    publishedYear: '1999',
    description: '<p>Words &amp; more</p>',
    chapters: [{ id: 0, start: 0, end: 10, title: 'One' }, 'not a chapter'],
  };
  const meaning = {
    title: 'A Title',
    authors: ['Ann'],
    series: 'Saga',
    seriesIndex: 3,
    categories: ['Fiction'],
    topics: ['sea'],
    year: 1999,
    description: 'Words & more',
    chapters: [{ title: 'One', start: 0 }],
  };
  expect(describeByMetadata(JSON.stringify(fields))).toEqual(meaning);
  expect(
    describeByMetadata(
      JSON.stringify({ metadata: { ...fields, chapters: undefined }, chapters: fields.chapters }),
    ),
  ).toEqual(meaning);
  expect(() => describeByMetadata('{')).toThrow('JSON');
});

test('an OPF package is read', () => {
  const xml = `<?xml version="1.0"?><package xmlns:dc="d" xmlns:opf="o"><metadata>
    <dc:title>A Title</dc:title><dc:creator opf:role="aut">Ann</dc:creator><dc:creator opf:role="nrt">Rita</dc:creator>
    <dc:subject>Fiction</dc:subject><dc:date>1999-05-01</dc:date>
    <meta name="calibre:series" content="Saga"/><meta name="calibre:series_index" content="2.0"/></metadata></package>`;
  expect(describeByOpf(xml)).toEqual({
    title: 'A Title',
    authors: ['Ann'],
    narrators: ['Rita'],
    categories: ['Fiction'],
    year: 1999,
    series: 'Saga',
    seriesIndex: 2,
  });
});

test('a cue sheet is read, in frames of a seventy-fifth', () => {
  const sheet = `\ufeffTITLE "Album"\r\nFILE "book.mp3" MP3\r\n TRACK 01 AUDIO\r\n  TITLE "One"\r\n  INDEX 01 00:00:00\r\n TRACK 02 AUDIO\r\n  INDEX 00 01:00:00\r\n  INDEX 01 61:02:15`;
  expect(readCue(sheet)).toEqual([
    { file: 'book.mp3', title: 'One', start: 0 },
    { file: 'book.mp3', title: '', start: 61 * 60 + 2.2 },
  ]);
});

test('the first source that knows a field decides it', () => {
  expect(firstOf([{ title: 'json' }, { title: 'opf', year: 1 }, { year: 2, series: 'tags' }])).toEqual({
    title: 'json',
    year: 1,
    series: 'tags',
  });
});

test('paths are in natural order, and discs belong to their folder', () => {
  expect(['10.mp3', '9.mp3', 'CD 2/1.mp3', 'CD 10/1.mp3'].toSorted(comparePaths)).toEqual([
    '9.mp3',
    '10.mp3',
    'CD 2/1.mp3',
    'CD 10/1.mp3',
  ]);
  const file = (path: string) => ({ path, size: 1, mtime: 1 });
  const folder = (path: string, ...names: readonly string[]) => ({
    path,
    sounds: names.map((name) => file(path === '' ? name : `${path}/${name}`)),
    sidecars: [],
  });
  const groups = groupFolders([
    folder('A/Disc 10', '1.mp3'),
    folder('A/Disc 2', '1.mp3'),
    folder('', 'x.mp3', 'y.mp3'),
  ]);
  expect(groups.map(({ place, sounds }) => [place, sounds.map(({ path }) => path)])).toEqual([
    ['A', ['A/Disc 2/1.mp3', 'A/Disc 10/1.mp3']],
    ['x.mp3', ['x.mp3']],
    ['y.mp3', ['y.mp3']],
  ]);
});
