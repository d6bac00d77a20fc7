import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  catalogueOf,
  entriesOf,
  mergedTexts,
  newCatalogue,
  PARTS,
  renewedCatalogue,
  translatedLanguages,
} from 'audio-streaming-translations/build/catalogues';
import { faultsIn } from '../../tools/translations/check.ts';
import { codeWithTexts, textsOfCode } from '../../tools/translations/code.ts';
import { pseudoOf } from 'audio-streaming-translations/build/pseudo';
import { textsIn } from '../../tools/translations/texts.ts';
import { PSEUDO } from 'audio-streaming-translations/languages';
import { keyOf } from 'audio-streaming-translations/translate';

const code = textsOfCode();

describe('the texts of the code', () => {
  test('all come from the catalogues (LANG-7)', () => {
    // A check that reads nothing would pass.
    expect(codeWithTexts().length).toBeGreaterThan(500);
    expect(code.texts.length).toBeGreaterThan(30);
    expect(code.unmarked).toEqual([]);
  });

  test('are whole sentences, not made of parts (LANG-7)', () => {
    expect(code.glued).toEqual([]);
  });

  test('have each a key of their own', () => {
    const merged = mergedTexts(code.texts);
    expect(new Set(merged.map(({ text, context }) => keyOf(text, context))).size).toBe(merged.length);
  });
});

/** What a control shows, and its name. Somebody who speaks to the browser says what is shown. */
const NAMED: readonly (readonly [shown: string, name: string])[] = [
  ['Play', 'Play {title}'],
  ['Pause', 'Pause {title}'],
  ['Dismiss', 'Dismiss {name}'],
  ['Rename', 'Rename {name}'],
  ['Retry', 'Retry {name}'],
  ['Revoke', 'Revoke {name}'],
  ['Sign out', 'Sign out {device}'],
  ["Don't remember", "Don't remember {device}"],
];

describe.each(translatedLanguages())('the catalogue %s', (language) => {
  test.each(NAMED)('names a control that shows %s with these words', (shown, name) => {
    const translated = (wanted: string): string =>
      entriesOf(language).find(({ text, context }) => text === wanted && context === '')?.translated ?? '';
    expect(translated(shown)).not.toBe('');
    expect(translated(name).toLowerCase()).toContain(translated(shown).toLowerCase());
  });

  test('has each text of the code, readable, with its gaps and all forms of its plurals (LANG-8)', () => {
    expect(faultsIn(language, entriesOf(language), code.texts)).toEqual([]);
  });
});

/** The files that a page is made of, with all that they import. */
function filesFrom(entries: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const follow = (path: string): void => {
    if (found.has(path) || !existsSync(path)) return;
    found.add(path);
    for (const [, specifier = ''] of readFileSync(path, 'utf8').matchAll(
      /(?:from|import|import\()\s*'([^']+)'/gu,
    )) {
      if (specifier.startsWith('.')) follow(posix.join(posix.dirname(path), specifier));
      const shared = /^audio-streaming-(?<name>components\/.+)$/u.exec(specifier)?.groups?.['name'];
      if (shared !== undefined) for (const end of ['.ts', '.tsx']) follow(shared + end);
    }
  };
  for (const entry of entries) follow(entry);
  return found;
}

test.each([
  ['app', ['src/main.tsx', 'src/start/start.ts']],
  ['studio', ['studio/src/main.tsx', 'studio/src/start/start.ts']],
] as const)('the file of the %s has each text of the code that its page loads (LANG-6)', (part, entries) => {
  const files = filesFrom(entries);
  const texts = code.texts.filter(({ path }) => files.has(path));
  expect(texts.length).toBeGreaterThan(300);
  expect(texts.filter(({ path }) => !PARTS[part].test(path))).toEqual([]);
});

