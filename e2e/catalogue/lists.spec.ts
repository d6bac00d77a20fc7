import { expect, type Page } from '@playwright/test';
import type { Provider } from '../support/provider.ts';
import { test } from '../support/sessions.ts';

/** What a page may hold at most, however long its list is. */
const MOST_NODES = 1_500;

const nodesOf = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length);

type LongList = {
  readonly count: number;
  readonly size: number;
  /** The content type of its items. */
  readonly type: number;
  /** Which of its pages keeps the listener waiting, counted from 1. */
  readonly slowPage?: number;
  /** The addresses of its items' covers, in turns; none have any where there is none. */
  readonly covers?: readonly string[];
};

/** Answers a list's calls page by page with `size` made-up items each, until `count` have been sent. */
async function serveLong(
  provider: Provider,
  path: string,
  { count, size, type, slowPage, covers }: LongList,
): Promise<void> {
  for (let first = 0; first < count; first += size) {
    const results = Array.from({ length: size }, (_, place) => ({
      id: `made-up-${first + place}`,
      title: `Title ${first + place + 1}`,
      content_type: type,
      url: '/media/audio/the-ferry-timetable.mp3',
      run_time: 60,
      img_url: covers?.[(first + place) % covers.length] ?? null,
    }));
    const next = first + size < count ? first / size + 2 : null;
    await provider.faults({
      match: { path },
      status: 200,
      body: { results, next_page_key: next },
      times: 1,
      ...(first / size + 1 === slowPage && { delay_ms: 2_000 }),
    });
  }
}

const toEnd = (page: Page): Promise<void> =>
  page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));

test('ten thousand titles: a page that stays small, keeps its end in reach, and is there again on Back', async ({
  openAs,
  provider,
}) => {
  test.slow();
  await serveLong(provider, '/api/v2/new-releases', { count: 10_000, size: 1_000, type: 1 });
  const page = await openAs('annual');
  await page.goto('/new-releases');
  const tiles = page.getByRole('main').getByRole('article');
  await expect(tiles.first()).toBeVisible();
  let most = await nodesOf(page);

  // Page after page comes as the end comes near.
  const last = page.getByRole('article', { name: 'Title 10000', exact: true });
  await expect(async () => {
    await toEnd(page);
    most = Math.max(most, await nodesOf(page));
    await expect(last).toBeVisible({ timeout: 250 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: /^Load(ing)? more$/ })).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ has: last })).toHaveAttribute('aria-setsize', '10000');

  // All the way through: what is in view is always there.
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
  expect(missing.empty, 'places where the list shows nothing').toBe(0);
  expect(Math.max(most, missing.most), 'nodes in the page').toBeLessThan(MOST_NODES);

  // The way back leads to the same titles at the same place, with nothing asked for again.
  await page.evaluate(() =>
    window.scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' }),
  );
  const place = await page.evaluate(() => window.scrollY);
  const inView = tiles.filter({ visible: true }).first();
  await expect(inView).toBeVisible();
  await provider.forgetCalls();
  await page.getByRole('banner').getByRole('link', { name: 'Library' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'New Releases' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  expect((await provider.calls()).filter(({ path }) => path === '/api/v2/new-releases')).toEqual([]);
});

