// Proves CAT-15, CAT-29.
import { expect, type Page } from '@playwright/test';
import { test } from '../support/sessions.ts';

const main = (page: Page) => page.getByRole('main');
const retry = (page: Page) => main(page).getByRole('button', { name: 'Retry' });

/** The first wait is at most eight seconds, and each call is tried three times. */
const RETRY_TIME = { timeout: 45_000 };

test('a failed page retries by itself, and keeps the focus and the scroll position', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/status of 503/);
  const page = await openAs('annual');
  await page.goto('/library');
  await provider.faults({ match: { path: '/api/v2/topics' }, status: 503 });
  await page.goto('/');
  await expect(retry(page)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).focus();
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect(page.locator('main [data-skeleton]')).toHaveCount(0);
  await provider.forgetCalls();
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset['skeletons'] = '0';
    new MutationObserver(() => {
      if (document.querySelector('main [data-skeleton]') !== null) dataset['skeletons'] = '1';
    }).observe(document.body, { childList: true, subtree: true });
  });
  const requests = async () =>
    (await provider.calls()).filter(({ path }) => path === '/api/v2/topics').length;
  await expect.poll(requests, RETRY_TIME).toBeGreaterThanOrEqual(3);
  // The call fails again, and the page stays as it is.
  await expect(retry(page)).toBeVisible();
  await provider.clearFaults();
  await expect(main(page).getByRole('region', { name: 'Browse by Topic' }).getByRole('link')).toHaveCount(
    11,
    RETRY_TIME,
  );
  await expect(retry(page)).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(400);
  expect(await page.evaluate(() => document.documentElement.dataset['skeletons'])).toBe('0');
  await expect(page.getByText('The page has loaded.')).toBeAttached();
});

test('a failed list retries by itself, and the focus moves to the page', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/status of 503/);
  const page = await openAs('annual');
  await provider.faults({ match: { path: '/api/v2/trending' }, status: 503 });
  await page.goto('/trending');
  await expect(retry(page)).toBeVisible();
  await retry(page).focus();
  await provider.clearFaults();
  await expect(retry(page)).toHaveCount(0, RETRY_TIME);
  await expect(main(page)).toBeFocused();
  await expect(main(page).getByRole('alert')).toHaveCount(0);
});

test('searching the same words again requests them again and scrolls to the top', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  const page = await openAs('annual');
  await provider.faults({ match: { path: '/api/v2/search' }, status: 503 });
  await page.goto('/search-results?q=night');
  await expect(retry(page)).toBeVisible();
  await provider.clearFaults();
  const box = page.getByRole('searchbox', { name: 'Search' });
  await box.press('Enter');
  await expect(main(page).getByRole('article').first()).toBeVisible({ timeout: 3_000 });
  await expect(box).toBeFocused();
  await page.evaluate(() => window.scrollTo(0, 500));
  await box.press('Enter');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(main(page).getByRole('article').first()).toBeVisible();
  await expect(page).toHaveURL('/search-results?q=night');
});
