import { describe, expect, test } from 'vitest';
import { comparePaths, describeByFolders } from '../../library/titles/group.ts';
import { authorsIn, namesOf } from '../../library/read/names.ts';
import { readSidecar } from '../../library/read/sidecars.ts';
import { references } from '../../catalogue/ids.ts';
import { firstOf } from '../../library/read/description.ts';

describe('names of people', () => {
  test.each([
    ['Hollis, Bram', 'Bram Hollis'],
    ['Du Vane, Orla K.', 'Orla K. Du Vane'],
    ['Thorne, J. B. B.', 'J. B. B. Thorne'],
    ['Marsh, Sir Edmund Hale', 'Sir Edmund Hale Marsh'],
    ['García Márquez, Gabriel', 'Gabriel García Márquez'],
    ['van der Berg, Jan', 'Jan van der Berg'],
    ['Bram Hollis, Orla Vane', 'Bram Hollis', 'Orla Vane'],
    ['Bram Hollis, Jo Li', 'Bram Hollis', 'Jo Li'],
    ['Hollis, Bram, Vane, Orla', 'Bram Hollis', 'Orla Vane'],
    ['King, Stephen and Straub, Peter', 'Stephen King', 'Peter Straub'],
    ['Hollis, Bram, and Orla Vane', 'Bram Hollis', 'Orla Vane'],
    ['A, B & C', 'A', 'B', 'C'],
    ['John Smith, Jones, James Doe', 'John Smith', 'Jones', 'James Doe'],
    [
      'John Smith, Jones, James Doe, Ludwig von Mises',
      'John Smith',
      'Jones',
      'James Doe',
      'Ludwig von Mises',
    ],
    ['Neil Gaiman, Sting', 'Neil Gaiman', 'Sting'],
    ['Michelle Rivers, Prince', 'Michelle Rivers', 'Prince'],
    ['Vargas Llosa, Mario', 'Mario Vargas Llosa'],
    ['Bram Hollis, Vane, Orla', 'Bram Hollis', 'Orla Vane'],
    ['Ann; Bob|Bob', 'Ann', 'Bob'],
    ['Ann Author/Bob Bee', 'Ann Author', 'Bob Bee'],
    ['Ann\0Bob', 'Ann', 'Bob'],
    ['AC/DC', 'AC/DC'],
    ['José Ortega y Gasset', 'José Ortega y Gasset'],
    ['Simon and Schuster', 'Simon and Schuster'],
    ['Smith, Jr.', 'Smith Jr.'],
    ['Smith, John, Jr.', 'John Smith Jr.'],
    ['Ann Author, PhD, Bob Bee, M.D.', 'Ann Author PhD', 'Bob Bee M.D.'],
  ])('%s (CAT-123)', (text, ...names) => {
    expect(namesOf([text])).toEqual(names);
  });

  test('who only translated or introduced a work is no author (CAT-121)', () => {
    expect(authorsIn(namesOf(['Ann Author, Tom Tee - translator', 'Ivy Ill (introduction)']))).toEqual([
      'Ann Author',
    ]);
  });

  test.each([
    ['Robert Fagles - translator', []],
    ['Homer, Robert Fagles (Translator)', ['Homer']],
    ['Ann Author - author', ['Ann Author']],
    ['Ann Author [author], Uwe Ut - Übersetzer', ['Ann Author']],
  ])('a role is no part of a name: %s (CAT-121)', (text, authors) => {
    expect(authorsIn(namesOf([text]))).toEqual(authors);
  });

  test.each([
    ['J.B.B. Thorne', 'Thorne, J. B. B.'],
    ['Bram Hollis', 'HOLLIS, Bram'],
  ])('%s and %s are one author (CAT-123)', (one, other) => {
    expect(references('a', namesOf([one, other]))).toHaveLength(1);
  });
});

const sidecar = (name: string, text: string) => readSidecar(name, Buffer.from(text));

