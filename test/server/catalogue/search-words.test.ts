import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchQuery, searchVector } from '../../../server/catalogue/search-vector.ts';
import { wordsOf, wordsOfTerm } from '../../../server/catalogue/search-words.ts';

describe('the words of a text', () => {
  test.each([
    ['The Ferry Timetable', ['the', 'ferry', 'timetable']],
    ["Siobhán O'Dwyer", ['siobhan', 'odwyer', 'o', 'dwyer']],
    ['L’amour, l‘amour', ['lamour', 'l', 'amour']],
    ['Łódź Straße Æther Bjørn', ['lodz', 'strasse', 'aether', 'bjorn']],
    ['Νεφέλη Δημητρίου', ['νεφελη', 'δημητριου']],
    ['東京の夜', ['東', '京', 'の', '夜']],
    ['3-2-1, go!', ['3', '2', '1', 'go']],
    ['İstanbul ISTANBUL', ['istanbul']],
    ['  ', []],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test('in a term, an apostrophe does not separate words', () => {
    expect(wordsOfTerm("o'dwyer")).toEqual(['odwyer']);
  });

  test('case makes no difference in any script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = wordsOf(text.toLowerCase());
        expect(wordsOf(words.join(' '))).toEqual(words);
      }),
    );
  });

  test('every text is found by its own words, in any order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = new Set(wordsOf(text));
        expect(wordsOfTerm(text).every((word) => words.has(word))).toBe(true);
      }),
    );
  });
});

describe('the query', () => {
  test('requires every word, allows an incomplete last one, and stays in its category', () => {
    expect(searchQuery('Ferry Time', 'fiction')).toEqual({
      matching: "'ferry' & 'time':* & 'category/fiction'",
      inTitle: "'title/ferry' & 'title/time':* & 'category/fiction'",
    });
  });

  test('is null for a term without words', () => {
    expect(searchQuery(" '-' ", null)).toBeNull();
  });

  test('escapes every character that has a meaning for the database', () => {
    fc.assert(
      fc.property(fc.string(), (term) => {
        const query = searchQuery(term, null);
        if (query !== null) expect(query.matching).toMatch(/^'[^'\\]+'(?: & '[^'\\]+')*:\*$/u);
      }),
    );
  });

  test('marks what is in the title', () => {
    expect(searchVector({ title: 'Sea', texts: ['The sea'], categoryIds: ["o'x\\"] })).toBe(
      String.raw`'sea' 'title/sea' 'the' 'category/o''x\\'`,
    );
  });
});
