import { expect, test } from 'vitest';
import { TranslatedWords } from '../../e2e/support/translated-words.ts';

const PAIRS = [
  ['Save', 'Speichern'],
  ['Saved', 'Gespeichert'],
  ['Save all titles', 'Alle Titel speichern'],
  ['Play', 'Abspielen'],
  ['Play {title}', '{title} abspielen'],
  ['Kitchen', 'Küche'],
  [
    '{count, plural, one {# title} other {# titles}} selected',
    '{count, plural, one {# Titel} other {# Titel}} gewählt',
  ],
  [
    '{count, plural, one {# minute} other {# minutes}}',
    '{count, plural, one {eine Minute} other {# Minuten}}',
  ],
  ['{number} of {count}', '{number} von {count}'],
  ['New? <link>Join us</link>', 'Neu? <link>Mach mit</link>'],
  ['Loading {percent}%', 'Wird geladen: {percent}\u00A0%'],
  ['{number}. {title}', '{number}) {title}'],
  ['{outcome}: {title}', '{outcome} – {title}'],
] as const;

const german = new TranslatedWords(
  'de',
  PAIRS.map(([text, translated]) => ({ text, translated, isDoubtful: false })),
);

/** What of these German texts the words find. */
const found = (words: string | RegExp, isExact: boolean, ...texts: readonly string[]): readonly string[] => {
  const translated = german.of(words, isExact);
  return texts.filter((text) =>
    translated instanceof RegExp
      ? translated.test(text)
      : isExact
        ? text === translated
        : text.includes(translated),
  );
};

test('a whole text finds its translation, and no longer itself', () => {
  expect(found('Save', true, 'Speichern', 'Save', 'Gespeichert', 'Alle Titel speichern')).toEqual([
    'Speichern',
  ]);
  expect(found('save', false, 'Speichern', 'speichern unter', 'Gespeichert')).toEqual([
    'Speichern',
    'speichern unter',
  ]);
});

test('a part of a text finds the texts that have it', () => {
  expect(found('titles', false, 'Alle Titel speichern', '3 Titel gewählt', 'Speichern')).toEqual([
    'Alle Titel speichern',
    '3 Titel gewählt',
  ]);
  expect(found('Join', false, 'Neu? Mach mit', 'Mach')).toEqual(['Neu? Mach mit']);
});

test('a text with values finds its translation with them, and a value may be a text of the catalogue', () => {
  expect(found('Play Emma', true, 'Emma abspielen', 'Anna abspielen', 'Abspielen')).toEqual([
    'Emma abspielen',
  ]);
  expect(found(/^Save/u, false, '\u2068Speichern\u2069 1', 'Alles speichern')).toHaveLength(1);
  expect(found('Play Emma', true, '\u2068Emma\u2069 abspielen')).toHaveLength(1);
  expect(found('Play Kitchen', true, 'Küche abspielen', 'Kitchen abspielen', 'Save abspielen')).toEqual([
    'Küche abspielen',
    'Kitchen abspielen',
  ]);
});

test('a number has the form and the signs of the language', () => {
  expect(found('1 minute', true, 'eine Minute', '1 Minuten')).toEqual(['eine Minute']);
  expect(found('1,500 minutes', true, '1.500 Minuten', '1,500 Minuten')).toEqual(['1.500 Minuten']);
  expect(found('5 minutes', true, 'eine Minute', '5 Minuten')).toEqual(['5 Minuten']);
  expect(german.of('1.0x', true)).toBe('1,0x');
  expect(found('7 of 2000', true, '7 von 2.000', '7 von 2000')).toEqual(['7 von 2.000']);
});

test('a space that does not break is found as the usual one', () => {
  expect(
    found(/^Loading/u, false, 'Wird geladen: 5 %', 'Wird geladen: 5\u00A0%', 'Wird geladen'),
  ).toHaveLength(2);
});

test('an expression stays as open as it is, at its ends and in its middle', () => {
  expect(found(/^Play /u, false, 'Emma abspielen', 'Abspielen')).toEqual(['Emma abspielen']);
  expect(found(/^Play Em/u, false, 'Emma abspielen', 'Anna abspielen')).toEqual(['Emma abspielen']);
  expect(found(/^Play .*mma$/u, false, 'Emma abspielen', 'Anna abspielen')).toEqual(['Emma abspielen']);
  expect(found(/^6 of /u, false, '6 von 80', '16 von 80', '7 von 80')).toEqual(['6 von 80']);
  expect(found(/^Play Em\da$/u, false, 'Emma abspielen', 'Anna abspielen')).toEqual(['Emma abspielen']);
  expect(found(/^\d+ minutes$/u, false, '12 Minuten', '12 Titel')).toEqual(['12 Minuten']);
  expect(found(/^(?:Save|Saved)$/u, false, 'Speichern', 'Gespeichert', 'Abspielen')).toEqual([
    'Speichern',
    'Gespeichert',
  ]);
});

test('a text of gaps alone is found by a value that is a text of the catalogue', () => {
  expect(found('Saved: Emma', false, '\u2068Gespeichert\u2069 – Emma', 'Speichern – Emma')).toHaveLength(1);
  expect(found(/Saved: .*404/u, false, 'Gespeichert – Emma 404', 'Gespeichert – Emma')).toHaveLength(1);
  expect(german.of('Emma: Anna', false)).toBe('Emma: Anna');
});

test('words of no text stay as they are', () => {
  expect(german.of('Low Water', true)).toBe('Low Water');
  expect(german.of(/^Low/u, false)).toEqual(/^Low/u);
  expect(german.of('1. Low Water', true)).toBe('1. Low Water');
  expect(german.of(/\$5/u, false)).toEqual(/\$5/u);
});
