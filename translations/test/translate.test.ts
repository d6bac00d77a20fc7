import { describe, expect, test } from 'vitest';
import { message } from '../message.ts';
import { keyOf, translate, translateParts } from '../translate.ts';

const english = { language: 'en', catalogue: {} };
const speaking = (language: string, texts: Readonly<Record<string, string>>) => ({
  language,
  catalogue: Object.fromEntries(Object.entries(texts).map(([text, words]) => [keyOf(text), words])),
});

const TITLES = '{count, plural, =0 {No titles} one {# title} other {# titles}}';

describe('a text', () => {
  test('is in English what stands in the code', () => {
    expect(translate(english, 'Sign In')).toBe('Sign In');
    expect(translate(english, 'Hi, {name}', { name: 'Ann' })).toBe('Hi, Ann');
    expect([0, 1, 2, 1234].map((count) => translate(english, TITLES, { count }))).toEqual([
      'No titles',
      '1 title',
      '2 titles',
      '1,234 titles',
    ]);
  });

  test('that fills a gap of another text is translated, too', () => {
    const german = speaking('de', {
      '{reason} Try again.': '{reason} Noch einmal.',
      'It is {what}.': 'Es ist {what}.',
    });
    const said = {
      text: '{reason} Try again.',
      values: { reason: { text: 'It is {what}.', values: { what: '{x}' } } },
    };
    expect(translate(german, said)).toBe('Es ist {x}. Noch einmal.');
    expect(translate(english, said)).toBe('It is {x}. Try again.');
  });

  test('without values is shown as it is, because somebody else may have written it', () => {
    expect(translate(english, 'A {b} <c> #1')).toBe('A {b} <c> #1');
    expect(translate(speaking('de', {}), 'A {b} <c> #1')).toBe('A {b} <c> #1');
  });

  test('is in another language what the catalogue says; without one it stays English', () => {
    const german = speaking('de', {
      'Sign In': 'Anmelden',
      [TITLES]: '{count, plural, one {# Titel} other {# Titel}}',
    });
    expect(translate(german, 'Sign In')).toBe('Anmelden');
    expect(translate(german, TITLES, { count: 1234 })).toBe('1.234 Titel');
    expect(translate(german, 'Sign Out')).toBe('Sign Out');
  });

  test('has the forms that its language has', () => {
    const arabic = speaking('ar', {
      [TITLES]: '{count, plural, zero {0} one {1} two {2} few {few #} many {many #} other {other #}}',
    });
    expect([0, 1, 2, 3, 11, 100].map((count) => translate(arabic, TITLES, { count }))).toEqual([
      '0',
      '1',
      '2',
      'few 3',
      'many 11',
      'other 100',
    ]);
  });

  test('carries its values with it', () => {
    expect(translate(english, message('You have {count} left', { count: 3 }))).toBe('You have 3 left');
    expect(message('Plain')).toBe('Plain');
  });

  test('differs by its context', () => {
    const german = {
      language: 'de',
      catalogue: { [keyOf('Open', 'state')]: 'Offen', [keyOf('Open')]: 'Öffnen' },
    };
    expect(translate(german, 'Open')).toBe('Öffnen');
    expect(translate(german, { text: 'Open', context: 'state' })).toBe('Offen');
  });

  test('sets the values of a text apart where it is written from right to left', () => {
    const arabic = speaking('ar', { 'Hi, {name}': 'مرحبًا، {name}' });
    expect(translate(arabic, 'Hi, {name}', { name: 'Ann' })).toBe('مرحبًا، \u2068Ann\u2069');
  });
});

