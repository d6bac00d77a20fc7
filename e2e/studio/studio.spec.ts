import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/language.ts';
import { OwnStudio } from '../support/own-studio.ts';
import { PageProblems } from '../fixtures.ts';

const dist = process.env['TEST_DIST'] ?? 'dist';
const studio = new OwnStudio();

// One worker for all tests of this file: they share a folder.
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  await studio.startWith(['The Beach', 'Waves', 'A Walk']);
});

test.afterAll(() => studio.stop());

test('an owner signs in, edits a title, and listeners see it (STU-17)', async ({ page, context }) => {
  const problems = new PageProblems();
  await problems.watch(context);
  // The configuration of this library names no links.
  problems.allow(/names no address for these links/u);
  await studio.open(page);
  const banner = page.getByRole('banner');
  await expect(banner.getByText('Hark Studio')).toBeVisible();
  await expect(banner.getByText('olga')).toBeVisible();
  for (const name of ['Catalogue', 'Imports', 'Feeds'])
    await expect(page.getByRole('region', { name })).toBeVisible();
  await page.goto(`${studio.origin}/search-results?q=Beach`);
  await expect(page.getByRole('article', { name: 'The Beach' })).toBeVisible();
  await page.goto(`${studio.origin}/studio`);
  const catalogue = page.getByRole('region', { name: 'Catalogue' });
  await expect(catalogue.getByText('3 titles')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await catalogue.getByRole('link', { name: 'The Beach' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The Beach' })).toBeVisible();
  const preview = page.getByRole('region', { name: 'Preview' });
  const row = (name: string) => preview.getByRole('row', { name, exact: true });
  await expect(row('Free listener')).toContainText('Offers membership');
  await expect(row('Buyer')).toContainText('Plays');

  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('The Long Beach');
  await page.getByRole('textbox', { name: 'Authors' }).fill('Ann Author');
  await page.getByRole('textbox', { name: 'Authors' }).press('Enter');
  await page.getByLabel('Available until', { exact: true }).fill('2020-05-03T12:00');
  await expect(row('Member')).toContainText('Locked');
  await expect(row('Member')).toContainText(/Its availability ended .*3.*2020.*12:00.*\./u);
  await preview.getByRole('button', { name: 'Previous change' }).click();
  await expect(preview.getByRole('heading', { name: /3\b.*2020.*12:00/u })).toBeVisible();
  await page.getByLabel('Available until', { exact: true }).fill('');
  await expect(row('Member')).toContainText('Plays');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('All changes are saved.')).toBeVisible();
  // The notice covers neither the bar nor its button.
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    const notice = await page.getByText('Saved.', { exact: true }).boundingBox();
    const save = await page.getByRole('button', { name: 'Save', exact: true }).boundingBox();
    if (notice === null || save === null) throw new Error('The notice or Save is not shown.');
    const isApart = notice.y + notice.height <= save.y || notice.y >= save.y + save.height;
    expect(isApart, `${width} × ${height}`).toBe(true);
  }

  // The page of before is cached in this browser, and the save drops it (STU-17).
  await page.goto(`${studio.origin}/search-results?q=Beach`);
  await expect(page.getByRole('article', { name: 'The Long Beach' })).toBeVisible();
  await page.goto(`${studio.origin}/studio`);
  await page.getByRole('checkbox', { name: 'Select The Long Beach' }).check();
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByText('1 title hidden.')).toBeVisible();
  // No page of the studio is wider than the narrowest window.
  await page.setViewportSize({ width: 320, height: 568 });
  for (const name of ['Catalogue', 'Imports', 'Feeds', 'Calendar', 'Subjects', 'Members', 'Statements']) {
    await page.getByRole('navigation').getByRole('link', { name }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width, name).toBe(320);
  }
  await page.goto(`${studio.origin}/search-results?q=Beach`);
  await expect(page.getByText(/Nothing was found/u)).toBeVisible();
  await expect(page.getByRole('article', { name: 'The Long Beach' })).toHaveCount(0);
  expect(problems.unexpected()).toEqual([]);
});

test('no file of the app holds code of the studio', () => {
  const maps = readdirSync(join(dist, 'assets')).filter(
    (name) => name.endsWith('.map') && !name.startsWith('studio-'),
  );
  expect(maps.length).toBeGreaterThan(20);
  const sources = maps.flatMap((name) => {
    const map = JSON.parse(readFileSync(join(dist, 'assets', name), 'utf8')) as {
      sources: readonly string[];
    };
    return map.sources.map((source) => `${name}: ${source}`);
  });
  const ofStudio = /\/(?:studio|studio-http|tus|tus-js-client)\/|\/(?:studio\.tsx|preview\.ts)$/u;
  expect(sources.filter((source) => ofStudio.test(source))).toEqual([]);
});
