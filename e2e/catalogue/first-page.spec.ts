import type { Page } from '@playwright/test';
import { expect } from '../support/language.ts';
import { test } from '../support/sessions.ts';

/** The left and top edges of the first visible elements that match, in CSS pixels. */
const edgesOf = (page: Page, selectors: readonly string[]): Promise<readonly unknown[]> =>
  page.evaluate(
    (each) =>
      each.map((selector) => {
        const found = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility());
        const box = found?.getBoundingClientRect();
        return box && [Math.round(box.left), Math.round(box.top)];
      }),
    selectors,
  );

const APPLICATION = /\/assets\/index-/;

/** Holds back a file of the application, so that the skeleton stays. */
async function holdFile(page: Page, file: RegExp): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(file, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** The Play button of the first title. */
const firstPlay = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Play / });

// A worker would respond from its own storage.
test.use({ serviceWorkers: 'block', contextOptions: { serviceWorkers: 'block' } });
test.beforeEach(({ allowConsole }) => allowConsole(/Service Worker registration blocked/));

for (const [name, width, height] of [
  ['desktop', 1440, 900],
  ['phone', 390, 844],
] as const) {
  test(`the document shows a skeleton without the application, and nothing moves when it comes (${name}) (APP-59)`, async ({
    openAs,
  }) => {
    const page = await openAs('monthly', { viewport: { width, height } });
    await page.addInitScript(() => {
      Reflect.set(window, 'shifts', 0);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Reflect.set(
            window,
            'shifts',
            Number(Reflect.get(window, 'shifts')) + Number(Reflect.get(entry, 'value')),
          );
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const release = await holdFile(page, APPLICATION);
    await page.goto('/', { waitUntil: 'commit' });
    const covers = page.locator('main [data-kind="audio"] > [data-skeleton]');
    await expect(covers.first()).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(0);
    const skeleton = await edgesOf(page, [
      'header a[href="/"]',
      'header input',
      'main [data-kind="audio"] > [data-skeleton]',
    ]);

    release();
    await expect(
      page
        .getByRole('article')
        .first()
        .getByRole('button', { name: /^Play / }),
    ).toBeVisible();
    expect(await edgesOf(page, ['header a[href="/"]', 'header input', 'main article img'])).toEqual(skeleton);
    await expect(page.locator('[data-page-skeleton]')).toHaveCount(0);
    await expect(page.getByRole('banner')).toHaveCount(1);
    await expect(page.getByRole('main')).toHaveCount(1);
    expect(await page.evaluate(() => Number(Reflect.get(window, 'shifts')))).toBe(0);
  });
}

test('a link of the skeleton works by itself, and no other control can be used (APP-59)', async ({
  openAs,
}) => {
  const page = await openAs('monthly');
  const release = await holdFile(page, APPLICATION);
  await page.goto('/', { waitUntil: 'commit' });
  const header = page.getByRole('banner');
  await expect(header.getByRole('button', { name: 'Discover' })).toBeDisabled();
  await expect(header.getByRole('searchbox')).toBeDisabled();
  await expect(header.getByRole('button', { name: 'Sign Out' })).toHaveCount(0);
  await header.getByRole('link', { name: 'Library' }).click();
  await expect(page).toHaveURL('/library');
  await expect(page.locator('main [data-skeleton]:visible')).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the document requests React DOM 300 ms after the other files (APP-75)', async ({ openAs }) => {
  const page = await openAs('monthly');
  await page.clock.install();
  // While the application is held back, it cannot request React DOM itself.
  await holdFile(page, APPLICATION);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const libraries = page.waitForResponse(/\/assets\/libraries-/);
  const user = page.waitForResponse(/\/api\/v2\/user$/);
  await page.goto('/', { waitUntil: 'commit' });
  await Promise.all([libraries, user]);
  await page.clock.runFor(299);
  expect(await page.locator('#renderer').getAttribute('rel')).toBeNull();

  const react = page.waitForRequest(/\/assets\/react-dom-/);
  await page.clock.runFor(1);
  await react;
});

test('the covers of the first shelf load while React loads (APP-75)', async ({ openAs }) => {
  const page = await openAs('monthly');
  const release = await holdFile(page, /\/assets\/react-dom-/);
  const loading: string[] = [];
  page.on('request', (request) => loading.push(request.url()));
  const cover = page.waitForResponse(/\/media\/covers\//);
  await page.goto('/', { waitUntil: 'commit' });
  await cover;
  await expect(page.getByRole('article')).toHaveCount(0);
  const early = [...loading];
  release();
  expect(early).toContain(await page.locator('main article img').first().getAttribute('src'));
});

test('a visitor sees the header of a visitor', async ({ openAs }) => {
  const visitor = await openAs(null);
  await holdFile(visitor, APPLICATION);
  await visitor.goto('/', { waitUntil: 'commit' });
  await expect(visitor.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(visitor.getByRole('banner').getByRole('link', { name: 'Library' })).toHaveCount(0);
});

test('a slow catalogue does not keep the application from loading', async ({ openAs }) => {
  const page = await openAs('monthly');
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v2/browse', async (route) => {
    await released;
    await route.fallback();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  release();
  await expect(firstPlay(page)).toBeVisible();
});

test('a host whose policy does not name the inline style gets the same page', async ({
  openAs,
  allowConsole,
}) => {
  allowConsole(/Applying inline style violates|style-src-elem/);
  const page = await openAs('monthly');
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const policy = (response.headers()['content-security-policy'] ?? '').replace(
      /style-src [^;]*;/,
      "style-src 'self';",
    );
    await route.fulfill({
      response,
      headers: { ...response.headers(), 'content-security-policy': policy },
    });
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(firstPlay(page)).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky');
});
