import { expect, type Page, test } from '@playwright/test';
import { mp3, tone } from '../../test/server/library/support/make-audio.ts';
import { OwnStudio } from '../support/own-studio.ts';
import { PageProblems } from '../support/page-problems.ts';

const studio = new OwnStudio();
const TITLES = ['The Beach', 'Waves', 'A Walk', 'Rain', 'River'];

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  for (const [at, title] of TITLES.entries())
    studio.write(`${title}/1.mp3`, await mp3(tone(3, 300 + 50 * at)));
  await studio.start();
});

test.afterAll(() => studio.stop());

const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const saved = (page: Page) => expect(page.getByText('All changes are saved.')).toBeVisible();

async function openTitle(page: Page, title: string, name = 'olga'): Promise<void> {
  await studio.open(page, '/studio', name);
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(titleField(page)).toHaveValue(title);
}

/** Requests that change something, as method and path. */
function changesOf(page: Page): readonly string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname.startsWith('/api/studio'))
      changes.push(`${request.method()} ${pathname}`);
  });
  return changes;
}

test('hostile text stays text, in the studio and for listeners', async ({ page, context }) => {
  const problems = new PageProblems();
  await problems.watch(context);
  problems.allow(/names no address for these links/u);
  await openTitle(page, 'The Beach');
  const markup = '<img src=x onerror="window.stolen=1"><script>stolen=1</script>';
  // Right-to-left letters, a mark that turns the following text round, and a control character.
  const hostile = `${markup} ספר \u202E txt.exe \u0007`;
  await titleField(page).fill(hostile);
  const description = page.getByRole('textbox', { name: 'Description' });
  await description.fill(`${markup}\n${'w'.repeat(9900)}`);
  await page.getByRole('textbox', { name: 'Authors' }).fill('"><svg/onload=stolen=1>');
  await page.getByRole('textbox', { name: 'Authors' }).press('Enter');
  await save(page).click();
  await saved(page);
  // The control character is gone, and the rest is as it was typed.
  await expect(titleField(page)).toHaveValue(`${markup} ספר \u202E txt.exe`);
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await fits()).toBe(true);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await description.fill('w'.repeat(10_001));
  await save(page).click();
  await expect(description).toHaveAccessibleDescription(/at most 10,000 characters/u);
  await titleField(page).fill('t'.repeat(10_000));
  await save(page).click();
  await expect(titleField(page)).toHaveAccessibleDescription(/at most 500 characters/u);
  await page.getByRole('button', { name: 'Discard changes' }).click();

  const address = page.url();
  await page.goto(`${studio.origin}/studio`);
  await expect(page.getByRole('link', { name: /onerror/u })).toBeVisible();
  expect(await fits()).toBe(true);
  await page.goto(address.replace('/studio/titles/', '/audios/'));
  await expect(page.getByRole('heading', { level: 1, name: /onerror/u })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'stolen') === undefined)).toBe(true);
  expect(problems.unexpected()).toEqual([]);
});

