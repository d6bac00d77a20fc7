import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '../fixtures.ts';
import { FeedHost } from '../support/feed-host.ts';
import { Listener } from '../support/listener.ts';
import { Provider } from '../support/provider.ts';

/**
 * The same build with a changed configuration document, as a host may do: content from a feed on another origin, and
 * storage in IndexedDB.
 */
const test = base.extend<object, { readonly feedHost: FeedHost }>({
  feedHost: [
    async ({}, use) => {
      const host = await FeedHost.start();
      await use(host);
      await host.stop();
    },
    { scope: 'worker' },
  ],

  provider: [
    async ({ feedHost }, use) => {
      const dist = await mkdtemp(join(tmpdir(), 'feeds-'));
      await cp(process.env['TEST_DIST'] ?? 'dist', dist, { recursive: true });
      const page = join(dist, 'index.html');
      const chosen = { feeds: [feedHost.feed], mediaOrigins: [feedHost.origin], storage: 'indexeddb' };
      const html = await readFile(page, 'utf8');
      const rewritten = html.replace(/(?<=id="configuration"[^>]*>)[^<]*/, (json) =>
        JSON.stringify({ ...(JSON.parse(json) as object), ...chosen }),
      );
      await writeFile(page, rewritten);
      const provider = await Provider.start(dist);
      await use(provider);
      await provider.stop();
      await rm(dist, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 150_000 },
  ],
});

test('the same build plays podcast feeds and stores the listener’s data in this browser', async ({
  page,
  provider,
}) => {
  test.slow();
  const listener = new Listener(page);
  const main = page.getByRole('main');
  await listener.signsIn('free');

  // Home shows what feeds have, and nothing that they lack.
  await expect(main.getByRole('region', { name: 'New Releases' })).toBeVisible();
  await expect(main.getByRole('region', { name: 'Trending Now' }).getByRole('article')).toHaveCount(0);
  await expect(main.getByRole('region', { name: 'Discounted Audios' })).toHaveCount(0);
  await expect(main.getByText('Leisure', { exact: true })).toBeVisible();
  const cover = main.getByRole('article', { name: 'Evening Walks' }).locator('img').first();
  await expect
    .poll(() => cover.evaluate((image) => Reflect.get(image, 'naturalWidth') as number))
    .toBeGreaterThan(0);

  await page.getByRole('searchbox', { name: 'Search' }).fill('evening walks');
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
  await main.getByRole('link', { name: 'Evening Walks' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Evening Walks' })).toBeVisible();
  await main.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(main.getByRole('button', { name: 'Follow', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  const episodes = main.getByRole('region', { name: 'Episodes' });
  await episodes.getByRole('button', { name: 'Play Towpath walk 7', exact: true }).click();
  await listener.hears(2);
  await listener.player.getByRole('button', { name: 'Pause', exact: true }).click();
  expect(await page.evaluate((): unknown => Reflect.get(globalThis, 'stolen'))).toBeUndefined();

  // A reload keeps the data, and no call went to the product API.
  await page.goto('/recently-listened');
  await main.getByRole('link', { name: 'Towpath walk 7' }).first().click();
  await expect(main.getByText('2 chapters')).toBeVisible();
  await page.goto('/favorite-podcasts');
  await expect(main.getByRole('link', { name: 'Evening Walks' }).first()).toBeVisible();
  const calls = await provider.calls();
  expect(calls.filter(({ path }) => path.startsWith('/api/'))).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});
