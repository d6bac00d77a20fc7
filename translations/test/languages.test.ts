import { describe, expect, test, vi } from 'vitest';
import { languageOf } from '../language-files.ts';
import { directionOf, matchLanguage, offeredLanguages } from '../languages.ts';
import { ownName } from '../own-name.ts';

describe('the language of a person (LANG-1)', () => {
  test.each([
    [['de'], ['en', 'de'], 'de'],
    [['de-AT'], ['en', 'de'], 'de'],
    [['DE-at'], ['en', 'de'], 'de'],
    [['fi', 'fr-CA', 'en'], ['en', 'fr'], 'fr'],
    [['es-419'], ['en', 'es'], 'es'],
    [['pt-BR'], ['en', 'pt-PT'], 'pt-PT'],
    [['zh-TW'], ['en', 'zh-Hans'], null],
    [['zh-TW'], ['en', 'zh-Hans', 'zh-Hant'], 'zh-Hant'],
    [['sr-Latn'], ['sr'], null],
    [['sr-Cyrl-RS'], ['en', 'sr'], 'sr'],
    [['SR-latn-RS'], ['sr', 'sr-Latn'], 'sr-Latn'],
    [['ar-Latn', 'de'], ['en', 'ar', 'de'], 'de'],
    [['ar-Latn-EG'], ['en', 'ar'], null],
    [['ar-Arab'], ['en', 'ar'], 'ar'],
    [['de-Latn-AT'], ['en', 'de'], 'de'],
    [['zh-Hant-TW'], ['zh', 'zh-Hans'], null],
    [['de-1996'], ['en', 'de'], 'de'],
    [['ar-EG'], ['en', 'ar'], 'ar'],
    [['fi'], ['en', 'de'], null],
    [['', 'not a tag', '*'], ['en'], null],
    [['en-XA'], ['en', 'en-XA'], 'en-XA'],
    [['en-GB'], ['en-XA', 'de'], null],
    [[], ['en'], null],
  ])('who wants %j of %j gets %s', (wanted, offered, language) => {
    expect(matchLanguage(wanted, offered)).toBe(language);
  });

  test.each([
    ['de', ['fr'], 'de'],
    [null, ['fr-FR', 'de'], 'fr'],
    [null, ['fi'], 'en'],
    // The choice of an earlier configuration.
    ['it', ['fr'], 'fr'],
    ['nonsense', [], 'en'],
  ])('the choice %s comes before what the browser prefers, %j', (chosen, preferred, language) => {
    expect(languageOf(['en', 'de', 'fr'], chosen, preferred)).toBe(language);
  });

  test('where English is not offered, nobody gets it', () => {
    expect(languageOf(['de'], null, ['fi'])).toBe('de');
  });
});

test('a page in a language of the product asks Intl for no script before its first frame', () => {
  const locale = vi.spyOn(Intl, 'Locale');
  const offered = ['en', 'ar', 'de', 'es', 'fr', 'en-XA'];
  for (const preferred of ['en-US', 'ar-EG', 'de-AT', 'pt-BR']) {
    const language = languageOf(offered, null, [preferred]);
    expect(directionOf(language)).toBe(language === 'ar' ? 'rtl' : 'ltr');
  }
  expect(locale).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

describe('the languages of a page (LANG-4)', () => {
  const files = {
    ar: { path: '/ar', isComplete: false },
    de: { path: '/de', isComplete: true },
    'en-XA': { path: '/xa', isComplete: true },
  };
  test.each([
    [undefined, ['en', 'de']],
    ['', ['en', 'de']],
    [' , ', ['en', 'de']],
    [null, ['en', 'de']],
    ['en', ['en']],
    ['en, ar', ['en', 'ar']],
    ['AR,EN', ['en', 'ar']],
    [
      ['de', 'en-XA'],
      ['de', 'en-XA'],
    ],
    ['it', ['en']],
    [['de', 5], ['de']],
    [{}, ['en', 'de']],
  ])('that names %j are %j', (named, offered) => {
    expect(offeredLanguages(named, files)).toEqual(offered);
  });

  test('are English alone in a page without files', () => {
    expect(offeredLanguages(undefined, {})).toEqual(['en']);
  });
});

test.each([
  ['ar', 'rtl'],
  ['he', 'rtl'],
  ['fa-IR', 'rtl'],
  ['ur', 'rtl'],
  ['en', 'ltr'],
  ['en-XA', 'ltr'],
  ['az', 'ltr'],
  ['az-Arab', 'rtl'],
  ['nonsense tag', 'ltr'],
])('%s is written %s (LANG-2)', (language, direction) => {
  expect(directionOf(language)).toBe(direction);
});

test('each language is named in its own words', () => {
  expect(['en', 'de', 'es', 'fr', 'ar'].map(ownName)).toEqual([
    'English',
    'Deutsch',
    'Español',
    'Français',
    'العربية',
  ]);
});