test('a file that is written anew keeps what was translated, and loses what the code no longer has (LANG-8)', () => {
  const path = 'src/ui/x.tsx';
  const texts = [
    { text: 'Open', path },
    { text: 'Open', context: 'state', path },
    { text: 'New', path },
  ];
  const before = [
    ['msgid ""', 'msgstr ""', '"Language: de\\n"'],
    ['msgid "Old"', 'msgstr "Alt"'],
    ['msgid "Open"', 'msgstr "Öffnen"'],
    ['msgctxt "state"', 'msgid "Open"', 'msgstr "Offen"'],
  ];
  const after = renewedCatalogue(before.map((lines) => lines.join('\n')).join('\n\n'), texts);
  expect(after).toContain('msgid "Open"\nmsgstr "Öffnen"');
  expect(after).toContain('msgctxt "state"\nmsgid "Open"\nmsgstr "Offen"');
  expect(after).toContain('msgid "New"\nmsgstr ""');
  expect(after).not.toContain('Alt');
});

test('the file of a new language has each text, and no translation (LANG-8)', () => {
  expect(newCatalogue('it', [{ text: 'Open', path: 'src/ui/x.tsx' }])).toBe(
    [
      '# Italian.',
      '# Write here who has translated it, how it speaks to people, and which quotation marks it has.',
      'msgid ""',
      'msgstr ""',
      String.raw`"Content-Type: text/plain; charset=UTF-8\n"`,
      String.raw`"Content-Transfer-Encoding: 8bit\n"`,
      String.raw`"Language: it\n"`,
      '',
      '#: src/ui/x.tsx',
      'msgid "Open"',
      'msgstr ""',
      '',
    ].join('\n'),
  );
});

test('the pseudo-language has each text (LANG-5)', () => {
  const { catalogue, missing } = catalogueOf(PSEUDO, 'app');
  expect(missing).toBe(0);
  expect(catalogue[keyOf('Sign In')]).toBe('[Šíğñ Íñ ~~]');
  expect(Object.values(catalogue).every((words) => words.startsWith('[') && words.endsWith(']'))).toBe(true);
});

test.each([
  ['Hi, {name}', '[Hí, {name} ~]'],
  ['<b>One</b> of {count, number}', '[<b>Óñé</b> óf {count, number} ~~]'],
  [
    '{count, plural, =0 {none} one {# title of {owner}} other {# titles}} left',
    '[{count, plural, =0 {ñóñé} one {# títlé óf {owner}} other {# títléš}} léft',
  ],
  ['See All<hidden> {name}</hidden>', '[Šéé Áll<hidden> {name}</hidden> ~~'],
  ['The whole text of a long sentence', '[Thé whólé téxt óf á lóñğ šéñtéñçé ~~~~~ ~~~~~ ~]'],
])('the pseudo-language keeps the gaps of %s (LANG-5)', (text, begins) => {
  expect(pseudoOf(text).startsWith(begins.replace(/[ ~]*\]$/u, ''))).toBe(true);
  expect(pseudoOf(text).endsWith(']')).toBe(true);
  expect(pseudoOf(text)).not.toMatch(/~{6}/u);
  expect(pseudoOf(text).length).toBeGreaterThan(text.length);
});

