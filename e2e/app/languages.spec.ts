import type { Page } from '@playwright/test';
import { keyOf } from 'audio-streaming-translations/translate';
import { expect, test } from '../fixtures.ts';
import { configure, NO_WORKER } from '../support/configuration.ts';
import { watchFrames, wordsSeenIn } from '../support/frames.ts';
import { Listener } from '../support/listener.ts';

/** The languages that are complete, each by its own name. */
const OFFERED = ['English', 'العربية', 'Deutsch', 'Español', 'Français'];
const ALL = 'en,de,es,fr,ar,en-XA';

// The service worker would serve the page itself.
test.use({ serviceWorkers: 'block' });
test.beforeEach(({ allowConsole }) => allowConsole(NO_WORKER));

const documentOf = async (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);

const choice = (page: Page) => page.getByRole('combobox', { name: /^(?:Language|Sprache|Langue|اللغة)$/ });

/** Chooses a language, and waits until the account has it. The listener's other tests find the account as it is left. */
async function chooseForAccount(page: Page, language: string, library: string): Promise<void> {
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/user') && response.ok(),
  );
  await choice(page).selectOption(language);
  await expect(page.getByRole('banner').getByRole('link', { name: library })).toBeVisible();
  expect((await saved).request().postDataJSON()).toEqual({ language });
}

const playFirst = async (page: Page): Promise<void> =>
  page
    .getByRole('main')
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Play / })
    .click();

const ENGLISH_WORDS = 'Sign In|Create Free Account|Welcome back|Create your account';

test.describe('a browser that prefers German', () => {
  test.use({ locale: 'de-AT' });

  test('gets German without a configuration, because it is complete, and English where only that is offered (LANG-4)', async ({
    page,
  }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Willkommen zurück' })).toBeVisible();
    await expect(choice(page).getByRole('option')).toHaveText(OFFERED);
    await configure(page, { languages: 'en' });
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    await expect(choice(page).getByRole('option')).toHaveText(['English']);
    expect(await documentOf(page)).toEqual(['en', 'ltr']);
  });

  test('gets the sign-in page in German, without a frame in English, and its texts with its code (LANG-1, LANG-2, LANG-6)', async ({
    page,
  }) => {
    await configure(page, { languages: ALL });
    await watchFrames(page, ENGLISH_WORDS);
    await page.goto('/login');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Anmelden' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Willkommen zurück' })).toBeVisible();
    await expect(page).toHaveTitle('Anmelden · Hark');
    await page.getByRole('main').getByRole('button', { name: 'Anmelden' }).click();
    await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
    await expect(choice(page)).toHaveValue('de');
    expect(await wordsSeenIn(page)).toEqual(['de ltr other']);
    const requested = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    const languages = requested.filter((path) => path.includes('/language-'));
    expect(languages).toEqual([expect.stringMatching(/^\/assets\/language-de-[\w-]{8}\.json$/)]);
    // Before any code asks for the renderer.
    expect(requested.indexOf(languages[0] ?? '')).toBeLessThan(
      requested.findIndex((path) => path.includes('/session-screens')),
    );
  });

  test('gets English for the texts that a broken file has not, and for all of an unreadable one (LANG-18)', async ({
    page,
  }) => {
    await configure(page, { languages: ALL });
    const broken = {
      [keyOf('Sign In')]: '',
      [keyOf('New here? <link>Create your account</link>')]: 'Neu? <link>',
    };
    await page.route('**/assets/language-de-*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...broken } });
    });
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Willkommen zurück' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Create your account' })).toBeVisible();
    expect(await documentOf(page)).toEqual(['de', 'ltr']);
    for (const body of ['{"a":"Anmel', '{}', '[]', '["a"]', '{"a":5}', 'null', '<!doctype html>']) {
      await page.route('**/assets/language-de-*', (route) =>
        route.fulfill({ body, contentType: 'application/json' }),
      );
      await page.goto('/login');
      await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
      expect(await documentOf(page), body).toEqual(['en', 'ltr']);
    }
  });

  test('gets English, and the document says so, if the texts cannot be had (LANG-2)', async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/Failed to load resource/);
    await configure(page, { languages: ALL });
    await page.route('**/assets/language-*', (route) => route.abort());
    await page.goto('/login');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    expect(await documentOf(page)).toEqual(['en', 'ltr']);
  });
});

test('a visitor chooses Arabic, the focus stays, and the next page has it from its first frame (LANG-2, LANG-3)', async ({
  page,
}) => {
  await configure(page, { languages: ALL });
  await page.goto('/login');
  await expect(choice(page).getByRole('option')).toHaveText([...OFFERED, '[Pseudo]']);
  await choice(page).selectOption('ar');
  await expect(page.getByRole('banner').getByRole('link', { name: 'تسجيل الدخول' })).toBeVisible();
  await expect(choice(page)).toBeFocused();
  await expect(page).toHaveTitle('تسجيل الدخول · Hark');
  expect(await documentOf(page)).toEqual(['ar', 'rtl']);
  await watchFrames(page, ENGLISH_WORDS);
  await page.goto('/create');
  await expect(choice(page)).toHaveValue('ar');
  expect(await wordsSeenIn(page)).toEqual(['ar rtl other']);
});

