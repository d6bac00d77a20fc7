import { expect, type Page } from '@playwright/test';
import { catalogueOf } from 'audio-streaming-translations/build/catalogues';
import { ENGLISH, PSEUDO } from 'audio-streaming-translations/languages';
import { setTranslation, t } from 'audio-streaming-translations/translate';
import { violations } from '../support/axe.ts';
import { configure, NO_WORKER, test } from '../support/configuration.ts';
import { ContentWords } from '../support/content-words.ts';
import { lookAt } from '../support/layout.ts';
import { type DemoAccount, PASSWORD } from '../support/listener.ts';

/** The narrowest phone, a usual one, and a desktop. */
const [NARROW, PHONE, DESKTOP] = [
  [320, 640],
  [390, 844],
  [1440, 900],
] as const;

/** A phone on its side. */
const LOW = [844, 390] as const;

/**
 * Each language with its windows, and the width at which its accessibility is checked; the pseudo-language has that of
 * English.
 */
const LANGUAGES = [
  { language: 'ar', windows: [NARROW, PHONE, DESKTOP], audited: 390 },
  { language: 'de', windows: [NARROW, PHONE, LOW, DESKTOP], audited: 1440 },
  { language: PSEUDO, windows: [NARROW, PHONE, DESKTOP], audited: null },
] as const;

/** Where most is shown, the words are read, too. */
const WIDEST = 1440;

type Step = (page: Page) => Promise<void>;

type Screen = {
  readonly path: string;
  /** What it shows, if not only the page of this path. */
  readonly name?: string;
  /** Done once, before the first look. */
  readonly before?: Step;
  /** Done before each look, in the language of the page. */
  readonly open?: Step;
  readonly close?: Step;
};

const main = (page: Page) => page.getByRole('main');
const press = async (page: Page, name: string): Promise<void> =>
  main(page).getByRole('button', { name, exact: true }).first().click();
const escape: Step = (page) => page.keyboard.press('Escape');
const submit: Step = (page) => main(page).locator('form button[type="submit"]').first().click();

const signIn =
  (email: string, password: string): Step =>
  async (page) => {
    await main(page).locator('input[type="email"]').fill(email);
    await main(page).locator('input[type="password"]').fill(password);
    await submit(page);
  };

/** Plays the title of the page, and pauses it, so that nothing moves. */
const play: Step = async (page) => {
  await main(page)
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  const pause = page
    .getByRole('region', { name: 'Player', exact: true })
    .getByRole('button', { name: 'Pause', exact: true });
  await pause.click();
};

const inPlayer = (page: Page, name: string) =>
  page.locator('[data-player]').getByRole('button', { name, exact: true }).first();