test('no style depends on the words of a language (LANG-15)', () => {
  const styles = ['src', 'components', 'studio/src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => join(folder, name)),
  );
  expect(styles.length).toBeGreaterThan(50);
  const shown = /\[(?:aria-(?:label|description|roledescription|valuetext)|title|alt|placeholder)\b/u;
  expect(styles.filter((path) => shown.test(readFileSync(path, 'utf8')))).toEqual([]);
});

const found = (source: string) => textsIn('src/ui/x.tsx', source);

describe('a text that no translator would see is found', () => {
  test.each([
    ['words of an element', 'const a = <p>Nothing here</p>;'],
    ['an attribute', 'const a = <Button label="Close" />;'],
    ['a sentence in a table', "const a = { title: 'Your titles' };"],
    ['a template', 'const a = `${count} titles left`;'],
    ['a choice', "const a = isOpen ? 'Close it' : 'Open it';"],
    ['words added to others', "const a = 'Hello ' + name;"],
  ])('%s (LANG-7)', (_, source) => {
    expect(found(source).unmarked.length + found(source).glued.length).toBeGreaterThan(0);
  });

  test.each([
    ['a marked text', "const a = <p>{t('Nothing here')}</p>;"],
    ['a marked choice', "const a = t(isOpen ? 'Close it' : 'Open it');"],
    [
      'a sentence with elements',
      '<Sentence text="Go <b>On</b>" values={{ b: (words) => <b>{words}</b> }} />;',
    ],
    ['names of classes', 'const a = <p className="visually-hidden Big one">{x}</p>;'],
    ['names of keys', "if (event.key === 'Escape') close();"],
    ['names of analytics', "usage.recordTap({ name: 'Onboarding - Tap Email', properties: {} });"],
    ['a fault of the code', "throw new Error('No such thing here');"],
    ['a type', "type A = 'Annual plan';"],
    ['an excused one', "// not translated: the name of a product\nconst a = 'Apple Podcasts';"],
    [
      'an excused table',
      "// not translated: names of products\nconst a = [\n  'One',\n  'Apple Podcasts',\n];",
    ],
  ])('but not %s', (_, source) => {
    expect(found(source)).toMatchObject({ unmarked: [], glued: [] });
  });
});

test('a text that is made of parts is found (LANG-7)', () => {
  for (const source of ['t(`Hi ${name}`)', "t('Hi ' + name)", 'message(text)'])
    expect(found(source).glued.length, source).toBe(1);
  expect(found('t(failure.message)').glued).toEqual([]);
});

test('a comment for translators, a context and both texts of a choice come with the text', () => {
  const { texts } = found(`
    // Translators: a button of at most 9 characters.
    const a = t('Open');
    const b = t({ text: 'Open', context: 'state' });
    const c = t(isOn ? 'On' : 'Off');
  `);
  expect(texts).toEqual([
    { path: 'src/ui/x.tsx', text: 'Open', comment: 'a button of at most 9 characters.' },
    { path: 'src/ui/x.tsx', text: 'Open', context: 'state' },
    { path: 'src/ui/x.tsx', text: 'On' },
    { path: 'src/ui/x.tsx', text: 'Off' },
  ]);
});

describe('a fault of a catalogue is found (LANG-8)', () => {
  const path = 'src/ui/x.tsx';
  const entry = { context: '', comment: '', paths: [path], isDoubtful: false };
  const kindsOf = (language: string, text: string, translated: string, more: object = {}) =>
    faultsIn(language, [{ ...entry, text, translated, ...more }], [{ text, path }]).map(({ kind }) => kind);

  test.each([
    ['de', 'Open', '', {}, ['missing']],
    ['de', 'Open', 'Offen', { isDoubtful: true }, ['doubtful']],
    ['de', 'Open', 'Geöffnet', { comment: 'at most 5 characters' }, ['too-long']],
    ['de', 'Hi {name}', 'Hallo', {}, ['gaps']],
    ['de', 'Hi {name}', 'Hallo {Name}', {}, ['gaps']],
    ['de', 'Go <link>on</link>', 'Weiter', {}, ['gaps']],
    ['de', 'Hi {name}', 'Hallo {name', {}, ['unreadable']],
    ['ar', '{n, plural, one {#} other {#}}', '{n, plural, one {#} other {#}}', {}, ['forms']],
    ['de', '{n, plural, one {#} other {#}}', '{n, plural, one {#} other {#}}', {}, []],
    ['de', 'Open', 'Offen', {}, []],
  ])('%s: “%s” as “%s”', (language, text, translated, more, kinds) => {
    expect(kindsOf(language, text, translated, more)).toEqual(kinds);
  });

  test('a text that is new, and one that the code does not have any more', () => {
    const faults = faultsIn('de', [{ ...entry, text: 'Old', translated: 'Alt' }], [{ text: 'New', path }]);
    expect(faults.map(({ kind, text }) => [kind, text])).toEqual([
      ['new', 'New'],
      ['unused', 'Old'],
    ]);
  });
});
