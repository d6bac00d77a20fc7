import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { waitForServiceWorker } from '../support/downloads.ts';
import { LOCALE } from '../support/language.ts';
import { Listener } from '../support/listener.ts';

/** The paths of the files that the service worker has cached. */
const cachedPaths = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

test('offline the app opens, says so, shows cached data, and recovers by itself', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|could not be fetched|was not delivered/);
  const listener = new Listener(page);
  await listener.signsIn('annual');
  await waitForServiceWorker(page);
  await expect(page.getByRole('region', { name: 'New Releases' }).getByRole('article').first()).toBeVisible();
  const cachedResponses = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('/browse')));
  await expect.poll(cachedResponses, 'the catalogue’s response is cached').toHaveLength(1);
  await page.goto('/audios/quiet-mind');
  await page.getByRole('main').getByRole('button', { name: 'Play Quiet Mind', exact: true }).click();
  await listener.hears(1);
  await listener.player.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(listener.player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const position = await listener.position();

  await context.setOffline(true);
  await page.goto('/');
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'New Releases' }).getByRole('article').first()).toBeVisible();
  await expect.poll(() => listener.position()).toBe(position);
  // A screen that was never opened has its code. It says that its data could not be loaded.
  await page.getByRole('link', { name: 'See All New Releases' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New Releases' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await expect(page.getByText('You are offline')).toHaveCount(0);
});

test('the service worker does not handle calls, media and vendors, and loads pages from the network first', async ({
  page,
  provider,
}) => {
  await new Listener(page).signsIn('annual');
  await waitForServiceWorker(page);
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  const paths = await cachedPaths(page);
  expect(paths).toContain('/');
  // A language other than English is noted for the next version.
  const own = LOCALE === 'en-US' ? ['/'] : ['/', '/language'];
  expect(paths.filter((path) => !own.includes(path) && !path.startsWith('/assets/'))).toEqual([]);

  const through = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.workerStart > 0)
      .map(({ name }) => new URL(name).pathname),
  );
  expect(through.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(0);
  // The worker sees every request. The provider still gets the calls, so the worker did not respond to them.
  const calls = await provider.calls();
  expect(calls.some(({ path }) => path === '/api/v2/user')).toBe(true);

  await provider.forgetCalls();
  await page.reload();
  await expect
    .poll(async () => (await provider.calls()).filter(({ path }) => path === '/').length)
    .toBeGreaterThan(0);
  const assets = (await provider.calls()).filter(({ path }) => path.startsWith('/assets/'));
  expect(assets).toEqual([]);
});

test('the app can be installed, with its name and with icons of the declared sizes (APP-52)', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  await waitForServiceWorker(page);
  const devtools = await context.newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '{}') as {
    readonly name: string;
    readonly icons: readonly { readonly src: string; readonly sizes: string }[];
  };
  expect(manifest.name).toBe('Hark');
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A test's browser is in incognito mode, which cannot install. There must be no other error.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
    [],
  );
  for (const { src, sizes } of manifest.icons.filter(({ sizes }) => sizes !== 'any')) {
    const [width, height] = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight] as const;
    }, src);
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test.describe('a browser that prefers German', () => {
  test.use({ locale: 'de-DE' });

  test('has the language noted for the next version, until it goes back to English (LANG-17)', async ({
    page,
    request,
  }) => {
    await page.goto('/login');
    await waitForServiceWorker(page);
    const noted = () =>
      page.evaluate(async () => (await caches.match('/language', { cacheName: 'language' }))?.text());
    await expect.poll(noted).toBe('de');
    // The version that comes next finds its file by this name.
    const german = async () => (await cachedPaths(page)).find((path) => path.includes('/language-')) ?? '';
    await expect.poll(german).toMatch(/^\/assets\/language-de-/);
    expect(await (await request.get('/service-worker.js')).text()).toContain(await german());
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    await expect.poll(noted).toBeUndefined();
  });
});