describe('folder names', () => {
  test.each([
    ['Title', { title: 'Title' }],
    ['Ann/Title', { title: 'Title', authors: ['Ann'] }],
    ['Ann/Saga/Title', { title: 'Title', authors: ['Ann'], series: [{ name: 'Saga' }] }],
    [
      'Ann/Saga/Vol 2.5 - 1994 - The Title {Rita, Rob}',
      {
        title: 'The Title',
        authors: ['Ann'],
        series: [{ name: 'Saga' }],
        sequence: '2.5',
        published: '1994',
        narrators: ['Rita', 'Rob'],
      },
    ],
    ['Ann/(1994) - The Title', { title: 'The Title', authors: ['Ann'], published: '1994' }],
    ['Ann & Bob/1984', { title: '1984', authors: ['Ann', 'Bob'] }],
    ['Du Vane, Orla K./Title', { title: 'Title', authors: ['Orla K. Du Vane'] }],
    [
      'Ann/Saga/Volume 2',
      { title: 'Saga, Volume 2', authors: ['Ann'], series: [{ name: 'Saga' }], sequence: '2' },
    ],
    [
      'Ann/Saga/2a - The Title',
      { title: 'The Title', authors: ['Ann'], series: [{ name: 'Saga' }], sequence: '2a' },
    ],
    ['Ann/Vol. 2 - The Title', { title: 'The Title', authors: ['Ann'], sequence: '2' }],
  ])('%s', (location, meaning) => {
    expect(describeByFolders(location, false)).toEqual(meaning);
  });

  test.each([
    'Band 1 - 1991 - Ein Titel',
    '1991 - Band 1 - Ein Titel',
    'Band 1 (1991) Ein Titel',
    'Bd. 1: Ein Titel',
    '1. Band - Ein Titel',
    'Band 1 Ein Titel',
    'Ein Titel (Band 1)',
    'Ein Titel, Bd. 1',
    '[Vol. 1] Ein Titel',
    'Volume One - Ein Titel',
    'Saga 1 - Ein Titel',
    'Saga, Book 1 - Ein Titel',
    'Tome I - 1991 - Ein Titel',
    'Tome 1: Ein Titel',
    'Libro 1 - Ein Titel',
    'Livro 1 – Ein Titel',
    'Boek 1 - Ein Titel',
    'Tom 1. Ein Titel',
    'Księga 1 - Ein Titel',
    'Kniha 1 - Ein Titel',
    'Könyv 1 - Ein Titel',
    'Bok 1 - Ein Titel',
    'Kirja 1 - Ein Titel',
    'Том 1. Ein Titel',
    'Книга 1 - Ein Titel',
    'Βιβλίο 1 - Ein Titel',
    'Kitap 1 - Ein Titel',
    'كتاب 1 - Ein Titel',
    'ספר 1 - Ein Titel',
    '第1巻 Ein Titel',
    '第一卷 - Ein Titel',
    '제1권 Ein Titel',
    '#1 - Ein Titel',
    '[1] Ein Titel',
  ])('%s is the first volume of a series (CAT-264)', (name) => {
    expect(describeByFolders(`Ann/Saga/${name}`, false)).toMatchObject({ title: 'Ein Titel', sequence: '1' });
  });

  test.each([
    'Band of Brothers',
    '1984',
    'Book',
    'Bookends',
    'The Book of One',
    'Tom Sawyer',
    '2001 - A Space Odyssey',
  ])('%s is no volume', (name) => {
    expect(describeByFolders(`Ann/Saga/${name}`, false)).not.toHaveProperty('sequence');
  });
});

/** Every field of metadata.json. */
const FIELDS = {
  title: 'A Title',
  subtitle: 'A Subtitle',
  authors: ['Ann'],
  narrators: ['Rita'],
  series: ['Saga #3'],
  genres: ['Fiction'],
  tags: ['sea'],
  publishedYear: '1999',
  language: 'English',
  description: 'Words',
  chapters: [{ start: 0, title: 'One' }],
};

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
    series: [{ name: 'Saga', sequence: '3' }],
    categories: ['Fiction'],
    topics: ['sea'],
    published: '1999',
    description: 'Words & more',
    chapters: [{ title: 'One', start: 0 }],
  };
  const old = { metadata: { ...fields, chapters: undefined }, chapters: fields.chapters };
  for (const form of [fields, old]) {
    expect(sidecar('metadata.json', JSON.stringify(form))).toEqual({
      description: meaning,
      chapters: [],
      note: null,
    });
  }
});

