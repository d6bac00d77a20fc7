import { expect, type Page, type Route } from '@playwright/test';
import { test } from '../support/sessions.ts';

/** The parts of the page that the first frame and the application both show. */
const PARTS = [
  'header:not(section header) > div > a',
  'header nav button',
  'header nav > a',
  'header input',
  'main h1',
  'main section:first-of-type h2',
  'main section:first-of-type header button',
  'main section:first-of-type header a',
  'main section:first-of-type article',
  'main section:first-of-type article h3 a',
  'main section:first-of-type article img',
];

type Part = { readonly name: string; readonly box: readonly number[] };

/** The names and boxes of the visible parts, in CSS pixels. */
const partsOf = (page: Page): Promise<readonly Part[]> =>
  page.evaluate(
    (parts) =>
      parts.flatMap((part) =>
        [...document.querySelectorAll<HTMLElement>(part)]
          .filter((each) => each.checkVisibility() && each.closest('[inert]') === null)
          .filter((each) => each.getBoundingClientRect().right <= innerWidth)
          .map((each) => {
            const { x, y, width, height } = each.getBoundingClientRect();
            return { name: `${part} ${each.innerText.split('\n')[0]}`, box: [x, y, width, height] };
          }),
      ),
    PARTS,
  );

/** The parts that differ in name, or by more than a pixel. */
const differences = (one: readonly Part[], other: readonly Part[]): readonly unknown[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, at) => [one[at], other[at]]).filter(
    ([before, after]) =>
      before?.name !== after?.name ||
      before?.box.some((value, side) => Math.abs(value - (after?.box[side] ?? Infinity)) > 1),
  );

/** Holds back the application's code, so that the first frame stays. */
async function holdApplication(page: Page): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/(?:index|started)-/, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

const firstTile = (page: Page) => page.getByRole('main').getByRole('article').first();

// A worker would answer from its own storage.
test.use({ serviceWorkers: 'block', contextOptions: { serviceWorkers: 'block' } });
test.beforeEach(({ allowConsole }) => allowConsole(/Service Worker registration blocked/));

for (const [name, width, height] of [
  ['desktop', 1440, 900],
  ['tablet', 820, 1100],
  ['phone', 390, 844],
] as const) {
  test(`the document shows the first tiles without the application, in the same places (${name})`, async ({
    openAs,
  }) => {
    const page = await openAs('monthly', { viewport: { width, height } });
    const release = await holdApplication(page);
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await expect(firstTile(page).getByRole('link')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Play / })).toHaveCount(0);
    const framed = await partsOf(page);

    release();
    await expect(firstTile(page).getByRole('button', { name: /^Play / })).toBeVisible();
    expect(differences(framed, await partsOf(page))).toEqual([]);
    expect(framed.length).toBeGreaterThan(15);
    await expect(page.getByRole('banner')).toHaveCount(1);
    await expect(page.getByRole('main')).toHaveCount(1);
  });
}

test('a tile that is used before the application has loaded opens without another page load', async ({
  openAs,
}) => {
  const page = await openAs('monthly');
  const release = await holdApplication(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.evaluate(() => Reflect.set(window, 'isSamePage', true));
  const link = firstTile(page).getByRole('link');
  const title = await link.innerText();
  await link.click();
  await expect(link).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage') as unknown)).toBe(true);
});

test('a button that is used before the application has loaded does its work afterwards', async ({
  openAs,
}) => {
  const page = await openAs('monthly');
  const release = await holdApplication(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Discover' }).click();
  release();
  await expect(page.getByRole('button', { name: 'Discover' })).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('link', { name: 'New Releases', exact: true })).toBeVisible();
});

test('focus and typed text stay when the application takes over', async ({ openAs }) => {
  const page = await openAs('monthly');
  const release = await holdApplication(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('quiet');
  release();
  await expect(firstTile(page).getByRole('button', { name: /^Play / })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search-results?q=quiet');
});

test('a click with a modifier key is left to the browser', async ({ openAs }) => {
  const page = await openAs('monthly');
  const release = await holdApplication(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  const opened = page.context().waitForEvent('page');
  await firstTile(page)
    .getByRole('link')
    .click({ modifiers: ['ControlOrMeta'] });
  await (await opened).close();
  release();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('Sign Out is not offered before it works, and a visitor sees the header of a visitor', async ({
  openAs,
}) => {
  const page = await openAs('monthly');
  await holdApplication(page);
  await page.goto('/library', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('banner').getByRole('link', { name: 'Library' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);

  const visitor = await openAs(null);
  await holdApplication(visitor);
  await visitor.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(visitor.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(visitor.getByRole('banner').getByRole('link', { name: 'Library' })).toHaveCount(0);
});

test('markup in a title is shown as text', async ({ openAs }) => {
  const page = await openAs('monthly');
  await holdApplication(page);
  const title = '<img src=x onerror=alert(1)>';
  const hostile = { id: 'one', title, img_url: 'javascript:alert(1)', author_info: [{ name: title }] };
  const answer = (body: unknown) => async (route: Route) => route.fulfill({ json: body });
  await page.route('**/api/v2/user/content/?*', answer({ results: [hostile], next_page_key: null }));
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  await expect(firstTile(page).locator('img')).not.toHaveAttribute('src');
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
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  release();
  await expect(firstTile(page).getByRole('button', { name: /^Play / })).toBeVisible();
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
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(firstTile(page).getByRole('button', { name: /^Play / })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky');
});
