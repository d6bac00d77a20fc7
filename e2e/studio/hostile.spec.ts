import type { Page } from '@playwright/test';
import { expect, test } from '../support/language.ts';
import { OwnStudio } from '../support/own-studio.ts';
import { PageProblems } from '../fixtures.ts';

const studio = new OwnStudio();
const TITLES = ['The Beach', 'A Walk'];

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  await studio.startWith(TITLES);
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
  await expect(description).toHaveAccessibleDescription(
    /A description may have at most 10,000 characters\./u,
  );
  await titleField(page).fill('t'.repeat(10_000));
  await save(page).click();
  await expect(titleField(page)).toHaveAccessibleDescription(/A title may have at most 500 characters\./u);
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
