import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { Assembler } from '../../../server/demo/catalogue/assemble.ts';
import { type SingleEntry, singleEntry } from '../../../server/demo/catalogue/entries.ts';
import { readData } from '../../../server/demo/read-data.ts';

const entry: SingleEntry = {
  title: 'A Quiet Hour',
  authors: ['ingrid-saether'],
  category: 'meditation',
  topics: ['calm'],
  description: 'One hour. Nothing else.',
  releasedDaysAgo: 3,
  minutes: 60,
};
const assembler = new Assembler(Date.UTC(2026, 4, 3));

describe('a data file of the demonstration', () => {
  test('is read', () => {
    expect(readData('some.json', v.array(singleEntry), [entry])).toEqual([entry]);
  });

  test.each([
    ['a missing field', { ...entry, minutes: undefined }, '0.minutes'],
    ['a wrong type', { ...entry, validDays: [1] }, '0.validDays.1'],
    ['an unknown field', { ...entry, minuets: 3 }, '0.minuets'],
    ['an empty text', { ...entry, topics: [''] }, '0.topics.0'],
  ])('with %s is refused by its name and field', (_, wrong, field) => {
    expect(() => readData('some.json', v.array(singleEntry), [wrong])).toThrow(`some.json: ${field}: `);
  });
});

describe('an entry', () => {
  test('names authors, categories and topics that exist', () => {
    expect(assembler.single(entry, 0)).toMatchObject({
      id: 'a-quiet-hour',
      author_info: [{ id: 'ingrid-saether', name: 'Ingrid Sæther' }],
    });
    for (const wrong of [{ authors: ['nobody'] }, { category: 'nobody' }, { topics: ['nobody'] }]) {
      expect(() => assembler.single({ ...entry, ...wrong }, 0)).toThrow('"A Quiet Hour" names "nobody"');
    }
  });

  test('of a collection contains items with a sound', () => {
    const item = assembler.single(entry, 0);
    const items = new Map([
      [item.id, item],
      ['silent', { ...item, id: 'silent', url: null }],
    ]);
    const selection = (...ids: readonly string[]) =>
      assembler.selection({ ...entry, title: 'Quiet Hours', items: ids }, items);
    expect(selection('a-quiet-hour')).toHaveLength(2);
    expect(() => selection('unknown')).toThrow('"Quiet Hours" contains "unknown"');
    expect(() => selection('silent')).toThrow('"Quiet Hours" contains "silent"');
  });
});
