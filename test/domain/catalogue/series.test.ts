import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  type Arrangement,
  arrangementQuery,
  countFilters,
  offeredPart,
  readArrangement,
  toggledFilter,
} from '../../../src/domain/catalogue/arrangement.ts';
import { contentId, type ContentItem, seriesId } from '../../../src/domain/catalogue/content.ts';
import { nextVolume, seriesEntries } from '../../../src/domain/catalogue/series.ts';
import { t } from 'audio-streaming-translations/translate';
import { seriesWords } from '../../../src/domain/catalogue/series-words.ts';
import {
  compareVolumes,
  formatVolume,
  readVolumeNumber,
  volumeWords,
} from '../../../src/domain/catalogue/volume-number.ts';
import { aSequence, PLAIN_ITEM } from '../../arbitraries/content.ts';
import { law } from 'audio-streaming-laws/laws';

const TIDES = seriesId('tides');

const volume = (sequence: string | null, at = 0): ContentItem => ({
  ...PLAIN_ITEM,
  id: contentId(`${sequence}-${at}`),
  series: [
    { id: seriesId('other'), name: 'Other', sequence: '99' },
    { id: TIDES, name: 'Tides', sequence },
  ],
});

/** The entries in short: the text of each volume, and what is missing in brackets. */
const inShort = (sequences: readonly (string | null)[]): string =>
  seriesEntries(sequences.map(volume), TIDES)
    .map((entry) =>
      entry.kind === 'title'
        ? (entry.sequence ?? '–')
        : entry.from === entry.to
          ? `[${entry.from}]`
          : `[${entry.from}..${entry.to}]`,
    )
    .join(' ');

describe('the number of a volume (CAT-230)', () => {
  test.each([
    ['2', 2],
    ['02', 2],
    ['0.5', 0.5],
    ['1,5', 1.5],
    ['½', 0.5],
    ['2½', 2.5],
    ['-1', -1],
    ['#3', 3],
    ['Vol.4', 4],
    ['Book 3 of 7', 3],
    ['2nd', 2],
    ['Ⅲ', 3],
    ['iv', 4],
    ['Part XIV', 14],
    ['Book Three', 3],
    ['Volume Twenty-One', 21],
    ['the second', 2],
    ['٣', 3],
    ['３', 3],
    ['३', 3],
    ['第四巻', 4],
    ['二十三', 23],
  ])('%s is %d', (sequence, value) => {
    expect(readVolumeNumber(sequence)).toEqual({ from: value, to: value, letter: '' });
  });

  test.each([null, '', 'Special', '—', '巻', 'Prequel'])('%j has no number', (sequence) => {
    expect(readVolumeNumber(sequence)).toBeNull();
  });

  test.each([
    ['1-3', '1–3'],
    ['1 – 3', '1–3'],
    ['2 & 3', '2–3'],
    ['Books 2 to 4', '2–4'],
    ['2a', '2a'],
    ['2 B', '2b'],
    ['Book Three', '3'],
    ['1,5', '1.5'],
    ['Special', 'Special'],
    [null, null],
  ])('%s is shown as %s', (sequence, shown) => {
    expect(formatVolume(sequence)).toBe(shown);
  });

  law('any text is read, and a range never ends before it begins', [aSequence()], (sequence) => {
    const number = readVolumeNumber(sequence);
    if (number !== null) expect(number.to).toBeGreaterThanOrEqual(number.from);
  });

  law('the shown number is the same number', [aSequence()], (sequence) => {
    expect(readVolumeNumber(formatVolume(sequence))).toEqual(readVolumeNumber(sequence));
  });

  const inTides = (sequence: string | null) => ({ id: seriesId('tides'), name: 'Tides', sequence });

  test.each([
    ['2', 'Book 2 of Tides'],
    ['0.5', 'Book 0.5 of Tides'],
    ['2a', 'Book 2a of Tides'],
    ['1-3', 'Books 1–3 of Tides'],
    ['Ⅲ', 'Tides'],
    [null, 'Tides'],
  ])('a tile says %j as %s', (sequence, words) => expect(t(seriesWords(inTides(sequence)))).toBe(words));

  law('a tile and the page say the same, or the tile has no number', [aSequence()], (sequence) => {
    expect([t(volumeWords(inTides(sequence))), 'Tides']).toContain(t(seriesWords(inTides(sequence))));
  });

  law(
    'the order is total: it has one direction, and a chain keeps it',
    [aSequence(), aSequence(), fc.option(aSequence(), { nil: null })],
    (...sequences) => {
      const [a, b, c] = sequences.map(readVolumeNumber) as [never, never, never];
      expect(Math.sign(compareVolumes(a, b))).toBe(-Math.sign(compareVolumes(b, a)) || 0);
      if (compareVolumes(a, b) <= 0 && compareVolumes(b, c) <= 0) {
        expect(compareVolumes(a, c)).toBeLessThanOrEqual(0);
      }
    },
  );
});

