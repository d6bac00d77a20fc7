import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/language.ts';
import { test } from '../support/sessions.ts';

const shelf = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('region', { name, exact: true });
const slides = (region: Locator): Locator => region.getByRole('group');
const reachable = (region: Locator): Locator => region.locator('[role="group"]:not([inert])');

test('every click on an arrow counts: before the slider has loaded, while it loads, and while the row moves', async ({
  openAs,
}) => {
  const page = await openAs('annual');
  let isBlocked = true;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/swiper[^/]*\.js$/, async (route) => {
    await released;
    isBlocked = false;
    await route.continue();
  });
  await page.goto('/');
  const row = shelf(page, 'New Releases');
  const [previous, next] = [
    row.getByRole('button', { name: 'Previous slides' }),
    row.getByRole('button', { name: 'Next slides' }),
  ];
  await expect(reachable(row)).toHaveCount(5);
  const count = await slides(row).count();
  expect(count).toBeGreaterThan(10);

  await next.click();
  await expect(previous).toHaveAttribute('aria-disabled', 'false');
  await expect(reachable(row).first()).toHaveAccessibleName(`6 of ${count}`);
  await previous.click();
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  expect(isBlocked).toBe(true);

  // The row is still moving when the slider starts. The slider continues at the row's position.
  await next.click();
  release();
  await expect(row.locator('.swiper-initialized')).toBeVisible();
  await expect(previous).toHaveAttribute('aria-disabled', 'false');
  await expect(reachable(row).first()).toHaveAccessibleName(`6 of ${count}`);
  await previous.click();
  await expect(reachable(row).first()).toHaveAccessibleName(`1 of ${count}`);

  // Two quick clicks move two steps.
  await next.click();
  await next.click();
  await expect(reachable(row).last()).toHaveAccessibleName(`${Math.min(15, count)} of ${count}`);
});

test('a cover loads when it comes near the view, and a missing cover is replaced (CAT-45, CAT-46)', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  await provider.faults({ match: { path: '/media/covers/' }, status: 404 });
  const page = await openAs('free');
  await page.goto('/');
  const first = shelf(page, 'Your Next Listen').locator('img').first();
  await expect(first).toHaveAttribute('src', /cover-missing|^data:image\/svg/);
  const far = shelf(page, 'Quick Listens').locator('img').first();
  await expect(far).toHaveAttribute('src', /^data:image\/gif/);
  await far.scrollIntoViewIfNeeded();
  await expect(far).toHaveAttribute('src', /cover-missing|^data:image\/svg/);
});

test('a hash scrolls to its target with space above, and Back restores the scroll position (APP-7, APP-8, APP-6)', async ({
  openAs,
}) => {
  const page = await openAs('annual');
  const topOf = (region: Locator) => async () => Math.round((await region.boundingBox())?.y ?? -1);
  await page.goto('/');
  await expect(shelf(page, 'Quick Listens')).toBeVisible();
  await page.evaluate(() => {
    let clickedAt = 0;
    const { dataset } = document.documentElement;
    document.addEventListener('click', () => (clickedAt = performance.now()), true);
    const onScroll = () => (dataset['waited'] = String(performance.now() - clickedAt));
    document.addEventListener('scroll', onScroll, { once: true });
  });
  const followsLink = async (name: string) => {
    await page.getByRole('banner').getByRole('button', { name: 'Discover' }).click();
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
  };
  await followsLink('Browse by Category');
  await expect(page).toHaveURL('/#categories');
  await expect.poll(topOf(shelf(page, 'Browse By Category'))).toBe(200);
  const waited = await page.evaluate(() => document.documentElement.dataset['waited']);
  expect(Number(waited)).toBeGreaterThanOrEqual(200);

  // The same link scrolls to its target again. Without a hash the target is the top.
  await page.evaluate(() => window.scrollTo(0, 100));
  await followsLink('Browse by Category');
  await expect.poll(topOf(shelf(page, 'Browse By Category'))).toBe(200);
  await followsLink('Browse All');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 300));
  await page.getByRole('banner').getByRole('link', { name: 'Hark Home', exact: true }).click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await followsLink('Browse by Category');
  await expect.poll(topOf(shelf(page, 'Browse By Category'))).toBe(200);

  const scrolled = await page.evaluate(() => window.scrollY);
  await shelf(page, 'Browse By Category').locator('a[href^="/categories/"]').first().click();
  await expect(page).toHaveURL(/\/categories\//);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);

  // A reload restores the scroll position as well.
  await page.reload();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);

  // A hash without a target leads to the top of its page.
  await page.evaluate(() => {
    history.pushState({}, '', '/audios/the-tide-library#nothing');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByRole('heading', { level: 1, name: 'The Tide Library' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('a failed part retries by itself, and keeps the focus and the scroll position (CAT-15)', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  const page = await openAs('annual');
  await page.clock.install();
  await provider.faults({ match: { path: '/api/v2/topics' }, status: 503 });
  await page.goto('/');
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).focus();
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect(page.locator('main [data-skeleton]')).toHaveCount(0);
  await provider.clearFaults();
  await page.clock.runFor(10_000);
  const topics = page.getByRole('main').getByRole('region', { name: 'Browse by Topic' });
  await expect(topics.getByRole('link')).toHaveCount(11);
  await expect(retry).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(400);
  await expect(page.getByText('The page has loaded.')).toBeAttached();
});
