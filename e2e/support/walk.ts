import { expect, type Page } from '@playwright/test';
import { catalogueOf } from 'audio-streaming-translations/build/catalogues';
import { ENGLISH, PSEUDO } from 'audio-streaming-translations/languages';
import { setTranslation } from 'audio-streaming-translations/translate';
import { violations } from './axe.ts';
import { configure, NO_WORKER } from './configuration.ts';
import { ContentWords } from './content-words.ts';
import { lookAt } from './layout.ts';
import { type DemoAccount, PASSWORD } from './listener.ts';
import type { Provider } from './provider.ts';
import type { OpenAs } from './sessions.ts';

/*
 * A walk through screens in other languages. It looks whether texts are cut, covered or left in English (LANG-15).
 */

/** The narrowest phone, a usual one, and a desktop. */
const [NARROW, PHONE, DESKTOP] = [
  [320, 640],
  [390, 844],
  [1440, 900],
] as const;

/** A phone on its side, and a small tablet. */
const [LOW, TABLET] = [
  [844, 390],
  [600, 960],
] as const;

type Language = {
  readonly language: string;
  readonly windows: readonly (readonly [width: number, height: number])[];
  /** The width at which the accessibility is checked; the pseudo-language has that of English. */
  readonly audited: number | null;
};

const LANGUAGES: readonly Language[] = [
  { language: 'ar', windows: [NARROW, PHONE, DESKTOP], audited: 390 },
  { language: 'de', windows: [NARROW, PHONE, LOW, TABLET, DESKTOP], audited: 1440 },
  { language: PSEUDO, windows: [NARROW, PHONE, DESKTOP], audited: null },
];

/** Where most is shown, the words are read, too. */
const WIDEST = 1440;

/**
 * The languages take turns, a screen each, because each look takes time. With `LAYOUT_LANGUAGES=all`, each screen is looked at in
 * all of them.
 */
const languagesOf = (screen: number): readonly Language[] =>
  process.env['LAYOUT_LANGUAGES'] === 'all'
    ? LANGUAGES
    : LANGUAGES.filter((_, at) => at === screen % LANGUAGES.length);

/** A step gets what its walk gives it: in the app, the provider. */
export type Step<Given = Provider> = (page: Page, given: Given) => Promise<unknown>;

export type Screen<Given = Provider> = {
  readonly path: string;
  /** What it shows, if not only the page of this path. */
  readonly name?: string;
  /** Done once, before the first look, in English. */
  readonly before?: Step<Given>;
  /** Done in each language before its looks. */
  readonly open?: Step<Given>;
  /** Done in each language after its looks. */
  readonly close?: Step<Given>;
  /** Set if a narrow window opens it in another way: then each window opens and closes it. */
  readonly opensInEachWindow?: true;
};

export const main = (page: Page) => page.getByRole('main');
export const press = async (page: Page, name: string): Promise<void> =>
  main(page).getByRole('button', { name, exact: true }).first().click();
export const choose = async (page: Page, name: string): Promise<void> =>
  page.getByRole('menuitem', { name, exact: true }).click();
export const escape: Step<unknown> = (page) => page.keyboard.press('Escape');
export const submit: Step<unknown> = (page) =>
  page.locator('main form button:not([type="button"]):visible').first().click();
/** A text of the page, in its language. */
export const shows = async (page: Page, text: string): Promise<void> =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

export const signIn =
  (email: string, password = PASSWORD): Step =>
  async (page, provider) => {
    await main(page).locator('input[type="email"]').fill(email);
    await main(page).locator('input[type="password"]').fill(password);
    await submit(page, provider);
  };

/** Plays the title of the page, and pauses it, so that nothing moves. */
export const play: Step = async (page) => {
  await main(page)
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  const pause = page
    .getByRole('region', { name: 'Player', exact: true })
    .getByRole('button', { name: 'Pause', exact: true });
  await pause.click();
};

export const inPlayer = (page: Page, name: string) =>
  page.locator('[data-player]').getByRole('button', { name, exact: true }).first();

