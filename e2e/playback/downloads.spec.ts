import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { downloadWhole, SIZE } from '../support/downloads.ts';
import { Listener } from '../support/listener.ts';
import { test } from '../support/configuration.ts';

/** Downloads in the browser, where the configuration names no mobile app. The browser is really offline. */

/** Expected lines in the console: failures without a network, and the missing link to a mobile app. */
const EXPECTED =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|could not be fetched|was not delivered|names no address for|No playable address|A transfer ended early|503/;

const title = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('article', { name, exact: true });

const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** Expects a loaded cover, and not the image that replaces a missing one. */
async function expectCover(cover: Locator): Promise<void> {
  await expect
    .poll(() =>
      cover.evaluate((image: HTMLImageElement) => image.naturalWidth > 10 && !image.src.includes('missing')),
    )
    .toBe(true);
}

test.beforeEach(({ allowConsole }) => allowConsole(EXPECTED));

test('a title is downloaded from the player, and plays after a reload without a network', async ({
  openAs,
}) => {
  const page = await openAs('annual');
  const listener = new Listener(page);
  await page.goto('/audios/quiet-mind');
  await page.getByRole('main').getByRole('button', { name: 'Play Quiet Mind', exact: true }).click();
  await listener.hears(1);
  await listener.player.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(listener.player.getByRole('button', { name: 'Downloaded', exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Quiet Mind is downloaded' })).toHaveCount(1);
  await listener.player.getByRole('button', { name: 'Pause', exact: true }).click();

  await page.context().setOffline(true);
  await page.goto('/downloads');
  await expect(heading(page, 'Downloads')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
  const row = title(page, 'Quiet Mind');
  await expect(row.getByText(SIZE)).toBeVisible();
  await expectCover(row.locator('img'));
  await row.getByRole('button', { name: 'Play Quiet Mind', exact: true }).click();
  await listener.hears(2);
  const before = await listener.position();
  await listener.player.getByRole('button', { name: /^Skip \d+ seconds$/ }).click();
  await expect.poll(() => listener.position()).toBeGreaterThanOrEqual(before + 5);
  await listener.hears(1);
});

test('a title counts as downloaded only when its page opens without a network', async ({
  openAs,
  provider,
}) => {
  const page = await openAs('annual');
  await page.goto('/audios/quiet-mind');
  // The title is there long before the app itself.
  await provider.faults({ match: { path: '/service-worker.js' }, hold: true });
  const control = page.getByRole('main').getByRole('button', { name: /^Download/ });
  await control.click();
  await expect(control).toHaveText('Downloading 99%', { timeout: 60_000 });
  await page.reload();
  await expect(control).toHaveText('Downloading 99%');
  await provider.clearFaults();
  await expect(control).toHaveText('Downloaded', { timeout: 60_000 });
  await page.context().setOffline(true);
  await page.reload();
  await expect(heading(page, 'Quiet Mind')).toBeVisible();
  await expect(control).toHaveText('Downloaded');
  await page.getByRole('main').getByRole('button', { name: 'Play Quiet Mind', exact: true }).click();
  await new Listener(page).hears(1);
});

test('without a network, home, the library and a title’s page show what was downloaded', async ({
  openAs,
}) => {
  const page = await openAs('monthly');
  await downloadWhole(page, 'quiet-mind');
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('response:')) localStorage.removeItem(key);
  });
  await page.context().setOffline(true);
  for (const path of ['/', '/trending']) {
    await page.goto(path);
    const shelf = page.getByRole('region', { name: 'Your Downloads', exact: true });
    await expect(shelf.getByRole('article', { name: 'Quiet Mind', exact: true })).toBeVisible();
    await expectCover(shelf.locator('img').first());
  }
  await page.getByRole('article', { name: 'Quiet Mind', exact: true }).getByRole('link').click();
  await expect(heading(page, 'Quiet Mind')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Tracks', exact: true })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Play Quiet Mind', exact: true }).click();
  await new Listener(page).hears(1);
  await page.reload();
  await expect(heading(page, 'Quiet Mind')).toBeVisible();

  // Another title has no page without a network, and says so.
  await page.goto('/audios/the-tide-library');
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your Downloads', exact: true })).toBeVisible();
});

test('the list passes the accessibility checks, narrow and wide, in both themes', async ({
  openAs,
  provider,
}) => {
  const page = await openAs('annual', { reducedMotion: 'reduce' });
  await page.goto('/downloads');
  await expect(page.getByText(/listen on a plane/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await downloadWhole(page, 'quiet-mind');
  await page.goto('/audios/the-tide-library');
  await provider.faults({ match: { path: '/media/audio' }, delay_ms: 20_000 });
  await page.getByRole('main').getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Download', exact: true }).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Downloading/ })
    .click();
  await page.getByRole('menuitem', { name: 'Go to downloads' }).click();
  await expect(page.getByRole('progressbar', { name: 'Download of The Tide Library' })).toBeVisible();
  for (const [width, colorScheme] of [
    [320, 'dark'],
    [820, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.getByRole('button', { name: 'Stop the download of The Tide Library' }).click();
  await expect(title(page, 'The Tide Library').getByText(/^Stopped/)).toBeVisible();
  await page.getByRole('button', { name: 'Continue the download of The Tide Library' }).click();
  await page.getByRole('button', { name: 'Cancel the download of The Tide Library' }).click();
  await expect(title(page, 'The Tide Library')).toHaveCount(0);
});