describe('a flaw of metadata.json never discards the rest (CAT-122)', () => {
  const meaning = sidecar('metadata.json', JSON.stringify(FIELDS)).description;

  test.each([
    ['title', ['title']],
    ['subtitle', ['subtitle']],
    ['authors', ['authors']],
    ['narrators', ['narrators']],
    ['series', ['series']],
    ['language', ['language']],
    ['genres', ['categories']],
    ['tags', ['topics']],
    ['publishedYear', ['published']],
    ['description', ['description']],
    ['chapters', ['chapters']],
  ] as const)('%s has another type', (field, own) => {
    const others = Object.entries(meaning).filter(([name]) => !own.some((each) => each === name));
    for (const flaw of [null, true, {}, [null], [{ name: null }, [], false], '', ' '.repeat(10)]) {
      const { description, note } = sidecar('metadata.json', JSON.stringify({ ...FIELDS, [field]: flaw }));
      expect(description).toEqual(Object.fromEntries(others));
      expect(note).toBeNull();
    }
  });

  test.each([
    ['a comma at the end', JSON.stringify(FIELDS).replace(/\}$/u, ',}')],
    ['no end', JSON.stringify(FIELDS).slice(0, -1)],
    ['a comment', `// made by hand\n${JSON.stringify(FIELDS)}`],
    ['a line feed in a text', JSON.stringify(FIELDS).replace('A Subtitle', 'A\nSubtitle')],
  ])('the text has %s', (_, text) => {
    const { description, note } = sidecar('metadata.json', text);
    expect(description).toMatchObject({ title: 'A Title', authors: ['Ann'], published: '1999' });
    expect(note).toBe('it is damaged; what can be read of it is used');
  });

  test('a number is a text where a text stands', () => {
    expect(sidecar('metadata.json', '{"title": 1984, "publishedYear": 1949}').description).toEqual({
      title: '1984',
      published: '1949',
    });
  });
});

describe('an OPF package', () => {
  const opf = (inside: string) =>
    sidecar(
      'metadata.opf',
      `<?xml version="1.0"?><package xmlns:dc="d" xmlns:opf="o"><metadata>${inside}</metadata></package>`,
    ).description;

  test('of EPUB 2 is read', () => {
    expect(
      opf(`<dc:title>A Title</dc:title><dc:creator opf:role="aut">Ann</dc:creator>
        <dc:creator opf:role="nrt">Rita</dc:creator><dc:creator opf:role="trl">Tom</dc:creator>
        <dc:subject>Fiction</dc:subject><dc:date>1999-05-01</dc:date><dc:language>eng</dc:language>
        <meta name="calibre:series" content="Saga"/><meta name="calibre:series_index" content="2.0"/>`),
    ).toEqual({
      title: 'A Title',
      authors: ['Ann'],
      narrators: ['Rita'],
      categories: ['Fiction'],
      published: '1999-05-01',
      language: 'en',
      series: [{ name: 'Saga' }],
      sequence: '2',
    });
  });

  test('package documents with several series name all of them', () => {
    const { series } =
      opf(`<meta name="calibre:series" content="Saga"/><meta name="calibre:series_index" content="2.0"/>
        <meta name="calibre:series" content="World"/><meta name="calibre:series_index" content="5"/>
        <meta property="belongs-to-collection" id="c">Canon</meta>
        <meta refines="#c" property="group-position">7</meta>
        <meta property="belongs-to-collection">Saga</meta>`);
    expect(series).toEqual([
      { name: 'Saga', sequence: '2' },
      { name: 'World', sequence: '5' },
      { name: 'Canon', sequence: '7' },
    ]);
  });

  test('of EPUB 3 is read: only authors are authors (CAT-121)', () => {
    const role = (id: string, code: string): string =>
      `<meta refines="#${id}" property="role" scheme="marc:relators">${code}</meta>`;
    expect(
      opf(`<dc:title id="t1">A Title</dc:title><dc:title id="t2">Its Subtitle</dc:title>
        <meta refines="#t2" property="title-type">subtitle</meta>
        ${['Ann', 'Rita', 'Tom', 'Both', 'Eve', 'Ivy', 'Nobody'].map((name) => `<dc:creator id="${name}">${name}</dc:creator>`).join('')}
        <dc:contributor id="con">Conny</dc:contributor><dc:contributor>Penguin</dc:contributor>
        ${role('Ann', 'aut')}${role('Rita', 'nrt')}${role('Tom', 'trl')}${role('Both', 'aut')}${role('Both', 'nrt')}
        ${role('Eve', 'edt')}${role('Ivy', 'http://id.loc.gov/vocabulary/relators/ill')}${role('con', 'nrt')}
        <meta property="belongs-to-collection" id="s">Tides</meta><meta refines="#s" property="group-position">2</meta>`),
    ).toEqual({
      title: 'A Title',
      subtitle: 'Its Subtitle',
      authors: ['Ann', 'Both', 'Nobody'],
      narrators: ['Rita', 'Both', 'Conny'],
      series: [{ name: 'Tides' }],
      sequence: '2',
    });
  });

  test.each([
    ['a bare ampersand', '<dc:title>Tom & Jerry</dc:title><dc:creator>Ann</dc:creator>', 'Tom & Jerry'],
    ['an unknown entity', '<dc:title>Tom &x; Jerry</dc:title><dc:creator>Ann</dc:creator>', 'Tom &x; Jerry'],
    ['an element without end', '<dc:title>Tom<dc:creator>Ann</dc:creator>', 'Tom'],
    [
      'an empty field',
      '<dc:title>Tom</dc:title><dc:date/><dc:subject></dc:subject><dc:creator>Ann</dc:creator>',
      'Tom',
    ],
  ])('with %s is read', (_, inside, title) => {
    expect(opf(inside)).toMatchObject({ title, authors: ['Ann'] });
  });
});

