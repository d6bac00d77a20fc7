import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  compoundsOf,
  joined,
  LONGEST_TERM,
  searchQuery,
  searchVector,
  spellingsOf,
  wordsOf,
  wordsOfTerm,
} from '../../catalogue/search.ts';

describe('the words of a text', () => {
  test.each([
    ['The Ferry Timetable', ['the', 'ferry', 'timetable']],
    ["Siobhán O'Dwyer", ['siobhan', 'odwyer', 'o', 'dwyer']],
    ['L’amour, l‘amour', ['lamour', 'l', 'amour']],
    ['Łódź Straße Æther Bjørn', ['lodz', 'strasse', 'aether', 'bjorn', 'bjoern']],
    ['Märchen', ['marchen', 'maerchen']],
    ['Ma\u0308r\u00ADchen', ['marchen', 'maerchen']],
    ['Ångström', ['angstrom', 'aangstrom', 'angstroem', 'aangstroem']],
    ['Spider-Man', ['spiderman', 'spider', 'man']],
    ['J. R. R. Tolkien', ['jrr', 'j', 'r', 'tolkien']],
    ['War & Peace', ['war', 'peace', 'and', 'und', 'et', 'y', 'e']],
    ['Νεφέλη Δημητρίου', ['νεφελη', 'δημητριου']],
    ['Ёлка ОДИССЕЙ', ['елка', 'одиссеи']],
    ['Ｆｕｌｌ ｗｉｄｔｈ', ['full', 'width']],
    ['東京の夜', ['東', '京', 'の', '夜']],
    ['บ้าน ok', ['บาน', 'าน', 'น', 'ok']],
    ['3-2-1, go!', ['321', '3', '2', '1', 'go']],
    ['İstanbul ISTANBUL', ['istanbul']],
    ['  ', []],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test('in the name of a category, an apostrophe does not separate words', () => {
    expect(wordsOfTerm("o'dwyer")).toEqual(['odwyer']);
  });

  test('words have no capitals and no accents, in any script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const word of wordsOf(text)) {
          expect(word).toBe(word.toLowerCase());
          expect(word).not.toMatch(/\p{M}/u);
        }
      }),
    );
  });

  test('every text has each spelling of the words that a term with the same text asks for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = new Set(wordsOf(text));
        for (const compound of compoundsOf(text)) {
          for (const word of [joined(compound), ...compound])
            expect(spellingsOf(word).every((spelling) => words.has(spelling))).toBe(true);
        }
      }),
    );
  });
});

/** Whether a text has what the query of a term asks for: T and F are the words that are there, and that are not. */
function finds(term: string, text: string): boolean {
  const words = wordsOf(text);
  let query = (searchQuery(term, null)?.matching ?? '').replaceAll(
    /'([^']+)'(:\*)?/gu,
    (_, word: string, open: string | undefined) =>
      words.some((each) => (open === undefined ? each === word : each.startsWith(word))) ? 'T' : 'F',
  );
  for (let before = ''; before !== query;) {
    before = query;
    query = query
      .replaceAll(/\(([TF])\)/gu, '$1')
      .replaceAll(/([TF]) & ([TF])/gu, (both) => (both.includes('F') ? 'F' : 'T'))
      .replaceAll(/(?<=^|\(|\| )([TF]) \| ([TF])(?=$|\)| \|)/gu, (any) => (any.includes('T') ? 'T' : 'F'));
  }
  expect(query).toMatch(/^[TF]$/u);
  return query === 'T';
}

