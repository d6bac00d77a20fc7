import { expect as baseExpect, type Locator, type Page, test as base } from '@playwright/test';
import { directionOf } from 'audio-streaming-translations/languages';
import { reasonToSkip } from './journeys-of-words.ts';
import { TranslatedWords } from './translated-words.ts';

/*
 * Runs journeys in another language: `npm run e2e -- --language ar`. The browser prefers the language, and each English name in
 * a journey is replaced by the words that the language has for it.
 */

/** The language of the run. English needs nothing of what stands here. */
const LANGUAGE = process.env['JOURNEY_LANGUAGE'] ?? 'en';

/** The locale of the browser. */
export const LOCALE = LANGUAGE === 'en' ? 'en-US' : LANGUAGE;

/** Whether pages are mirrored: what is at the left in English stands at the right. */
export const isMirrored = directionOf(LANGUAGE) === 'rtl';

/** The arrow keys to what comes next and what was before. */
export const ARROWS = isMirrored
  ? ({ next: 'ArrowLeft', previous: 'ArrowRight' } as const)
  : ({ next: 'ArrowRight', previous: 'ArrowLeft' } as const);

const words = LANGUAGE === 'en' ? null : new TranslatedWords(LANGUAGE);

type Arguments = readonly unknown[];

const isText = (value: unknown): value is string | RegExp =>
  typeof value === 'string' || value instanceof RegExp;

const translated = (value: unknown, isExact: boolean): unknown =>
  Array.isArray(value)
    ? value.map((each) => translated(each, isExact))
    : isText(value) && words !== null
      ? words.of(value, isExact)
      : value;

/** The words as pages of the run show them, for code that runs in the page. */
export const inLanguage = (expression: RegExp): RegExp => {
  const found = words?.of(expression, false) ?? expression;
  return found instanceof RegExp ? found : expression;
};

/** Translates the first argument, which is a text. */
const firstText = ([text, options, ...rest]: Arguments): Arguments => {
  const found = translated(text, fieldsOf(options)['exact'] === true);
  return [found, found === text ? options : withoutExact(options), ...rest];
};

/** Translates fields of the second argument. */
const optionTexts = ([first, options, ...rest]: Arguments): Arguments => [first, withTexts(options), ...rest];

function withTexts(options: unknown): unknown {
  const given = fieldsOf(options);
  const texts = ['name', 'description', 'hasText', 'hasNotText'].flatMap((name) => {
    const found = translated(given[name], given['exact'] === true);
    return found === given[name] ? [] : [[name, found] as const];
  });
  return texts.length === 0 ? options : { ...withoutExact(options), ...Object.fromEntries(texts) };
}

/** An expression says itself what is whole. */
const withoutExact = (options: unknown): Record<string, unknown> => {
  const { exact: _, ...others } = fieldsOf(options);
  return others;
};

const fieldsOf = (options: unknown): Record<string, unknown> =>
  typeof options === 'object' && options !== null ? { ...options } : {};

const LOCATING: Readonly<Record<string, (args: Arguments) => Arguments>> = {
  getByText: firstText,
  getByLabel: firstText,
  getByPlaceholder: firstText,
  getByAltText: firstText,
  getByTitle: firstText,
  getByRole: optionTexts,
  locator: optionTexts,
  filter: ([options, ...rest]) => [withTexts(options), ...rest],
};

/** Makes every page, frame and locator of this process ask for translated texts. */
function translateLocators(page: Page): void {
  // The methods of a page call those of its frame.
  for (const one of [page.mainFrame(), page.locator('html'), page.frameLocator('iframe')]) {
    const methods = Reflect.getPrototypeOf(one);
    if (methods === null) throw new Error('Playwright has no class for this.');
    for (const [name, translate] of Object.entries(LOCATING)) {
      const method: unknown = Reflect.get(methods, name);
      if (typeof method !== 'function') continue;
      Reflect.set(methods, name, function translating(this: unknown, ...args: Arguments): unknown {
        const result: unknown = Reflect.apply(method, this, translate(args));
        return result;
      });
    }
  }
}

/** Makes every locator of this process choose an option by its translated label. */
function translateOptions(page: Page): void {
  const methods = Reflect.getPrototypeOf(page.locator('html'));
  const method: unknown = methods === null ? null : Reflect.get(methods, 'selectOption');
  if (methods === null || typeof method !== 'function') throw new Error('Playwright has no options.');
  Reflect.set(
    methods,
    'selectOption',
    async function choosing(this: Locator, ...[wanted, ...rest]: Arguments) {
      const label = typeof wanted === 'string' ? translated(wanted, true) : null;
      let option: unknown = wanted;
      if (label instanceof RegExp) {
        const options = this.locator('option');
        await options.first().waitFor({ state: 'attached' });
        const found = (await options.allTextContents()).find((each) => label.test(each));
        // A value is no text of the page.
        if (found !== undefined) option = { label: found };
      }
      const chosen: unknown = await Reflect.apply(method, this, [option, ...rest]);
      return chosen;
    },
  );
}

/** Whether a string that an assertion expects is a whole text, by the name of the assertion. */
const ASSERTED: ReadonlyMap<string | symbol, boolean> = new Map([
  ['toHaveText', true],
  ['toContainText', false],
  ['toHaveTitle', true],
  ['toHaveAccessibleName', true],
  ['toHaveAccessibleDescription', true],
  ['toHaveAccessibleErrorMessage', true],
]);

function translatingAssertions<Assertions extends object>(assertions: Assertions): Assertions {
  return new Proxy(assertions, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      if (name === 'not' && typeof found === 'object' && found !== null) return translatingAssertions(found);
      const isWhole = ASSERTED.get(name);
      if (isWhole === undefined || typeof found !== 'function') return found;
      return (expected: unknown, ...rest: Arguments): unknown =>
        Reflect.apply(found, target, [translated(expected, isWhole), ...rest]);
    },
  });
}

/** Playwright's `expect`, for texts in the language of the run. */
export const expect: typeof baseExpect =
  words === null
    ? baseExpect
    : new Proxy(baseExpect, {
        apply: (target, self, args: Arguments) => {
          const made: unknown = Reflect.apply(target, self, args);
          return typeof made === 'object' && made !== null ? translatingAssertions(made) : made;
        },
      });

/** Playwright's `test`, in the language of the run. Journeys that depend on English words are skipped in others. */
export const test = base.extend<{ readonly skipsWords: void }>({
  locale: LOCALE,

  browser: [
    async ({ browser }, use) => {
      if (words !== null) {
        const page = await browser.newPage();
        translateLocators(page);
        translateOptions(page);
        await page.close();
      }
      await use(browser);
    },
    { scope: 'worker' },
  ],

  skipsWords: [
    async ({}, use, testInfo) => {
      const reason = words === null ? undefined : reasonToSkip(testInfo);
      testInfo.skip(reason !== undefined, reason);
      await use();
    },
    { auto: true },
  ],
});
