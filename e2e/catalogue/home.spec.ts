// Proves APP-7, APP-8, CAT-45.
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/sessions.ts';

const shelf = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('region', { name, exact: true });
const slides = (region: Locator): Locator => region.getByRole('group');
const reachable = (region: Locator): Locator => region.locator('[role="group"]:not([inert])');

test('a carousel shows five slides and moves by five, by its arrows and by keyboard', async ({ openAs }) => {
  const page = await openAs('annual', { reducedMotion: 'reduce', viewport: { width: 1024, height: 900 } });
  await page.goto('/');
  const row = shelf(page, 'New Releases');
  // A wider window shows the slides that come into view.
  await expect(row.locator('article')).toHaveCount(3);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(reachable(row).getByRole('article')).toHaveCount(5);
  await expect(row).toHaveAttribute('aria-roledescription', 'carousel');
  await expect(slides(row).first()).toHaveAttribute('aria-roledescription', 'slide');
  const count = await slides(row).count();
  expect(count).toBeGreaterThan(5);
  await expect(reachable(row)).toHaveCount(5);
  await expect(reachable(row).first()).toHaveAccessibleName(`1 of ${count}`);
  const [previous, next] = [
    row.getByRole('button', { name: 'Previous slides' }),
    row.getByRole('button', { name: 'Next slides' }),
  ];
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(previous).toHaveAttribute('aria-disabled', 'false');
  await expect(reachable(row).first()).toHaveAccessibleName(`${Math.min(6, count - 4)} of ${count}`);
  await expect(next).toBeFocused();

  // It stops at the last slide, and goes back to the first.
  for (let step = 0; step < Math.ceil(count / 5); step += 1) await page.keyboard.press('Enter');
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expect(reachable(row).last()).toHaveAccessibleName(`${count} of ${count}`);
  await previous.focus();
  for (let step = 0; step < Math.ceil(count / 5); step += 1) await page.keyboard.press('Enter');
  await expect(reachable(row).first()).toHaveAccessibleName(`1 of ${count}`);

  for (const width of [1024, 600, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(reachable(row), `${width} px`).toHaveCount(3);
  }
});

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

test('a page that was loaded before it could be rendered is announced like any other', async ({
  openAs,
  allowConsole,
}) => {
  allowConsole(/Service Worker registration blocked/);
  const page = await openAs('annual', { serviceWorkers: 'block' });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/drawing[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  const uncached = [/\/for-you/, /\/user\/content/].map((path) => page.waitForResponse(path));
  await page.goto('/?subscribe', { waitUntil: 'commit' });
  for (const response of await Promise.all(uncached)) await response.finished();
  // Responses are cached after they were returned. So the loader has them all, and the page waits to be rendered.
  const cachedKeys = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('response:')));
  for (const path of ['/browse', '/topics'])
    await expect.poll(cachedKeys).toContainEqual(expect.stringContaining(path));
  release();
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page).toHaveTitle(/^Home · /);
  // The campaign link is handled.
  await expect(page).toHaveURL('/');
});

test('a cover loads when it comes near the view, and a missing cover is replaced', async ({
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

test('a hash scrolls to its target with space above, and Back restores the scroll position', async ({
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

test('a Retry keeps the scroll position, or scrolls to the hash whose target was missing', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  allowConsole(/status of 500/);
  const page = await openAs('annual');
  await provider.faults({ match: { path: '/api/v2/topics' }, status: 500 });
  await page.goto('/');
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
  await retry.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(500);
  await provider.clearFaults();
  await retry.click();
  await expect(shelf(page, 'Browse by Topic').getByRole('link')).toHaveCount(11);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);

  await provider.faults({ match: { path: '/api/v2/content/the-tide-library' }, status: 500 });
  await page.goto('/audios/the-tide-library#tracks');
  await expect(retry).toBeVisible();
  await provider.clearFaults();
  await retry.click();
  const top = async () => Math.round((await shelf(page, 'Chapters').boundingBox())?.y ?? -1);
  await expect.poll(top).toBe(200);
});

test('the page of a preloaded link appears at once with its heading', async ({ openAs }) => {
  const page = await openAs('monthly');
  await page.goto('/');
  const link = shelf(page, 'New Releases').locator('a[href^="/audios/"]').first();
  const title = await link.innerText();
  const path = (await link.getAttribute('href'))?.replace('/audios/', '/content/') ?? '';
  await link.hover();
  // Responses are cached after they were returned.
  const isCached = () =>
    page.evaluate((name) => Object.keys(localStorage).some((key) => key.includes(name)), `${path}"`);
  await expect.poll(isCached).toBe(true);

  await page.evaluate(() => {
    const watched = { isBare: false };
    Reflect.set(globalThis, 'watched', watched);
    new MutationObserver(() => {
      watched.isBare ||= document.querySelector('main h1') === null;
    }).observe(document.body, { childList: true, subtree: true });
  });
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
  expect(await page.evaluate((): unknown => Reflect.get(globalThis, 'watched'))).toEqual({ isBare: false });
});
