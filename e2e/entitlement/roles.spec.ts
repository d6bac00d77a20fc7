import type { Page } from '@playwright/test';
import { expect } from '../support/language.ts';
import { test } from '../support/sessions.ts';

const tile = (page: Page, title: string) =>
  page.getByRole('main').getByRole('article', { name: title, exact: true }).first();

test('a title becomes playable on the open page when its window opens, by the provider’s clock', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  // A week later the token has expired and is renewed.
  allowConsole(/status of 401/);
  const page = await openAs('monthly');
  await page.clock.install();
  await page.goto('/new-releases');
  const locked = tile(page, 'An Hour Is Too Long');
  await expect(locked.getByRole('img', { name: 'Locked' })).toBeVisible();
  await expect(locked.getByText(/^Available from /)).toBeVisible();
  await expect(locked.getByRole('button', { name: /^Play/ })).toHaveCount(0);

  // The provider's clock is a week ahead. Its next response corrects the page's clock, and the page updates by itself.
  await provider.moveClock(7 * 86_400_000);
  await page.getByRole('banner').getByRole('link', { name: 'Library' }).hover();
  await page.clock.runFor(6000);
  await expect(locked.getByRole('button', { name: 'Play An Hour Is Too Long' })).toBeVisible();
  await expect(locked.getByRole('img', { name: 'Locked' })).toHaveCount(0);

  // A page that cannot reach the provider starts with the corrected clock. The cached list has expired, because the
  // provider's clock moved by a week. So it is loaded again first.
  const listed = page.waitForResponse((response) => response.url().includes('/new-releases'));
  await page.reload();
  await listed;
  await expect(locked.getByRole('button', { name: 'Play An Hour Is Too Long' })).toBeVisible();
  // The page keeps the list as soon as it is idle.
  await page.clock.runFor(6000);
  allowConsole(/net::ERR_FAILED|could not be fetched/);
  await page.route('**/api/v2/**', async (route) => route.abort());
  await page.reload();
  await expect(locked.getByRole('button', { name: 'Play An Hour Is Too Long' })).toBeVisible();
});
