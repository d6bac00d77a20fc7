import type { Page } from '@playwright/test';
import { expect } from '../support/language.ts';
import type { Provider } from '../support/provider.ts';
import { test } from '../support/sessions.ts';

/** The most elements of a page, for a list of any length. */
const MOST_NODES = 1_500;

const nodesOf = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length);

type LongList = {
  readonly count: number;
  readonly size: number;
  /** The content type of its items. */
  readonly type: number;
  /** The covers of the items, repeated in order. Without it no item has a cover. */
  readonly covers?: readonly string[];
};

/** Serves a list of `count` made-up items, `size` items in a page. */
async function serveLong(
  provider: Provider,
  path: string,
  { count, size, type, covers }: LongList,
): Promise<void> {
  for (let first = 0; first < count; first += size) {
    const results = Array.from({ length: size }, (_, index) => ({
      id: `made-up-${first + index}`,
      title: `Title ${first + index + 1}`,
      content_type: type,
      url: '/media/audio/a-short-book-about-long-distances.mp3',
      run_time: 60,
      img_url: covers?.[(first + index) % covers.length] ?? null,
    }));
    const next = first + size < count ? first / size + 2 : null;
    await provider.faults({
      match: { path },
      status: 200,
      body: { results, next_page_key: next },
      times: 1,
    });
  }
}

const toEnd = (page: Page): Promise<void> =>
  page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));