/** Speaks another language, in the page, in this test, and in the account if there is one. */
export async function speak(
  page: Page,
  language: string,
  isSignedIn: boolean,
  part: 'app' | 'studio' = 'app',
): Promise<void> {
  const kept = isSignedIn
    ? page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
    : null;
  const catalogue = language === ENGLISH ? {} : catalogueOf(language, part).catalogue;
  setTranslation({ language, catalogue });
  // The player may hide the choice.
  await page.locator('select[name="language"]').evaluate((select: HTMLSelectElement, chosen) => {
    select.value = chosen;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await kept;
}

/** Chooses a language on a page of the provider, by its own form. */
async function chooseOnPage(page: Page, language: string): Promise<void> {
  await page.locator('select[name="language"]').selectOption(language);
  await page.locator('footer button').click();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Everything that is wrong with the texts of the page as it is now. */
async function faultsOf(page: Page, language: string, content: ContentWords): Promise<readonly string[]> {
  const { faults, shortened, texts } = await lookAt(page);
  const isReal = language !== PSEUDO;
  const isRead = page.viewportSize()?.width === WIDEST;
  return [
    ...faults,
    ...shortened.filter((text) => isReal && !content.hasName(text)).map((text) => `shortened: ${text}`),
    ...content.untranslated(isRead ? texts : [], language).map((text) => `not translated: ${text}`),
  ];
}

/** Looks at what is shown in each window of a language. */
async function lookInWindows(
  page: Page,
  { language, windows, audited }: Language,
  what: string,
  content: ContentWords,
  each: {
    readonly open?: (() => Promise<unknown>) | undefined;
    readonly close?: (() => Promise<unknown>) | undefined;
    /** Rules of accessibility that are left out. Colours are the same in each language, and cost most of the time. */
    readonly without?: readonly string[];
  } = {},
): Promise<void> {
  const { without = ['color-contrast'] } = each;
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    await each.open?.();
    const message = `${what} in ${language} at ${width} px`;
    await expect
      .configure({ soft: true })
      .poll(() => faultsOf(page, language, content), { message, timeout: 5_000 })
      .toEqual([]);
    // A list whose rows have become higher takes a moment to move them.
    if (width === audited) {
      await expect
        .configure({ soft: true })
        .poll(
          async () => {
            const found = await violations(page, without);
            // The header may cover half of a control, which is then too small.
            if (found.length > 0) await page.evaluate(() => scrollBy(0, 50));
            return found;
          },
          { message, timeout: 30_000 },
        )
        .toEqual([]);
    }
    await each.close?.();
  }
}

type Tools = {
  readonly openAs: OpenAs;
  readonly provider: Provider;
  readonly allowConsole: (pattern: RegExp) => void;
};

/** Who walks, and in which configuration. */
type Walker = {
  /** A demo account, or a visitor (`null`). */
  readonly as: DemoAccount | null;
  /** Set if the first step of a visitor is to sign in. */
  readonly isSignedIn?: boolean;
  readonly links?: Readonly<Record<string, string>> | undefined;
};

/** Walks through screens of the app. */
export async function walk(
  tools: Tools,
  { as, isSignedIn = as !== null, links }: Walker,
  screens: readonly Screen[],
): Promise<void> {
  const { openAs, provider, allowConsole } = tools;
  allowConsole(NO_WORKER);
  if (links !== undefined) allowConsole(/names no address for these links/);
  allowConsole(
    /status of (?:40[0134]|50[03])|ERR_FAILED|dynamically imported module|preload assets|was not saved/,
  );
  const page = await openAs(as, { serviceWorkers: 'block', reducedMotion: 'reduce' });
  const content = new ContentWords();
  await content.watch(page);
  await configure(page, { languages: `en,ar,de,${PSEUDO}`, ...(links !== undefined && { links }) });
  await walkThrough(page, screens, {
    content,
    given: provider,
    go: (path) => page.goto(path),
    speak: (language) => speak(page, language, isSignedIn),
  });
}

/** How a walk opens pages, and speaks languages in them. */
type Way<Given> = {
  readonly content: ContentWords;
  readonly given: Given;
  readonly go: (path: string) => Promise<unknown>;
  readonly speak: (language: string) => Promise<void>;
  /** Rules of accessibility that are left out. */
  readonly without?: readonly string[];
};

/** Walks through the screens, each in all windows of its languages. */
export async function walkThrough<Given>(
  page: Page,
  screens: readonly Screen<Given>[],
  way: Way<Given>,
): Promise<void> {
  const { content, given, without } = way;
  const audit = without !== undefined && { without };
  for (const [at, { path, name = '', before, open, close, opensInEachWindow }] of screens.entries()) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: at % 2 === 0 ? 'light' : 'dark' });
    await way.go(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main [data-skeleton][aria-hidden]')).toHaveCount(0);
    await before?.(page, given);
    const opening = open && (() => open(page, given));
    const closing = close && (() => close(page, given));
    for (const each of languagesOf(at)) {
      await way.speak(each.language);
      if (opensInEachWindow !== true) await opening?.();
      const inWindow = opensInEachWindow === true ? { open: opening, close: closing } : {};
      await lookInWindows(page, each, `${path} ${name}`, content, { ...inWindow, ...audit });
      if (opensInEachWindow !== true) await closing?.();
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await way.speak(ENGLISH);
  }
}

/** Looks at a page of the provider, in each language and window. It has no pseudo-language, and no script. */
export async function lookAtPage(page: Page, name: string, names: readonly string[] = []): Promise<void> {
  const content = new ContentWords(names);
  for (const each of LANGUAGES.filter(({ language }) => language !== PSEUDO)) {
    await chooseOnPage(page, each.language);
    await lookInWindows(page, each, name, content);
  }
  await chooseOnPage(page, ENGLISH);
}