test('an address that leads nowhere says so', async ({ page }) => {
  await studio.open(page);
  for (const id of ['none', 'x'.repeat(400), '%00', '%2e%2e%2f%2e%2e%2fme', '%F0%9F%8E%A7', '<b>']) {
    await page.goto(`${studio.origin}/studio/titles/${id}`);
    await expect(
      page.getByRole('alert').or(page.getByRole('heading', { name: 'Page not found' })),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'To the catalogue' })).toBeVisible();
  }
  for (const path of ['nowhere', 'titles', 'titles/a/b', 'calendar/2']) {
    await page.goto(`${studio.origin}/studio/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  }
  // An escape that no page can read is answered by the provider.
  const response = await page.goto(`${studio.origin}/studio/titles/%E0%A4%A`);
  expect(response?.status()).toBe(400);
  await expect(page.getByText('The address cannot be read.')).toBeVisible();
});

test('of two that edit one title the second is told, and keeps what was typed', async ({ page, browser }) => {
  await openTitle(page, 'Waves');
  const context = await browser.newContext();
  const other = await context.newPage();
  await openTitle(other, 'Waves', 'pia');
  await titleField(other).fill('Waves at Noon');
  await other.getByRole('textbox', { name: 'Description' }).fill('Loud.');
  await save(other).click();
  await saved(other);

  await titleField(page).fill('Waves at Night');
  await save(page).click();
  const alert = page.getByRole('alert').filter({ hasText: 'pia has changed this title meanwhile.' });
  await expect(alert).toContainText('Title is now “Waves at Noon”. You have typed something else.');
  await expect(titleField(page)).toHaveValue('Waves at Night');
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Loud.');
  await other.reload();
  await expect(titleField(other)).toHaveValue('Waves at Noon');
  await save(page).click();
  await saved(page);
  await other.reload();
  await expect(titleField(other)).toHaveValue('Waves at Night');
  await expect(other.getByRole('textbox', { name: 'Description' })).toHaveValue('Loud.');
  await context.close();
});

test('a session that ends during a save loses nothing', async ({ page, browser }) => {
  await openTitle(page, 'A Walk', 'pia');
  await titleField(page).fill('A Long Walk');
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(`${studio.origin}/account`);
  await studio.signIn(other, 'pia');
  await other.getByRole('button', { name: 'Sign out everywhere' }).click();
  await other.waitForURL(/\/login/u);
  await context.close();

  await save(page).click();
  await page.waitForURL(/\/login\?from=/u);
  await studio.signIn(page, 'pia');
  await page.waitForURL(/\/studio\/titles\//u);
  await expect(titleField(page)).toHaveValue('A Long Walk');
  await expect(page.getByText('What you typed before is back.')).toBeVisible();
  await save(page).click();
  await saved(page);
});

test('two clicks on a slow network make one change', async ({ page }) => {
  await openTitle(page, 'Rain');
  const changes = changesOf(page);
  await page.route('**/api/studio/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await page.getByRole('button', { name: 'Hide' }).dblclick();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).dblclick();
  await expect(page.getByRole('button', { name: 'Hide' })).toBeVisible();
  await titleField(page).fill('Soft Rain');
  await save(page).dblclick();
  // What is typed while it saves is kept.
  await titleField(page).fill('Soft Rain at Dawn');
  await expect(page.getByText('1 unsaved change')).toBeVisible();
  await expect(save(page)).not.toHaveAttribute('aria-busy', 'true');
  await expect(titleField(page)).toHaveValue('Soft Rain at Dawn');
  await save(page).click();
  await saved(page);
  expect(changes.map((change) => change.replace(/titles\/.*$/u, 'titles'))).toEqual(
    Array.from({ length: 4 }, () => 'PATCH /api/studio/titles'),
  );
  await page.goto(`${studio.origin}/studio`);
  await page.getByRole('button', { name: 'New collection' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Twice');
  await page.getByRole('button', { name: 'Create' }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'Twice' })).toBeVisible();
  expect(changes.filter((change) => change.endsWith('/collections'))).toHaveLength(1);
});

test('a save whose answer is lost is saved once, and nobody else is named', async ({ page }) => {
  await openTitle(page, 'River');
  let isLost = false;
  await page.route('**/api/studio/titles/**', async (route) => {
    if (route.request().method() !== 'PATCH' || isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await titleField(page).fill('The River');
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText('could not be reached');
  await save(page).click();
  await saved(page);
  await expect(page.getByText(/has changed this title/u)).toHaveCount(0);
});

test('a reversed window is refused at its field, and windows that overlap are explained', async ({
  page,
}) => {
  await openTitle(page, 'The River');
  const till = page.getByLabel('Available until', { exact: true });
  await page.getByLabel('Available from', { exact: true }).fill('2031-05-03T12:00');
  await till.fill('2031-05-03T12:00');
  await save(page).click();
  await expect(till).toHaveAccessibleDescription('The end must be after the start.');
  await till.fill('2031-06-03T12:00');
  // Free to listen before, during and after the availability.
  await page.getByLabel('Free from', { exact: true }).fill('2031-04-01T12:00');
  await page.getByLabel('Free until', { exact: true }).fill('2031-07-01T12:00');
  await save(page).click();
  await saved(page);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('row', { name: 'Free listener' })).toContainText('Locked');
});