test('a list of three thousand titles keeps its page small, can be scrolled to its end, and is restored by Back (CAT-24)', async ({
  openAs,
  provider,
}) => {
  test.slow();
  await serveLong(provider, '/api/v2/new-releases', { count: 3_000, size: 1_000, type: 1 });
  const page = await openAs('annual');
  await page.goto('/new-releases');
  const tiles = page.getByRole('main').getByRole('article');
  await expect(tiles.first()).toBeVisible();
  let most = await nodesOf(page);

  // The next page loads when the end comes near.
  const last = page.getByRole('article', { name: 'Title 3000', exact: true });
  await expect(async () => {
    await toEnd(page);
    most = Math.max(most, await nodesOf(page));
    await expect(last).toBeVisible({ timeout: 250 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: /^Load(ing)? more$/ })).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ has: last })).toHaveAttribute('aria-setsize', '3000');

  // At every scroll position the view shows tiles.
  const missing = await page.evaluate(async () => {
    const height = document.documentElement.scrollHeight;
    let empty = 0;
    let most = 0;
    for (let part = 0; part <= 40; part += 1) {
      window.scrollTo({ top: (height * part) / 40, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
      const seen = [...document.querySelectorAll('main article')].some((tile) => {
        const { top, bottom } = tile.getBoundingClientRect();
        return bottom > 0 && top < window.innerHeight;
      });
      if (!seen) empty += 1;
      most = Math.max(most, document.querySelectorAll('*').length);
    }
    return { empty, most };
  });
  expect(missing.empty, 'scroll positions where the list shows nothing').toBe(0);
  expect(Math.max(most, missing.most), 'nodes in the page').toBeLessThan(MOST_NODES);

  // Back shows the same titles at the same scroll position without a request.
  await page.evaluate(() =>
    window.scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' }),
  );
  const scrollPosition = await page.evaluate(() => window.scrollY);
  const inView = tiles.filter({ visible: true }).first();
  await expect(inView).toBeVisible();
  await provider.forgetCalls();
  await page.getByRole('banner').getByRole('link', { name: 'Library' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'New Releases' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrollPosition);
  expect((await provider.calls()).filter(({ path }) => path === '/api/v2/new-releases')).toEqual([]);
});

test('a fast scroll through a long list shows placeholder tiles, and at rest all tiles are full and in order', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  // A link with the focus preloads the page of its made-up title, which does not exist.
  allowConsole(/404.*made-up/);
  await serveLong(provider, '/api/v2/new-releases', { count: 1_000, size: 1_000, type: 1 });
  const page = await openAs('annual');
  await page.goto('/new-releases');
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '1000');
  await main.getByRole('link', { name: 'Title 1', exact: true }).focus();

  const placeholders = await page.evaluate(async () => {
    for (let row = 0; row < 30; row += 1) {
      window.scrollBy({ top: 300, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
    }
    const tiles = [...document.querySelectorAll('main article')];
    return tiles
      .filter((tile) => tile.querySelector('button') === null)
      .map((tile) => [
        document.getElementById(tile.getAttribute('aria-labelledby') ?? '')?.textContent,
        tile.querySelector('a')?.getAttribute('href'),
        Math.round(tile.getBoundingClientRect().height),
      ]);
  });
  expect(placeholders.length).toBeGreaterThan(0);
  // The focused title has left the view. No other title has got the focus.
  await expect(page.locator('body')).toBeFocused();
  for (const [name, address] of placeholders) {
    expect(name).toMatch(/^Title \d+$/);
    expect(address).toBe(`/audios/made-up-${Number(name?.toString().slice(6)) - 1}`);
  }

  const tiles = main.getByRole('article');
  await expect(tiles.filter({ has: page.getByRole('button', { name: /^Play Title/ }) })).toHaveCount(
    await tiles.count(),
  );
  const heights = await tiles.evaluateAll((all) =>
    all.map((tile) => Math.round(tile.getBoundingClientRect().height)),
  );
  expect(new Set([...heights, ...placeholders.map(([, , height]) => height)]).size, 'heights of tiles').toBe(
    1,
  );
  const order = (): Promise<readonly number[]> =>
    main.getByRole('listitem').evaluateAll((all) => all.map((item) => Number(item.ariaPosInSet)));
  await expect
    .poll(async () => {
      const positions = await order();
      return positions.every((position, at) => at === 0 || position === (positions[at - 1] ?? 0) + 1);
    })
    .toBe(true);

  // The keyboard follows the same order.
  const middle = Number((await order()).at(15));
  await main.getByRole('link', { name: `Title ${middle}`, exact: true }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(main.getByRole('link', { name: `Title ${middle + 1}`, exact: true })).toBeFocused();
  await main.getByRole('button', { name: `Play Title ${middle}`, exact: true }).click();
  await expect(page.getByRole('region', { name: 'Player', exact: true })).toContainText(`Title ${middle}`);
  await main.getByRole('link', { name: `Title ${middle}`, exact: true }).click();
  await expect(page).toHaveURL(`/audios/made-up-${middle - 1}`);
});

test('in a long list no tile shows the cover of another title, and missing covers are replaced (CAT-47)', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  const [slow, missing] = ['/media/covers/item-quiet-mind.webp', '/media/covers/item-nowhere.webp'];
  const covers = [
    '/media/covers/item-the-tide-library.webp',
    slow,
    missing,
    '/media/covers/item-one-bird.webp',
  ];
  // This cover arrives when the list has already scrolled on.
  await provider.faults({ match: { path: slow }, delay_ms: 1_500 });
  await provider.faults({ match: { path: missing }, status: 404 });
  await serveLong(provider, '/api/v2/new-releases', { count: 1_000, size: 1_000, type: 1, covers });
  const page = await openAs('annual');
  await page.goto('/new-releases');
  await expect(page.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '1000');

  /** The titles that show a wrong cover. */
  const wrong = () =>
    page.evaluate((addresses) => {
      const seen = [...document.querySelectorAll<HTMLElement>('main [aria-posinset]')].map((item) => {
        const image = item.querySelector('img');
        const own = addresses[(Number(item.ariaPosInSet) - 1) % addresses.length];
        const isOwn =
          image?.src.endsWith(own ?? '') === true || /cover-missing|^data:/.test(image?.src ?? '');
        // Each cover has an image element of its own, which is empty until the cover has loaded.
        return isOwn ? null : `${item.ariaPosInSet}: ${image?.src}`;
      });
      return seen.filter((each) => each !== null);
    }, covers);
  for (let step = 0; step < 20; step += 1) {
    await page.mouse.wheel(0, 400);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await wrong()).toEqual([]);
  }
  // At rest all covers have loaded or are replaced by the error image.
  const incomplete = () =>
    page
      .locator('main [aria-posinset] img')
      .evaluateAll(
        (all) => all.filter((image) => image instanceof HTMLImageElement && !image.complete).length,
      );
  await expect.poll(incomplete).toBe(0);
  const replaced = page
    .locator('main [aria-posinset] img')
    .and(page.locator('[src*="cover-missing"], [src^="data:"]'));
  await expect.poll(() => replaced.count()).toBeGreaterThan(3);
});
