import { expect, test } from 'vitest';
import { translate } from 'audio-streaming-translations/translate';
import { catalogueOf } from 'audio-streaming-translations/build/catalogues';
import { recognise, recogniseChange, recogniseDevice } from '../../../src/adapters/provider/recognise.ts';

const GERMAN = { language: 'de', ...catalogueOf('de', 'studio') };
const ENGLISH = { language: 'en', catalogue: {} };

test.each([
  ['The host is unknown.', 'Der Host ist unbekannt.'],
  ['ann@example.org has an account already.', 'ann@example.org hat schon ein Konto.'],
  ['There is no title b{1}.', 'Es gibt keinen Titel b{1}.'],
  ['title must have at most 500 characters.', '„title“ darf höchstens 500 Zeichen haben.'],
  [
    'name must be another one: A. B. Carr exists already.',
    '„name“ muss anders lauten: A. B. Carr gibt es schon.',
  ],
  ['A line before the first time: left out.', 'Eine Zeile vor der ersten Zeit: weggelassen.'],
  ['1,200 sentences without text: left out.', '1.200 Sätze ohne Text: weggelassen.'],
  ['1 entry cannot be read, because the document is broken there.', '1 Eintrag ist nicht lesbar,'],
  // A sentence in another one.
  ['it is empty; what was read before is used', 'leer; was vorher gelesen wurde, wird benutzt'],
  ['its text is not read: it is damaged', 'der Text wird nicht gelesen: beschädigt'],
  // Several sentences.
  [
    'The feed has no entries. Transcript https://x.example/a.vtt: It is empty. So 2 more.',
    'Der Feed hat keine Einträge. Transkript https://x.example/a.vtt: Es ist leer. Ebenso 2 weitere.',
  ],
  ['The host answers 418. Nobody knows this one.', 'Der Host antwortet mit 418. Nobody knows this one.'],
  // What another provider says.
  ['Nobody knows {this} one.', 'Nobody knows {this} one.'],
])('the provider’s sentence %j is in German %j, and in English as it was (LANG-14)', (sentence, german) => {
  expect(translate(GERMAN, recognise(sentence)).startsWith(german)).toBe(true);
  expect(translate(ENGLISH, recognise(sentence))).toBe(sentence);
});

test.each([
  ['role owner, plan none', 'Rolle: Inhaber, kein Abo'],
  ['annual until 2027-05-03', 'Jahresabo bis 2027-05-03'],
  [
    'from listener to publisher, by the groups at ACME',
    'von Hörer zu Herausgeber, durch die Gruppen bei ACME',
  ],
  ['none', 'kein Abo'],
])('the change %j of a member is in German %j (LANG-14)', (detail, german) => {
  expect(translate(GERMAN, recogniseChange(detail))).toBe(german);
});

test('the device of a member is in German, too (LANG-14)', () => {
  expect(translate(GERMAN, recogniseDevice('Chrome on Windows'))).toBe('Chrome auf Windows');
  expect(translate(GERMAN, recogniseDevice('an unknown device'))).toBe('ein unbekanntes Gerät');
});

test('a long sentence that nobody knows is looked at quickly', () => {
  const long = `${'a, '.repeat(2000)}.`;
  expect(recognise(long)).toBe(long);
});
