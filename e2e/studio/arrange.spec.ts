import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/language.ts';
import { OwnStudio } from '../support/own-studio.ts';

const studio = new OwnStudio();

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  await studio.startWith(['The Beach', 'Waves', 'A Walk']);
});

test.afterAll(() => studio.stop());

const saved = (page: Page) => expect(page.getByText('All changes are saved.')).toBeVisible();
const titlesIn = async (list: Locator, names: RegExp): Promise<readonly string[]> =>
  list.getByText(names, { exact: true }).allTextContents();

async function newCollection(page: Page, name: string, members: readonly string[]): Promise<void> {
  await page.goto(`${studio.origin}/studio`);
  for (const member of members) await page.getByRole('checkbox', { name: `Select ${member}` }).check();
  await page.getByRole('button', { name: 'New collection' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('the titles of a collection are ordered by keyboard and by dragging', async ({ page }) => {
  await studio.open(page);
  await newCollection(page, 'Evening', ['The Beach', 'Waves', 'A Walk']);
  const list = page.getByRole('list', { name: 'Titles of the collection' });
  const order = async () => titlesIn(list, /^(?:The Beach|Waves|A Walk)$/u);
  const [first = '', second = '', third = ''] = await order();
  const up = page.getByRole('button', { name: `Move ${third} up` });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect.poll(order).toEqual([first, third, second]);
  await expect(up).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(order).toEqual([third, first, second]);
  await expect(page.getByText(`${third} is now number 1 of 3.`)).toBeAttached();
  await list.getByRole('listitem').nth(2).dragTo(list.getByRole('listitem').nth(0));
  await expect.poll(order).toEqual([second, third, first]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved(page);

  // Listeners hear them in this order.
  await page.goto(page.url().replace('/studio/titles/', '/audios/'));
  const tracks = page.getByRole('region', { name: 'Tracks' }).getByRole('button', { name: /^Play / });
  await expect(tracks).toHaveCount(3);
  for (const [at, name] of [second, third, first].entries())
    await expect(tracks.nth(at)).toHaveAccessibleName(`Play ${name}`);
});