const VISITOR: readonly Screen[] = [
  { path: '/create', name: 'an empty form', before: submit },
  { path: '/forgot-password' },
  {
    path: '/login',
    name: 'a refused password',
    before: async (page) => {
      await signIn('nobody@listener.test', 'not this one')(page);
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    path: '/login',
    name: 'the code of an app',
    before: async (page) => {
      await signIn('totp@listener.test', PASSWORD)(page);
      await expect(main(page).locator('input[autocomplete="one-time-code"]')).toBeVisible();
    },
  },
  {
    path: '/login',
    name: 'a new password',
    before: async (page) => {
      await signIn('new-password@listener.test', PASSWORD)(page);
      await expect(main(page).locator('input[autocomplete="new-password"]')).toBeVisible();
    },
  },
  { path: '/nowhere' },
];

const LISTS: readonly Screen[] = [
  { path: '/' },
  { path: '/search-results?q=sea' },
  { path: '/search-results?q=zzqqxx', name: 'nothing found' },
  { path: '/series/tides-of-the-west' },
  { path: '/categories' },
  { path: '/categories/fiction' },
  {
    path: '/quick-listens',
    name: 'the filter',
    open: async (page) => {
      await press(page, t('Filter'));
      await expect(page.getByRole('dialog')).toBeVisible();
    },
    close: escape,
  },
];

const OWN: readonly Screen[] = [
  { path: '/history' },
  { path: '/listening' },
  { path: '/bookmarks' },
  { path: '/downloads' },
  {
    path: '/library',
    name: 'a selection',
    open: async (page) => {
      await press(page, t('Select'));
      await press(page, t('Select all'));
    },
    close: (page) => press(page, t('Cancel')),
  },
];

const TITLES: readonly Screen[] = [
  { path: '/audios/the-tide-library' },
  { path: '/audios/the-lute-seller-of-aleppo' },
  { path: '/audios/a-word-a-day' },
  { path: '/audios/quiet-mind' },
  { path: '/audios/first-aid-for-a-hard-day' },
  { path: '/account' },
  {
    path: '/account',
    name: 'the plans',
    open: (page) => press(page, t('Manage subscription')),
    close: escape,
  },
  {
    path: '/account',
    name: 'the end of an account',
    open: (page) => press(page, t('Delete account')),
    close: escape,
  },
];

const PLAYER: readonly Screen[] = [
  {
    path: '/audios/the-tide-library',
    name: 'the player',
    before: play,
    open: async (page) => {
      // In each language, also in the small player of a narrow window.
      await expect(inPlayer(page, t('Play'))).toBeVisible();
      await expect(inPlayer(page, t('Next track'))).toBeVisible();
    },
  },
  {
    path: '/audios/the-tide-library',
    name: 'the open player',
    before: play,
    open: (page) => inPlayer(page, t('Menu')).click(),
    close: (page) => inPlayer(page, t('Menu')).click(),
  },
  {
    path: '/audios/quiet-mind',
    name: 'the sleep timer',
    before: play,
    open: async (page) => {
      const sleep = inPlayer(page, t('Sleep'));
      if (!(await sleep.isVisible())) await inPlayer(page, t('Menu')).click();
      await sleep.click();
    },
    close: escape,
  },
  {
    path: '/audios/quiet-mind',
    name: 'the keys',
    before: play,
    open: (page) => page.keyboard.press('?'),
    close: escape,
  },
  {
    path: '/audios/eleven-minutes-in-the-life-of-a-bee',
    name: 'the text',
    open: (page) => press(page, t('Transcript')),
  },
];

const FREE: readonly Screen[] = [
  { path: '/' },
  { path: '/discounted' },
  {
    path: '/audios/what-the-ferns-knew',
    name: 'the offer',
    open: (page) => press(page, t('See plans')),
    close: escape,
  },
  {
    path: '/quick-listens',
    name: 'the menus',
    open: async (page) => {
      const banner = page.getByRole('banner');
      for (const name of [t('Menu'), t('Discover')]) {
        const folded = banner.getByRole('button', { name, exact: true, expanded: false });
        if (await folded.isVisible()) await folded.click();
      }
    },
  },
];

/** Speaks another language, in the page, in this test, and in the account if there is one. */
async function speak(page: Page, language: string, isSignedIn: boolean): Promise<void> {
  const kept = isSignedIn
    ? page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
    : null;
  const catalogue = language === ENGLISH ? {} : catalogueOf(language, 'app').catalogue;
  setTranslation({ language, catalogue });
  // The player may hide the choice.
  await page.locator('select[name="language"]').evaluate((select: HTMLSelectElement, chosen) => {
    select.value = chosen;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await kept;
}

const GROUPS: readonly (readonly [string, DemoAccount | null, readonly Screen[]])[] = [
  ['a visitor', null, VISITOR],
  ['a listener, in the lists', 'monthly', LISTS],
  ['a listener, in the library', 'monthly', OWN],
  ['a listener, with one title and the account', 'monthly', TITLES],
  ['a listener, with the player', 'annual', PLAYER],
  ['somebody without a plan', 'free', FREE],
];

for (const [who, account, screens] of GROUPS) {
  test(`no text is cut, covered or left in English for ${who}, in Arabic, German and longer words (APP-58, LANG-5, LANG-15)`, async ({
    openAs,
    allowConsole,
  }) => {
    test.slow();
    allowConsole(NO_WORKER);
    allowConsole(/status of 40[014]/);
    const page = await openAs(account, { serviceWorkers: 'block', reducedMotion: 'reduce' });
    const content = new ContentWords();
    await content.watch(page);
    await configure(page, { languages: `en,ar,de,${PSEUDO}` });
    for (const [at, { path, name = '', before, open, close }] of screens.entries()) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: at % 2 === 0 ? 'light' : 'dark' });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [data-skeleton][aria-hidden]')).toHaveCount(0);
      await before?.(page);
      for (const [order, { language, windows, audited }] of LANGUAGES.entries()) {
        await speak(page, language, account !== null);
        for (const [width, height] of windows) {
          await page.setViewportSize({ width, height });
          await open?.(page);
          const seen = async () => {
            const { faults, shortened, texts } = await lookAt(page);
            const isReal = language !== PSEUDO;
            return [
              ...faults,
              ...shortened
                .filter((text) => isReal && !content.hasName(text))
                .map((text) => `shortened: ${text}`),
              ...content
                .untranslated(width === WIDEST ? texts : [], language)
                .map((text) => `not translated: ${text}`),
            ];
          };
          const what = `${path} ${name} in ${language} at ${width} px`;
          await expect.configure({ soft: true }).poll(seen, { message: what, timeout: 5_000 }).toEqual([]);
          // The languages take turns: a look of axe costs as much as all others.
          if (width === audited && (at + order) % 2 === 0)
            expect.soft(await violations(page), `${path} ${name} in ${language}`).toEqual([]);
          await close?.(page);
        }
      }
      await speak(page, ENGLISH, account !== null);
    }
  });
}
