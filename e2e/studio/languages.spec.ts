import { type Page, test, expect } from '@playwright/test';
import { configure } from '../support/configuration.ts';
import { OwnStudio } from '../support/own-studio.ts';
import { watchFrames, wordsSeenIn } from '../support/frames.ts';

const ALL = 'en,de,es,fr,ar,en-XA';
const TITLES = ['The Beach', 'Waves', 'A Walk'];

const studio = new OwnStudio();

test.use({ serviceWorkers: 'block', locale: 'en-US' });
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  await studio.startWith(TITLES);
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

/** Every part of the studio, by its path. */
const PARTS = ['/studio', '/studio/calendar', '/studio/subjects', '/studio/members', '/studio/statements'];

async function fitsEverywhere(page: Page): Promise<void> {
  for (const path of PARTS) {
    await page.goto(`${studio.origin}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(wide, `${path} at ${width}`).toBe(width);
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
}

/** Makes a collection of all titles, and opens it. */
async function makeCollection(
  page: Page,
  words: { readonly select: (title: string) => string; readonly make: string; readonly create: string },
): Promise<void> {
  await page.goto(`${studio.origin}/studio`);
  for (const title of TITLES) await page.getByRole('checkbox', { name: words.select(title) }).check();
  await page.getByRole('button', { name: words.make }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(words.make);
  await page.getByRole('dialog').getByRole('button', { name: words.create }).click();
  await expect(page.getByRole('heading', { level: 1, name: words.make })).toBeVisible();
}

const FSI = /[\u2066-\u2069]/gu;

const orderOf = async (page: Page, list: string): Promise<readonly string[]> => {
  const items = page.getByRole('list', { name: list }).getByRole('listitem');
  return (await items.allInnerTexts()).flatMap((text) => TITLES.find((title) => text.includes(title)) ?? []);
};

test('an owner works in German: finds, edits, hides and orders titles', async ({ page }) => {
  test.slow();
  await configure(page, { languages: ALL });
  await studio.open(page);
  await choice(page).selectOption('de');
  const catalogue = page.getByRole('region', { name: 'Katalog' });
  await expect(catalogue.getByText('3 Titel')).toBeVisible();
  await catalogue.getByRole('searchbox', { name: 'Titel suchen' }).fill('Wav');
  await expect(catalogue.getByText('1 Titel')).toBeVisible();
  await catalogue.getByRole('link', { name: 'Waves' }).click();
  await expect(page).toHaveTitle('Waves · Hark Studio');
  await page.getByRole('textbox', { name: 'Rabattpreis in Dollar' }).fill('4,99');
  await page.getByLabel('Verfügbar bis', { exact: true }).fill('2020-05-03T12:00');
  const preview = page.getByRole('region', { name: 'Vorschau' });
  await expect(preview.getByRole('row', { name: 'Mitglied', exact: true })).toContainText(
    'Die Verfügbarkeit endete am 03.05.2020, 12:00.',
  );
  await page.getByRole('button', { name: 'Änderungen verwerfen' }).click();
  await expect(page.getByText('Alle Änderungen sind gespeichert.')).toBeVisible();
  await page.getByRole('button', { name: 'Verbergen' }).click();
  await expect(page.getByText('Verborgen', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Veröffentlichen' }).click();
  await expect(page.getByText('Veröffentlicht', { exact: true })).toBeVisible();

  await makeCollection(page, {
    select: (title) => `${title} auswählen`,
    make: 'Neue Sammlung',
    create: 'Anlegen',
  });
  const [first = '', second = '', third = ''] = await orderOf(page, 'Titel der Sammlung');
  await page.getByRole('button', { name: `${third} nach oben` }).click();
  await expect(page.getByText(`${third} ist jetzt Nummer 2 von 3.`)).toBeAttached();
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await expect(page.getByText('Alle Änderungen sind gespeichert.')).toBeVisible();
  expect(await orderOf(page, 'Titel der Sammlung')).toEqual([first, third, second]);
  await fitsEverywhere(page);
  await choice(page).selectOption('en');
});

test('an owner works in Arabic: the layout, tables, the time slider and sorted lists run from right to left', async ({
  page,
}) => {
  test.slow();
  await configure(page, { languages: ALL });
  await studio.open(page);
  await choice(page).selectOption('ar');
  const startOf = async (locator: ReturnType<Page['getByRole']>): Promise<number> => {
    const box = await locator.boundingBox();
    if (box === null) throw new Error('It is not shown.');
    return box.x + box.width;
  };
  const parts = page.getByRole('navigation', { name: 'أقسام الاستوديو' }).getByRole('link');
  await expect(parts).toHaveCount(7);
  expect(await startOf(parts.first())).toBeGreaterThan(await startOf(parts.last()));
  const heads = page.getByRole('table', { name: 'العناوين' }).getByRole('columnheader');
  expect(await startOf(heads.nth(1))).toBeGreaterThan(await startOf(heads.last()));

  // In a narrow window the current part is seen, at the start of the others.
  await page.setViewportSize({ width: 390, height: 800 });
  const last = parts.last();
  await last.click();
  await expect(last).toHaveAttribute('aria-current', 'page');
  await expect(last).toBeInViewport({ ratio: 0.9 });
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.goto(`${studio.origin}/studio`);
  await page.getByRole('link', { name: 'The Beach', exact: true }).click();
  const slider = page.getByRole('slider');
  const before = Number(await slider.inputValue());
  await slider.press('ArrowLeft');
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(before);
  await slider.press('ArrowRight');
  await slider.press('ArrowRight');
  await expect.poll(async () => Number(await slider.inputValue())).toBeLessThan(before);

  await makeCollection(page, {
    select: (title) => `تحديد \u2068${title}\u2069`,
    make: 'مجموعة جديدة',
    create: 'إنشاء',
  });
  const list = 'عناوين المجموعة';
  const [first = '', second = '', third = ''] = await orderOf(page, list);
  await page
    .getByRole('list', { name: list })
    .getByRole('button', { name: /إلى أعلى/u })
    .last()
    .press('Enter');
  await expect.poll(() => orderOf(page, list)).toEqual([first, third, second]);
  const said = page.getByRole('form').locator('output').filter({ hasText: third });
  await expect
    .poll(async () => (await said.innerText()).replaceAll(FSI, ''))
    .toBe(`${third} الآن رقم 2 من 3.`);
  const items = page.getByRole('list', { name: list }).getByRole('listitem');
  await items.nth(2).dragTo(items.nth(0));
  await expect.poll(() => orderOf(page, list)).toEqual([second, first, third]);
  const title = items.nth(0).locator('bdi');
  expect(await startOf(title)).toBeGreaterThan(await startOf(items.nth(0).getByRole('button').first()));
  await page.getByRole('button', { name: 'تجاهل التغييرات' }).click();
  await fitsEverywhere(page);
  await choice(page).selectOption('en');
});
