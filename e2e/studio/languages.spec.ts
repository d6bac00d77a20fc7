import { type Page, test, expect } from '@playwright/test';
import { mp3, tone } from 'audio-streaming-provider/test/library/support/make-audio';
import { configure } from '../support/configuration.ts';
import { OwnStudio } from '../support/own-studio.ts';
import { watchFrames, wordsSeenIn } from '../support/frames.ts';

const ALL = 'en,de,es,fr,ar,en-XA';
const TITLES = ['The Beach', 'Waves', 'A Walk'];

const studio = new OwnStudio();

test.use({ serviceWorkers: 'block' });
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  for (const [at, title] of TITLES.entries())
    studio.write(`${title}/1.mp3`, await mp3(tone(3, 300 + 50 * at)));
  await studio.start();
});

test.afterAll(() => studio.stop());

const documentOf = async (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);

const choice = (page: Page) => page.getByRole('contentinfo').locator('select[name="language"]');

test.describe('a browser that prefers German', () => {
  test.use({ locale: 'de-AT' });

  test('gets the studio in German, without a frame in English, and its texts with its code (LANG-1, LANG-2, LANG-6)', async ({
    page,
  }) => {
    await configure(page, { languages: ALL });
    await studio.open(page);
    await expect(page.getByRole('navigation', { name: 'Bereiche des Studios' })).toBeVisible();
    await watchFrames(page, 'Sign Out|Statements');
    await page.reload();
    await expect(page.getByRole('navigation', { name: 'Bereiche des Studios' })).toBeVisible();
    await expect(choice(page)).toHaveValue('de');
    expect(await documentOf(page)).toEqual(['de', 'ltr']);
    expect(await wordsSeenIn(page)).toEqual(['de ltr other']);
    const requested = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    const languages = requested.filter((path) => path.includes('language-'));
    expect(languages).toEqual([expect.stringMatching(/^\/assets\/studio-language-de-[\w-]{8}\.json$/)]);
    // Before any call of the studio.
    expect(requested.indexOf(languages[0] ?? '')).toBeLessThan(
      requested.findIndex((path) => path.startsWith('/api/')),
    );
  });

  test('gets English, and the document says so, if the texts cannot be had (LANG-2)', async ({ page }) => {
    await configure(page, { languages: ALL });
    await page.route('**/assets/studio-language-*', (route) => route.abort());
    await studio.open(page);
    await expect(page.getByRole('navigation', { name: 'Parts of the studio' })).toBeVisible();
    expect(await documentOf(page)).toEqual(['en', 'ltr']);
  });
});

test('an owner chooses Arabic: the focus stays, the account keeps it, and app and studio have it from the first frame (LANG-2, LANG-3, LANG-9)', async ({
  page,
}) => {
  await configure(page, { languages: ALL });
  await studio.open(page);
  await expect(choice(page)).toHaveValue('en');
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await choice(page).selectOption('ar');
  await expect(page.getByRole('navigation', { name: 'أقسام الاستوديو' })).toBeVisible();
  await expect(choice(page)).toBeFocused();
  expect(await documentOf(page)).toEqual(['ar', 'rtl']);
  expect((await saved).request().postDataJSON()).toEqual({ language: 'ar' });
  await watchFrames(page, 'Sign Out|Statements|Library');
  for (const path of ['/studio/calendar', '/library']) {
    await page.goto(`${studio.origin}${path}`);
    await expect(page.getByRole('contentinfo').locator('select')).toHaveValue('ar');
    expect(await wordsSeenIn(page)).toEqual(['ar rtl other']);
  }

  // The choice of the account comes before that of another browser.
  await page.evaluate(() => localStorage.setItem('language', 'fr'));
  await page.goto(`${studio.origin}/studio`);
  await expect(choice(page)).toHaveValue('ar');
  await choice(page).selectOption('en');
  await expect(page.getByRole('navigation', { name: 'Parts of the studio' })).toBeVisible();
});

test('blocked site data keep the choice as long as the page (LANG-3)', async ({ page }) => {
  await configure(page, { languages: ALL });
  await studio.open(page, '/studio', 'pia');
  // The session stays where the app has put it; only the choice cannot be kept.
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('blocked', 'QuotaExceededError');
    };
  });
  await choice(page).selectOption('de');
  await expect(page.getByRole('navigation', { name: 'Bereiche des Studios' })).toBeVisible();
  await expect(choice(page)).toBeFocused();
});
