import { expect, type Locator, type Page, test } from '@playwright/test';
import { mp3, tone } from '../../test/server/library/support/make-audio.ts';
import { violations } from '../support/axe.ts';
import { OwnStudio } from '../support/own-studio.ts';

const studio = new OwnStudio();
const PDF = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nNotes') };

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  for (const [at, title] of ['The Beach', 'Waves', 'A Walk'].entries())
    studio.write(`${title}/1.mp3`, await mp3(tone(3, 300 + 50 * at)));
  await studio.start();
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

test('a PDF is attached, opened by a listener, replaced and removed', async ({ page, context }) => {
  await studio.open(page);
  await page.getByRole('link', { name: 'The Beach' }).click();
  await expect(page.getByText('This title has no PDF.')).toBeVisible();
  await page.getByLabel('Upload PDF').setInputFiles({ ...PDF, buffer: Buffer.from('<html>') });
  await expect(page.getByRole('alert')).toContainText('This file is not a PDF.');
  await page.getByLabel('Upload PDF').setInputFiles(PDF);
  await expect(page.getByText('Listeners can open a PDF beside this title.')).toBeVisible();

  // The browser needs a moment until it tells of its dialog in place of showing it.
  const chooser = page.waitForEvent('filechooser');
  const app = await context.newPage();
  await app.goto(page.url().replace('/studio/titles/', '/audios/'));
  await expect(app.getByRole('link', { name: 'View PDF' })).toBeVisible();

  // By keyboard: the input is reached with Tab, and Enter opens the browser's own dialog.
  await page.bringToFront();
  await page.getByLabel('Replace PDF').focus();
  await page.keyboard.press('Enter');
  const stored = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await (await chooser).setFiles({ ...PDF, buffer: Buffer.from('%PDF-1.7\nOther') });
  await stored;
  await expect(page.getByText('Replace PDF')).toBeVisible();
  await page.getByRole('button', { name: 'Remove PDF' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('This title has no PDF.')).toBeVisible();
  await app.reload();
  await expect(app.getByRole('heading', { level: 1, name: 'The Beach' })).toBeVisible();
  await expect(app.getByRole('link', { name: 'View PDF' })).toHaveCount(0);
});

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
  expect(await tracks.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))).toEqual([
    `Play ${second}`,
    `Play ${third}`,
    `Play ${first}`,
  ]);
});

test('the collections are shown in the order of home, and get another one', async ({ page }) => {
  await studio.open(page);
  await newCollection(page, 'Morning', ['Waves']);
  await newCollection(page, 'Empty', []);
  const onHome = async () => {
    await page.goto(`${studio.origin}/`);
    const region = page.getByRole('region', { name: 'Curated Collections' });
    await expect(region.getByRole('article').first()).toBeVisible();
    return titlesIn(region, /^(?:Evening|Morning|Empty)$/u);
  };
  const home = await onHome();
  const list = page.getByRole('list', { name: 'Collections' });
  const order = async () => titlesIn(list, /^(?:Evening|Morning|Empty)$/u);
  const openList = async () => {
    await page.goto(`${studio.origin}/studio/subjects`);
    await page.getByRole('button', { name: 'Collections' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(3);
  };
  await openList();
  expect((await order()).filter((name) => name !== 'Empty')).toEqual(home);

  const last = (await order()).at(-1) ?? '';
  await page.getByRole('button', { name: `Move ${last} to the top` }).focus();
  await page.keyboard.press('Enter');
  expect((await order())[0]).toBe(last);
  await list.getByRole('listitem').nth(2).dragTo(list.getByRole('listitem').nth(0));
  const wanted = await order();
  expect(wanted[1]).toBe(last);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save order' }).click();
  await expect(page.getByText('The order is saved.')).toBeVisible();

  expect(await onHome()).toEqual(wanted.filter((name) => name !== 'Empty'));
  await openList();
  expect(await order()).toEqual(wanted);
});

test('a window is found on the calendar, changed and found again, by keyboard alone', async ({ page }) => {
  await studio.open(page);
  await page.getByRole('link', { name: 'Waves' }).click();
  const now = new Date();
  const inMonths = (months: number, day: number): string =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() + months, day, 12)).toISOString().slice(0, 16);
  await page.getByLabel('Available until', { exact: true }).fill(inMonths(1, 7));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved(page);

  const press = async (name: string | RegExp, role: 'link' | 'button' = 'link') => {
    const control = page.getByRole(role, { name });
    for (let tabs = 0; tabs < 60; tabs += 1) {
      if (await control.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(control).toBeFocused();
    await page.keyboard.press('Enter');
  };
  await page.goto(`${studio.origin}/studio/calendar`);
  await press('Next month', 'button');
  await expect(page.getByRole('link', { name: /Availability ends Waves/u })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await press(/Availability ends Waves/u);
  await expect(page.getByRole('heading', { level: 1, name: 'Waves' })).toBeFocused();
  const end = page.getByLabel('Available until', { exact: true });
  await end.focus();
  // The parts of the date: month, day, year.
  await page.keyboard.press('Tab');
  await page.keyboard.type('09');
  await expect(end).toHaveValue(inMonths(1, 9));
  await press('Save', 'button');
  await saved(page);
  await page.goBack();
  // The calendar is at the month where it was left.
  const moved = page
    .getByRole('cell', { name: /^9/u })
    .getByRole('link', { name: /Availability ends Waves/u });
  await expect(moved).toBeVisible();
});

test('a phone shows the current part of the studio', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await studio.open(page, '/studio/subjects');
  const current = page.getByRole('navigation').getByRole('link', { name: 'Subjects' });
  await expect(current).toHaveAttribute('aria-current', 'page');
  await expect(current).toBeInViewport({ ratio: 0.9 });
});