test('a fling through a long list shows titles and links, and where it rests every tile plays, in its order', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  // Pages of made-up titles are prepared where a link has the focus.
  allowConsole(/404.*made-up/);
  await serveLong(provider, '/api/v2/new-releases', { count: 1_000, size: 1_000, type: 1 });
  const page = await openAs('annual');
  await page.goto('/new-releases');
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '1000');
  await main.getByRole('link', { name: 'Title 1', exact: true }).focus();

  const light = await page.evaluate(async () => {
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
  expect(light.length).toBeGreaterThan(0);
  // What had the focus is gone, and none that took its place has it.
  await expect(page.locator('body')).toBeFocused();
  for (const [name, address] of light) {
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
  expect(new Set([...heights, ...light.map(([, , height]) => height)]).size, 'heights of tiles').toBe(1);
  const order = (): Promise<readonly number[]> =>
    main.getByRole('listitem').evaluateAll((all) => all.map((item) => Number(item.ariaPosInSet)));
  await expect
    .poll(async () => {
      const places = await order();
      return places.every((place, at) => at === 0 || place === (places[at - 1] ?? 0) + 1);
    })
    .toBe(true);

  // The keyboard goes on in the same order.
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

test('in a long list no cover ever stands for another title, and one that cannot be had is replaced', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  const [late, missing] = ['/media/covers/item-quiet-mind.svg', '/media/covers/item-nowhere.svg'];
  const covers = [
    '/media/covers/item-the-tide-library.svg',
    late,
    missing,
    '/media/covers/item-one-bird.svg',
  ];
  // So late that the list has moved on.
  await provider.faults({ match: { path: late }, delay_ms: 1_500 });
  await provider.faults({ match: { path: missing }, status: 404 });
  await serveLong(provider, '/api/v2/new-releases', { count: 1_000, size: 1_000, type: 1, covers });
  const page = await openAs('annual');
  await page.goto('/new-releases');
  await expect(page.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '1000');

  /** The titles whose cover is seen although it is not theirs. */
  const wrong = () =>
    page.evaluate((addresses) => {
      const seen = [...document.querySelectorAll<HTMLElement>('main [aria-posinset]')].map((item) => {
        const image = item.querySelector('img');
        const own = addresses[(Number(item.ariaPosInSet) - 1) % addresses.length];
        const isOwn =
          image?.src.endsWith(own ?? '') === true || /cover-missing|^data:/.test(image?.src ?? '');
        const isBlank = image?.checkVisibility({ visibilityProperty: true }) === false;
        return isBlank || (isOwn && image?.complete === true) ? null : `${item.ariaPosInSet}: ${image?.src}`;
      });
      return seen.filter((each) => each !== null);
    }, covers);
  for (let step = 0; step < 20; step += 1) {
    await page.mouse.wheel(0, 400);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await wrong()).toEqual([]);
  }
  // At rest all have come, or say that they cannot.
  const hidden = () =>
    page
      .locator('main [aria-posinset] img')
      .evaluateAll(
        (all) => all.filter((image) => !image.checkVisibility({ visibilityProperty: true })).length,
      );
  await expect.poll(hidden).toBe(0);
  const replaced = page
    .locator('main [aria-posinset] img')
    .and(page.locator('[src*="cover-missing"], [src^="data:"]'));
  await expect.poll(() => replaced.count()).toBeGreaterThan(3);
});

test('"Load more" goes on by the keyboard alone, and leaves the focus where it was', async ({
  openAs,
  provider,
}) => {
  await serveLong(provider, '/api/v2/new-releases', { count: 400, size: 200, type: 1 });
  const page = await openAs('annual');
  await page.goto('/new-releases');
  const more = page.getByRole('button', { name: /^Load(ing)? more$/ });
  await expect(more).toBeVisible();
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(more).toHaveCount(0);
  await expect(page.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '400');
});

test('a podcast of three thousand episodes opens with its first, and gathers the others by itself', async ({
  openAs,
  provider,
}) => {
  const page = await openAs('annual');
  await serveLong(provider, '/api/v2/podcast-episodes/', { count: 3_000, size: 500, type: 4, slowPage: 2 });
  await page.goto('/audios/a-word-a-day');
  const episodes = page.getByRole('region', { name: 'Episodes', exact: true });
  await expect(episodes.getByRole('button', { name: 'Play Title 1', exact: true })).toBeVisible();
  // The page that follows keeps the others waiting: how many there are is not known yet.
  await expect(episodes.getByText('3000', { exact: true })).toHaveCount(0);
  await expect(episodes.getByText('3000', { exact: true })).toBeVisible();
  expect(await nodesOf(page)).toBeLessThan(MOST_NODES);
  await toEnd(page);
  await expect(episodes.getByRole('button', { name: 'Play Title 3000', exact: true })).toBeVisible();
  expect(await nodesOf(page)).toBeLessThan(MOST_NODES);
});

test('an empty list says what to do next, and leads there', async ({ openAs }) => {
  const page = await openAs('free');
  for (const [path, link] of [
    ['/library', '/'],
    ['/purchased', '/'],
    ['/recently-listened', '/'],
    ['/favorites', '/new-releases'],
    ['/favorite-podcasts', '/trending'],
    ['/favorite-curated-collections', '/curated-collections'],
    ['/favorite-authors', '/authors'],
  ] as const) {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.locator('section a'), path).toHaveAttribute('href', link);
    await expect(main.getByRole('article')).toHaveCount(0);
  }
  await page.goto('/search-results?q=zzzzqqq');
  await expect(page.getByRole('main').getByText('Nothing was found for “zzzzqqq”.')).toBeVisible();
  await page.goto('/search-results');
  await expect(page.getByRole('main').getByText(/Type a title/)).toBeVisible();
});

test('the search box looks everywhere, also for the words that a category was searched for', async ({
  openAs,
}) => {
  const page = await openAs('free');
  await page.goto('/search-results/Fiction?q=true');
  await expect(page.getByRole('heading', { level: 1, name: 'Fiction' })).toBeVisible();
  const box = page.getByRole('banner').getByRole('searchbox', { name: 'Search' });
  await expect(box).toHaveValue('true');
  await box.press('Enter');
  await expect(page).toHaveURL('/search-results?q=true');
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “true”' })).toBeVisible();
  // The same words again, and none at all, lead to no page that Back would have to pass.
  await box.press('Enter');
  await box.fill('');
  await box.press('Enter');
  await box.fill('50% off #1');
  await box.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “50% off #1”' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “true”' })).toBeVisible();
  await expect(box).toHaveValue('true');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Fiction' })).toBeVisible();
});

test('a favourite is the same on every tile of its title at once, once it is saved', async ({
  openAs,
  provider,
}) => {
  const page = await openAs('trial');
  await page.goto('/audios/the-tide-library');
  const save = page.getByRole('main').getByRole('button', { name: 'Save', exact: true });
  await expect(save).toHaveAttribute('aria-pressed', 'false');
  await provider.faults({
    match: { method: 'POST', path: '/api/v2/favorites/content' },
    delay_ms: 2_000,
    times: 1,
  });
  await save.click();
  // Both at one moment: the save does not wait for the second look.
  await expect(save.and(page.locator('[aria-busy="true"][aria-pressed="false"]'))).toBeVisible();
  await expect(save).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('searchbox', { name: 'Search' }).fill('tide library');
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
  const tile = page.getByRole('main').getByRole('article', { name: 'The Tide Library', exact: true }).first();
  await expect(tile.getByRole('img', { name: 'In your favorites' })).toBeVisible();
});