test.each([
  ["It's {name}'s", { name: 'Ann' }, "It's Ann's"],
  ["'{name}' {name}", { name: 'Ann' }, '{name} Ann'],
  ["two '' quotes {a}", { a: 1 }, "two ' quotes 1"],
  ['{who, select, she {her} he {his} other {their}} list', { who: 'he' }, 'his list'],
  ['{who, select, she {her} other {their}} list', { who: 'x' }, 'their list'],
  ['{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { n: 22 }, '22nd'],
  ['{n, number} of {m}', { n: 5, m: 'all' }, '5 of all'],
  ['{n, plural, one {{who} has # <b>x</b>} other {none}}', { n: 1, who: 'Ann' }, 'Ann has 1 x'],
  ['{who, select, a {{n, plural, one {one} other {#}}} other {-}}', { who: 'a', n: 3 }, '3'],
  ['{missing}', {}, '{missing}'],
  ['value with {braces}', { braces: '{a} <b> #' }, 'value with {a} <b> #'],
  ['#1 of {n}', { n: 2 }, '#1 of 2'],
])('%s is filled as ICU MessageFormat says', (text, values, words) => {
  expect(translate(english, text, values)).toBe(words);
});

test('a sentence has elements in it, in the order of its language', () => {
  const german = speaking('de', {
    'New? <link>Join {brand}</link>': '<link>Komm zu {brand}</link>, wenn du neu bist',
  });
  const link = (words: readonly unknown[]) => ({ link: words.join('') });
  const fillings = { link, brand: 'Hark' };
  expect(translateParts<object>(english, 'New? <link>Join {brand}</link>', fillings)).toEqual([
    'New? ',
    { link: 'Join Hark' },
  ]);
  expect(translateParts<object>(german, 'New? <link>Join {brand}</link>', fillings)).toEqual([
    { link: 'Komm zu Hark' },
    ', wenn du neu bist',
  ]);
});

describe('a text with a broken translation is shown in English (LANG-18)', () => {
  const SENTENCE = '{name} has {count, plural, one {# title} other {# titles}}';
  test.each([
    ['nothing', ''],
    ['only spaces', ' '],
    ['a gap less', '{count, plural, one {# Titel} other {# Titel}}'],
    ['another gap', '{nmae} hat {count, plural, one {# Titel} other {# Titel}}'],
    ['one gap too many', '{name} und {other} haben {count, plural, one {# Titel} other {# Titel}}'],
    ['an open gap', '{name hat {count, plural, one {# Titel} other {# Titel}}'],
    ['an open plural', '{name} hat {count, plural, one {# Titel} other {# Titel}'],
    ['a brace too many', '{name} hat {count, plural, one {# Titel} other {# Titel}}}'],
    ['no form for other numbers', '{name} hat {count, plural, one {# Titel}}'],
    ['an unknown kind', '{name} hat {count, plurl, one {# Titel} other {# Titel}}'],
    ['a tag that nobody knows', '<b>{name}</b> hat {count, plural, one {# Titel} other {# Titel}}'],
    ['a tag that is not closed', '<b>{name} hat {count, plural, one {# Titel} other {# Titel}}'],
    ['a tag that is not opened', '{name}</b> hat {count, plural, one {# Titel} other {# Titel}}'],
  ])('with %s', (_, words) => {
    const values = { name: 'Ann', count: 1234 };
    expect(translate(speaking('de', { [SENTENCE]: words }), SENTENCE, values)).toBe('Ann has 1,234 titles');
  });

  test('with the forms of English', () => {
    // French has no plural for none.
    expect(translate(speaking('fr', {}), '{n, plural, one {# title} other {# titles}}', { n: 0 })).toBe(
      '0 titles',
    );
  });

  test('with nothing instead of a text without gaps', () => {
    expect(translate(speaking('de', { 'Sign In': ' ' }), 'Sign In')).toBe('Sign In');
  });

  test.each(['Neu? {brand}', '<link>Neu? {brand}', 'Neu? <lnik>{brand}</lnik>', 'Neu? {link} {brand}'])(
    'with an element less: %s',
    (words) => {
      const text = 'New? <link>Join {brand}</link>';
      const link = (inner: readonly unknown[]) => ({ link: inner.join('') });
      expect(
        translateParts<object>(speaking('de', { [text]: words }), text, { link, brand: 'Hark' }),
      ).toEqual(['New? ', { link: 'Join Hark' }]);
    },
  );
});