test('the choice of the language loads after the page, and moves nothing (LANG-3)', async ({ page }) => {
  await configure(page, { languages: ALL });
  let send = (): void => undefined;
  const isMeasured = new Promise<void>((resolve) => (send = resolve));
  await page.route('**/assets/lazy-parts-*.js', async (route) => {
    await isMeasured;
    await route.continue();
  });
  const footer = page.getByRole('contentinfo');
  const boxesOf = async () =>
    Promise.all(
      [footer, footer.getByText('©'), footer.getByRole('link', { name: 'Help Desk' })].map(async (each) =>
        each.boundingBox(),
      ),
    );
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    if (width === 320) await expect(choice(page)).toHaveCount(0);
    const before = await boxesOf();
    send();
    await expect(choice(page)).toBeVisible();
    expect(await boxesOf()).toEqual(before);
  }
  // The keyboard reaches the controls in their order on the screen.
  await choice(page).focus();
  await page.keyboard.press('Tab');
  await expect(footer.getByRole('link', { name: 'Help Desk' })).toBeFocused();
});

test('a choice is shown while its texts are on the way, and says if they cannot be had (LANG-3)', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await configure(page, { languages: ALL });
  let refuse = (): void => undefined;
  const isLooked = new Promise<void>((resolve) => (refuse = resolve));
  await page.route('**/assets/language-ar-*', async (route) => {
    await isLooked;
    await route.abort();
  });
  await page.goto('/login');
  await choice(page).focus();
  await choice(page).selectOption('ar');
  await expect(choice(page)).toHaveValue('ar');
  await expect(choice(page)).toHaveAttribute('aria-busy', 'true');
  refuse();
  const sentence = page.getByRole('alert').filter({ hasText: 'This language could not be loaded.' });
  await expect(sentence).toBeVisible();
  await expect(choice(page)).toHaveValue('en');
  await expect(choice(page)).toBeFocused();
  await page.unroute('**/assets/language-ar-*');
  await choice(page).selectOption('ar');
  await expect(page.getByRole('banner').getByRole('link', { name: 'تسجيل الدخول' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the choice stays in view while the page is built anew around it (LANG-3)', async ({ page }) => {
  await configure(page, { languages: ALL });
  await page.setViewportSize({ width: 1024, height: 768 });
  const listener = new Listener(page);
  await listener.signsIn('annual');
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  /** Whether nothing lies over the middle of the choice. */
  const isSeen = async () =>
    choice(page).evaluate((select) => {
      const { left, top, width, height } = select.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === select;
    });
  for (const play of [false, true]) {
    await page.goto('/account');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (play) {
      await page.goto('/');
      await playFirst(page);
      await expect(listener.player).toBeVisible();
    }
    await page.keyboard.press('End');
    await choice(page).focus();
    await chooseForAccount(page, 'de', 'Bibliothek');
    await expect(async () => {
      const before = await height();
      await page.waitForTimeout(500);
      expect(await height()).toBe(before);
    }).toPass();
    await expect(choice(page)).toBeFocused();
    await expect.poll(isSeen).toBe(true);
    await chooseForAccount(page, 'en', 'Library');
  }
});

test('blocked site data keep the choice as long as the page (LANG-3)', async ({ page, allowConsole }) => {
  allowConsole(/could not be saved/);
  await configure(page, { languages: ALL });
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  await page.goto('/login');
  await choice(page).selectOption('de');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Anmelden' })).toBeVisible();
});

test('a listener chooses German while a title plays, and finds it in another browser (LANG-3, LANG-9)', async ({
  page,
  browser,
  provider,
  problems,
}) => {
  test.slow();
  await configure(page, { languages: ALL });
  const listener = new Listener(page);
  await listener.signsIn('annual');
  await playFirst(page);
  await listener.hears(1);
  await chooseForAccount(page, 'de', 'Bibliothek');
  const seek = listener.player.getByRole('slider', { name: 'Stelle' });
  const before = Number(await seek.inputValue());
  await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThan(before);

  const context = await browser.newContext({ baseURL: provider.origin, serviceWorkers: 'block' });
  await problems.watch(context);
  const other = await context.newPage();
  await configure(other, { languages: ALL });
  await new Listener(other).signsIn('annual');
  await expect(other.getByRole('banner').getByRole('link', { name: 'Bibliothek' })).toBeVisible();
  await expect(choice(other)).toHaveValue('de');
  await context.close();
  await chooseForAccount(page, 'en', 'Library');
});

test('a choice whose page ends before the account has it is sent by the next page (LANG-9)', async ({
  page,
}) => {
  await configure(page, { languages: ALL });
  await new Listener(page).signsIn('annual');
  await chooseForAccount(page, 'de', 'Bibliothek');
  const changes: unknown[] = [];
  await page.route('**/api/v2/user', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    changes.push(route.request().postDataJSON());
    // The first request waits, and never reaches the provider.
    return changes.length === 1 ? undefined : route.continue();
  });
  await choice(page).selectOption('fr');
  await expect.poll(() => changes).toEqual([{ language: 'fr' }]);
  await page.reload();
  await expect.poll(() => changes).toEqual([{ language: 'fr' }, { language: 'fr' }]);
  await expect(choice(page)).toHaveValue('fr');
  await chooseForAccount(page, 'en', 'Library');
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('every page has the choice, signed in or not (LANG-3)', async ({ page }) => {
    for (const path of ['/login', '/create', '/forgot-password']) {
      await page.goto(path);
      await expect(page.locator('select[name="language"]')).toHaveValue('en');
    }
    await new Listener(page).signsIn('free');
    for (const path of ['/', '/account', '/library', '/search-results?q=a']) {
      await page.goto(path);
      await expect(page.locator('select[name="language"]')).toHaveValue('en');
    }
  });
});