describe('a term and a text find each other (CAT-112)', () => {
  test.each([
    ['Märchen', 'Maerchen'],
    ['Märchen', 'Marchen'],
    ['Straße', 'Strasse'],
    ['Århus', 'Aarhus'],
    ['Bjørn', 'Björn'],
    ['Bjørn', 'Bjoern'],
    ['Æther', 'Aether'],
    ['Œuvre', 'Oeuvre'],
    ['Łódź', 'Lodz'],
    ['Ёлка', 'Елка'],
    ['Οδυσσέας', 'ΟΔΥΣΣΕΑΣ'],
    ['Ｆｕｌｌ', 'full'],
    ['Spider-Man', 'spiderman'],
    ['Spider-Man', 'spider man'],
    ['J. R. R.', 'jrr'],
    ['J.R.R.', 'J R R'],
    ["O'Brien", 'obrien'],
    ['O’Brien', "o'brien"],
    ['War & Peace', 'War and Peace'],
    ['sci-fi', 'scifi'],
    ['niño', 'nino'],
    ['garçon', 'garcon'],
    ['İstanbul', 'istanbul'],
    ['Kırmızı', 'KIRMIZI'],
    ['مكتبة', 'مكتبه'],
    ['مُكْتَبَةٌ', 'مكتبة'],
    ['مكتـــبة', 'مكتبة'],
    ['المكتبة', 'مكتبه'],
    ['أحمد', 'احمد'],
    ['إسلام', 'اسلام'],
    ['آمال', 'امال'],
    ['ٱلنور', 'النور'],
    ['مستشفى', 'مستشفي'],
    ['مسؤول', 'مسوول'],
    ['کتابی', 'كتابي'],
    ['الجزء ٣', 'الجزء 3'],
    ['۱۲ داستان', '12 داستان'],
  ])('%s, %s', (one, other) => {
    expect(finds(other, one)).toBe(true);
    expect(finds(one, other)).toBe(true);
  });

  test.each([
    ['spider man', 'Spiderman'],
    ['maer', 'Märchen'],
  ])('%s finds %s (CAT-112)', (term, text) => {
    expect(finds(term, text)).toBe(true);
  });

  // Each is a word in the middle or at the end of a text without spaces.
  test.each([
    ['ทะเล', 'นิทานแห่งท้องทะเลสีคราม'],
    ['สี', 'นิทานแห่งท้องทะเลสีคราม'],
    ['ນ້ຳ', 'ແມ່ນ້ຳຂອງ'],
    ['ទន្លេ', 'រឿងព្រេងទន្លេសាប'],
    ['မြစ်', 'ဧရာဝတီမြစ်ကြီး'],
    ['ทะเล Hark', 'Hark นิทานแห่งท้องทะเล'],
  ])('%s finds a text without spaces: %s (CAT-112)', (term, text) => {
    expect(finds(term, text)).toBe(true);
    expect(finds(`${term} กขค`, text)).toBe(false);
  });

  test.each([
    ['poet', 'pot'],
    ['blue', 'blu'],
    ['spiderman', 'spider and man'],
  ])('%s does not find %s', (term, text) => {
    expect(finds(term, text)).toBe(false);
  });
});

describe('a text that was made to take long', () => {
  test('of initials is split in linear time', () => {
    const count = (length: number): number => {
      const test = vi.spyOn(RegExp.prototype, 'test');
      compoundsOf('a '.repeat(length));
      const calls = test.mock.calls.length;
      test.mockRestore();
      return calls;
    };
    expect(count(2000)).toBeLessThan(2.5 * count(1000));
  });

  test('of marks gives one word, whose marks are few before they are ordered', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    expect(wordsOf(`a${'\u0301\u0323'.repeat(10_000)} sea`)).toEqual(['a', 'sea']);
    const longest = Math.max(...normalize.mock.contexts.map((text) => String(text).length));
    normalize.mockRestore();
    expect(longest).toBeLessThan(100);
  });

  test('as a term is used up to 200 characters (CAT-112)', () => {
    const term = 'sea '.repeat(1000);
    expect(searchQuery(`${'x'.repeat(LONGEST_TERM)} sea`, null)).toEqual(
      searchQuery('x'.repeat(LONGEST_TERM), null),
    );
    expect(searchQuery(term, null)?.matching.length).toBeLessThan(1000);
  });
});

describe('the query', () => {
  test('requires every word, allows an incomplete last one, and stays in its category', () => {
    expect(searchQuery('Ferry Time', 'fiction')).toEqual({
      matching: "('ferry' & 'time':* | 'ferrytime':*) & 'category/fiction'",
      inTitle: "('title/ferry' & 'title/time':* | 'title/ferrytime':*) & 'category/fiction'",
      inCategory: "'category/fiction'",
    });
  });

  test('is null for a term without words', () => {
    expect(searchQuery(" '-' ", null)).toBeNull();
  });

  test('escapes every character that has a meaning for the database', () => {
    fc.assert(
      fc.property(fc.string(), (term) => {
        const query = searchQuery(term, null);
        if (query !== null) expect(query.matching).toMatch(/^(?:'[^'\\]+'|:\*| & | \| |[()])+$/u);
      }),
    );
  });

  test('marks what is in the title', () => {
    expect(searchVector({ title: 'Sea', texts: ['The sea'], categoryIds: ["o'x\\"] })).toBe(
      String.raw`'sea' 'title/sea' 'the' 'category/o''x\\'`,
    );
  });
});
