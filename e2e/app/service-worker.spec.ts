import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { Listener } from '../support/listener.ts';

/** Waits until the service worker rules over the page and has the files of the build. */
async function isKept(page: Page): Promise<void> {
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** What the service worker has kept, by path. */
const kept = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

test('offline the shell opens and says so, shows what is kept, and recovers by itself', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|could not be fetched|was not delivered/);
  const listener = new Listener(page);
  await listener.signsIn('annual');
  await isKept(page);
  await expect(page.getByRole('region', { name: 'New Releases' }).getByRole('article').first()).toBeVisible();
  const answers = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('/browse')));
  await expect.poll(answers, 'the catalogue’s answer is kept').toHaveLength(1);
  await page.goto('/audios/quiet-mind');
  await page.getByRole('main').getByRole('button', { name: 'Play Quiet Mind', exact: true }).click();
  await listener.hears(1);
  await listener.player.getByRole('button', { name: 'Pause', exact: true }).click();
  const place = await listener.position();

  await context.setOffline(true);
  await page.goto('/');
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'New Releases' }).getByRole('article').first()).toBeVisible();
  await expect.poll(() => listener.position()).toBe(place);
  // A screen that was never opened has its code, and says that its data are out of reach.
  await page.getByRole('link', { name: 'See All New Releases' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New Releases' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await expect(page.getByText('You are offline')).toHaveCount(0);
});

test('calls, media and vendors pass it by; pages come from the network first', async ({ page, provider }) => {
  await new Listener(page).signsIn('annual');
  await isKept(page);
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  const paths = await kept(page);
  expect(paths).toContain('/');
  expect(paths.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);

  const through = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.workerStart > 0)
      .map(({ name }) => new URL(name).pathname),
  );
  expect(through.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(0);
  // A worker is asked about everything; what it leaves alone is never answered from what it keeps.
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

test('the app can be installed, under its name and with icons of the sizes that it says', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  await isKept(page);
  const devtools = await context.newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '{}') as {
    readonly name: string;
    readonly icons: readonly { readonly src: string; readonly sizes: string }[];
  };
  expect(manifest.name).toBe('Hark');
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A test's browser keeps nothing, and so installs nothing; that is all it may object to.
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
