import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { configure, NO_WORKER } from '../support/configuration.ts';
import { Listener, type DemoAccount } from '../support/listener.ts';
import { test as base } from '../support/sessions.ts';

const TITLE = 'The Tide Library';
const PAGE = '/audios/the-tide-library';

const LINKS = {
  help: 'https://help.test/',
  privacy: 'https://privacy.test/',
  terms: 'https://terms.test/',
  annual: 'https://annual.test/',
  monthly: 'https://monthly.test/',
  mobileApp: null,
};

type Open = (account?: DemoAccount, options?: BrowserContextOptions) => Promise<Page>;

/** Opens pages of a host without a mobile app. */
const test = base.extend<{ readonly open: Open }>({
  open: async ({ openAs, allowConsole }, use) => {
    allowConsole(NO_WORKER);
    allowConsole(/names no address for/);
    await use(async (account = 'annual', options = {}) => {
      const page = await openAs(account, { serviceWorkers: 'block', ...options });
      await configure(page, { links: LINKS });
      return page;
    });
  },
});

const playerOf = (page: Page) => new Listener(page).player;

/** Plays the third chapter from second 42. */
async function plays(page: Page): Promise<void> {
  await page.goto(`${PAGE}?chapter=3&t=42`);
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${TITLE}`, exact: true })
    .click();
  await new Listener(page).hears(1);
}

/** The text of the file that the button saves. */
async function saved(page: Page, button: string): Promise<{ readonly name: string; readonly text: string }> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const download = await downloading;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

test('a bookmark is added by button and key, gets a note while the sound goes on, and plays', async ({
  open,
}) => {
  const page = await open();
  await plays(page);
  const player = playerOf(page);
  await player.getByRole('button', { name: 'Bookmark', exact: true }).click();
  await expect(player.getByRole('status').filter({ hasText: /^Bookmark added at 0:4\d$/ })).toHaveCount(1);
  await player.getByRole('button', { name: 'Add a note' }).click();
  const dialog = page.getByRole('dialog', { name: /^Note at 0:4\d$/ });
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type('The keeper answers');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await new Listener(page).hears(1);

  await page.getByRole('heading', { level: 1 }).click();
  await player.getByRole('slider', { name: 'Seek' }).fill('90');
  await page.keyboard.press('b');
  const region = page.getByRole('region', { name: 'Bookmarks' });
  await expect(region.getByRole('button', { name: /^Play from Shelf Marks, / })).toHaveCount(2);
  await expect(region.getByText('The keeper answers')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.reload();
  await region.getByRole('button', { name: /^Play from Shelf Marks, 0:4\d/ }).click();
  await new Listener(page).hears(1);
  const position = await new Listener(page).position();
  expect(position).toBeGreaterThanOrEqual(42);
  expect(position).toBeLessThan(60);
});

test('the page of bookmarks removes with undo, exports, and shows the changes of another tab', async ({
  open,
}) => {
  const page = await open();
  await page.goto('/bookmarks');
  await expect(page.getByText('Mark a second while you listen')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const other = await page.context().newPage();
  await configure(other, { links: LINKS });
  await plays(other);
  await playerOf(other).getByRole('button', { name: 'Bookmark', exact: true }).click();
  const row = page.getByRole('button', { name: /^Play from Shelf Marks, 0:4\d$/ });
  await expect(row).toBeVisible();
  await other.close();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: /^Add note at / }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('=SUM(1)\n*not* emphasis');
  await page.getByRole('button', { name: 'Save' }).click();
  const markdown = await saved(page, 'Export as Markdown');
  expect(markdown.name).toBe('bookmarks.md');
  expect(markdown.text).toContain(`## ${TITLE}`);
  expect(markdown.text).toContain(String.raw`\*not\* emphasis`);
  expect(markdown.text).toMatch(/\(<http:\/\/[^>]+\/audios\/the-tide-library\?chapter=3&t=4\d>\)/);
  const csv = await saved(page, 'Export as CSV');
  expect(csv.name).toBe('bookmarks.csv');
  expect(csv.text).toContain('"\'=SUM(1)\n*not* emphasis"');

  await page.getByRole('button', { name: /^Remove bookmark at / }).click();
  await expect(page.getByRole('button', { name: /^Undo: put back/ })).toBeFocused();
  await expect(row).toBeHidden();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(row).toBeFocused();
  await page.reload();
  await expect(row).toBeVisible();
  // The page fits a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violations(page)).toEqual([]);
});