test('a cue sheet is read, in frames of a seventy-fifth', () => {
  const sheet = `\ufeffTITLE "Album"\r\nFILE "book.mp3" MP3\r\n TRACK 01 AUDIO\r\n  TITLE "One"\r\n  INDEX 01 00:00:00\r\n TRACK 02 AUDIO\r\n  INDEX 00 01:00:00\r\n  INDEX 01 1:x:2\r\n  nonsense\r\n  INDEX 01 61:02:15`;
  expect(sidecar('book.cue', sheet).chapters).toEqual([
    { file: 'book.mp3', title: 'One', start: 0 },
    { file: 'book.mp3', title: '', start: 61 * 60 + 2.2 },
  ]);
});

test.each([' ', '\u00a0', ',', '#', '"', '<p ', '['])(
  'a long run of %j takes no time in any field (CAT-120)',
  (each) => {
    const run = each.repeat(100_000 / each.length);
    const framed = `x${run}x`;
    const fields = Object.keys(FIELDS).map((field) => [field, framed] as const);
    const lists = fields.map(([field]) => [field, [framed, { name: framed, start: framed }]] as const);
    const elements = 'title subtitle creator contributor description subject tag date meta'.split(' ');
    const started = performance.now();
    for (const json of [fields, lists]) sidecar('metadata.json', JSON.stringify(Object.fromEntries(json)));
    sidecar('metadata.json', framed);
    sidecar('a.opf', elements.map((name) => `<${name} role='${run}'>${framed}</${name}>`).join(''));
    sidecar('a.cue', `FILE ${framed}\nTRACK ${framed}\nTITLE ${framed}\nINDEX ${framed}\n${framed}`);
    sidecar('desc.txt', framed);
    sidecar('reader.txt', framed);
    // If the time grew with the square of the length, a single field would take 17 s.
    expect(performance.now() - started).toBeLessThan(10_000);
  },
  60_000,
);

test('elements in elements without end are not read to their end', () => {
  const started = performance.now();
  sidecar('a.opf', '<a>'.repeat(1_000_000));
  expect(performance.now() - started).toBeLessThan(10_000);
}, 60_000);

test('the first source that knows a field decides it', () => {
  expect(
    firstOf([{ title: 'json' }, { title: 'opf', language: 'en' }, { language: 'de', sequence: '2' }]),
  ).toEqual({
    title: 'json',
    language: 'en',
    sequence: '2',
  });
});

test('paths are in natural order', () => {
  expect(['10.mp3', '9.mp3', 'CD 2/1.mp3', 'CD 10/1.mp3'].toSorted(comparePaths)).toEqual([
    '9.mp3',
    '10.mp3',
    'CD 2/1.mp3',
    'CD 10/1.mp3',
  ]);
});
