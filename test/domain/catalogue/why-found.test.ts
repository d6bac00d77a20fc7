import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { narratorId, seriesId, type ContentItem } from '../../../src/domain/catalogue/content.ts';
import { foundIn } from '../../../src/domain/catalogue/why-found.ts';
import { seconds } from '../../../src/domain/time.ts';
import { aContentItem, PLAIN_ITEM } from '../../arbitraries/content.ts';
import { law } from 'audio-streaming-laws/laws';

const said = (text: string) => ({ chapterIndex: 1, trackId: null, start: seconds(3), text });

const ITEM: ContentItem = {
  ...PLAIN_ITEM,
  title: 'The Tide Library',
  narrators: [{ id: narratorId('n'), name: 'Rólf Berg' }],
  series: ['Tides', 'Harbours'].map((name) => ({ id: seriesId(name), name, sequence: null })),
  categories: ['Fiction'],
  topics: ['Мо́ре'],
  chapters: [{ title: 'Salt on Paper', url: '/a', index: 1, runTime: null, transcripts: [] }],
  description: `${'Long before. '.repeat(9)}A keeper lends out books. ${'Long after. '.repeat(20)}`,
  matches: [said('The lanterns were lit.'), said('Nobody kept the marmalade.')],
};

describe('a result says why it was found (CAT-332)', () => {
  test.each([
    ['the title has all words', 'library tide', null],
    ['the first series is on the tile', 'tides', null],
    ['a narrator, whatever the case and the accents', 'ROLF', { kind: 'narrator', text: 'Rólf Berg' }],
    ['another series', 'harb', { kind: 'series', text: 'Harbours' }],
    ['a topic in another script', 'море', { kind: 'subject', text: 'Мо́ре' }],
    ['a chapter beside a word of the title', 'tide paper', { kind: 'chapter', text: 'Salt on Paper' }],
    ['what is said', 'marmalade', { kind: 'said', text: 'Nobody kept the marmalade.' }],
    [
      'what is said in another form of the word',
      'lantern lighting',
      { kind: 'said', text: 'The lanterns were lit.' },
    ],
    ['the place with most of the words', 'berg salt paper', { kind: 'chapter', text: 'Salt on Paper' }],
    ['no letters', ' - ', null],
  ])('%s', (_what, term, found) => {
    expect(foundIn(ITEM, term)).toEqual(found);
  });

  test('a word inside another word does not count', () => {
    expect(foundIn({ ...ITEM, matches: [] }, 'alt')).toBeNull();
  });

  test('words of scripts without spaces stand anywhere', () => {
    const chapters = [{ title: '夜の図書館', url: '/a', index: 1, runTime: null, transcripts: [] }];
    expect(foundIn({ ...ITEM, chapters }, '図書館')).toEqual({ kind: 'chapter', text: '夜の図書館' });
  });

  test('of a description, the part around the word', () => {
    const found = foundIn(ITEM, 'keeper');
    expect(found?.kind).toBe('description');
    expect(found?.text).toMatch(/^….*A keeper lends out books\..*…$/u);
    expect(found?.text.length).toBeLessThan(130);
  });

  law('names a text of the title, and none for its own name', [aContentItem(), fc.string()], (item, term) => {
    expect(foundIn(item, item.title)).toBeNull();
    const found = foundIn(item, term);
    if (found === null || found.kind === 'description') return;
    const texts = [
      ...item.narrators.map(({ name }) => name),
      ...item.series.map(({ name }) => name),
      ...item.categories,
      ...item.topics,
      ...item.chapters.map(({ title }) => title),
      ...item.matches.map(({ text }) => text),
    ];
    expect(texts).toContain(found.text);
  });
});