describe('the titles of a series (CAT-231)', () => {
  test.each([
    [['3', '1a', '1-3', '2a', '0.5', '1', '2', null], '0.5 1 1-3 1a 2 2a 3 –'],
    [['Ⅲ', '1,5', 'Book Two', '1'], '1 1,5 Book Two Ⅲ'],
    [['1', '3'], '1 [2] 3'],
    [['4', '1'], '1 [2..3] 4'],
    [['2'], '[1] 2'],
    [['1-3', '5'], '1-3 [4] 5'],
    [['1', '2.5', '3'], '1 [2] 2.5 3'],
    [['0', '1'], '0 1'],
    [['1', '2019', '2021'], '1 2019 2021'],
    [[null, 'Special'], '– Special'],
    [[], ''],
  ])('%j are shown as %s', (sequences, shown) => {
    expect(inShort(sequences)).toBe(shown);
  });

  law(
    'every title is shown once, and no more gaps than titles',
    [fc.array(fc.option(aSequence(), { nil: null }), { maxLength: 30 })],
    (sequences) => {
      const items = sequences.map(volume);
      const entries = seriesEntries(items, TIDES);
      const shown = entries.flatMap((entry) => (entry.kind === 'title' ? [entry.item.id] : []));
      expect(shown.toSorted()).toEqual(items.map(({ id }) => id).toSorted());
      expect(entries.length - shown.length).toBeLessThanOrEqual(items.length);
    },
  );
});

describe('the next volume (CAT-232)', () => {
  const ALL = ['0.5', '1', '1-3', '2', '2a', '3', '5', null];

  test.each([
    ['0.5', '1'],
    ['1', '2'],
    ['1-3', '5'],
    ['2', '2a'],
    ['2a', '3'],
    ['3', '5'],
    ['5', null],
    [null, null],
  ])('after %s is %s', (current, next) => {
    const items = ALL.map((sequence) => volume(sequence));
    const found = nextVolume(items, volume(current), TIDES);
    expect(found === null ? null : found.id).toBe(next === null ? null : volume(next).id);
  });

  test('of several with one number are the next ones, but no other edition of the same', () => {
    const named = (title: string, sequence: string): ContentItem => ({
      ...volume(sequence),
      id: contentId(title),
      title,
    });
    const [first, second, third] = ['First', 'Second', 'Third'].map((part) => named(`Hero: ${part}`, '1'));
    const other = named('Hero: Second (Unabridged)', '1');
    const last = named('Return', '2');
    const items = [first, second, other, third, last].filter((item) => item !== undefined);
    const order: string[] = [];
    for (let at: ContentItem | null = items[0] ?? null; at !== null; at = nextVolume(items, at, TIDES))
      order.push(at.title);
    expect(order).toEqual(['Hero: First', 'Hero: Second', 'Hero: Third', 'Return']);
  });

  law(
    'whoever goes on from volume to volume hears none twice, and comes to an end',
    [fc.array(aSequence(), { minLength: 1, maxLength: 20 })],
    (sequences) => {
      const items = sequences.map(volume);
      const heard = new Set<string>();
      for (let at: ContentItem | null = items[0] ?? null; at !== null; at = nextVolume(items, at, TIDES)) {
        expect(heard).not.toContain(at.id);
        heard.add(at.id);
      }
    },
  );
});

describe('how a list is sorted and filtered', () => {
  const anArrangement = (): fc.Arbitrary<Arrangement> =>
    fc.record({
      sort: fc.constantFrom(null, 'title', '-added'),
      filters: fc.dictionary(
        fc.constantFrom('language', 'narrator', 'A & B', '__proto__'),
        fc.uniqueArray(fc.constantFrom('en', 'Ines Odum', 'ä', '0'), { minLength: 1 }),
      ),
    });

  law('an address keeps it (CAT-233)', [anArrangement()], (arrangement) => {
    expect(readArrangement(arrangementQuery(arrangement))).toEqual(arrangement);
  });

  test('other parts of an address are ignored', () => {
    expect(readArrangement({ q: 'tide', sort: 5, 'filter.': 'x', 'filter.a': [''], filter: 'y' })).toEqual({
      sort: null,
      filters: {},
    });
  });

  law('a value that is chosen twice is as before', [anArrangement()], (arrangement) => {
    const once = toggledFilter(arrangement, 'language', 'fi');
    expect(countFilters(once)).toBe(countFilters(arrangement) + 1);
    expect(toggledFilter(once, 'language', 'fi')).toEqual(arrangement);
  });

  test('what is no longer offered is ignored (CAT-234)', () => {
    const offered = { sorts: ['title'], filters: { language: ['en'], narrator: ['Rolf Berg'] } };
    const old = { language: ['en', 'fi'], narrator: ['Nobody'], mood: ['calm'], toString: ['x'] };
    expect(offeredPart({ sort: '-title', filters: old }, offered)).toEqual({
      sort: '-title',
      filters: { language: ['en'] },
    });
    expect(offeredPart({ sort: 'mood', filters: {} }, offered).sort).toBeNull();
  });
});
