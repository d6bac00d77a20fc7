import { expect, test } from '../fixtures.ts';
import { Listener } from '../support/listener.ts';

// A service worker keeps the files of the tab's own build. These tests are about browsers without them.
test.use({ serviceWorkers: 'block' });

test('if a deployment removed the code of a screen, the page reloads once at the same address and the player keeps its position (APP-53)', async ({
  page,
  context,
  provider,
  allowConsole,
}) => {
  allowConsole(
    /Service Worker registration blocked|status of 404|Failed to fetch dynamically imported module/,
  );
  const listener = new Listener(page);
  await listener.signsIn('annual');
  await page.goto('/audios/quiet-mind');
  await page.getByRole('main').getByRole('button', { name: 'Play Quiet Mind', exact: true }).click();
  await listener.hears(2);
  const heard = await listener.position();

  // The host has another build now: the page names another entry, and the old chunks do not exist.
  let loads = 0;
  await context.route('**/*', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'document') loads += 1;
    if (pathname.startsWith('/assets/browsing-')) {
      return loads === 0 ? route.fulfill({ status: 404, body: '' }) : route.fallback();
    }
    if (pathname !== '/' || request.resourceType() === 'document') return route.fallback();
    const response = await route.fetch();
    const html = (await response.text()).replace(/\/assets\/index-[^"]+\.js/, '/assets/index-newer.js');
    return route.fulfill({ response, body: html });
  });
  await page.getByRole('banner').getByRole('link', { name: 'Library' }).click();

  await expect.poll(() => loads).toBe(1);
  await expect(page).toHaveURL('/library');
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  await expect(listener.player).toBeVisible();
  expect(await listener.position()).toBeGreaterThanOrEqual(Math.floor(heard));
  expect(loads).toBe(1);
  expect((await provider.calls()).some(({ path }) => path === '/api/v2/library')).toBe(true);
});

test('a screen whose code cannot be fetched shows an error, and the sound goes on (APP-54)', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/Service Worker registration blocked|net::ERR_|Failed to fetch dynamically imported module/);
  const listener = new Listener(page);
  await listener.signsIn('annual');
  await page.goto('/audios/quiet-mind');
  await page.getByRole('main').getByRole('button', { name: 'Play Quiet Mind', exact: true }).click();
  await listener.hears(1);

  await context.route(
    (url) => url.pathname.startsWith('/assets/browsing-') || url.pathname === '/',
    (route) => route.abort(),
  );
  await page.getByRole('banner').getByRole('link', { name: 'Library' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await listener.hears(1);

  await context.unrouteAll();
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  await listener.hears(1);
});

test('a screen that throws an error stops neither the player nor the sound (APP-54)', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(
    /broken on purpose|The above error occurred|error boundary|Service Worker registration blocked/i,
  );
  const listener = new Listener(page);
  await listener.signsIn('annual');
  await page.goto('/audios/quiet-mind');
  await page.getByRole('main').getByRole('button', { name: 'Play Quiet Mind', exact: true }).click();
  await listener.hears(1);
  await context.route(
    (url) => url.pathname.startsWith('/assets/browsing-'),
    (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export function ListScreen() { throw new Error("broken on purpose"); }',
      }),
  );
  await page.getByRole('banner').getByRole('link', { name: 'Library' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await listener.hears(1);
  await page.getByRole('banner').getByRole('link', { name: 'Hark Home', exact: true }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await listener.hears(1);
});

for (const file of ['index', 'react-dom']) {
  test(`a first visit without the file ${file} shows an error, and Retry loads the page (APP-55)`, async ({
    page,
    context,
    allowConsole,
  }) => {
    allowConsole(
      /net::ERR_|status of 404|Failed to fetch dynamically imported module|Service Worker registration blocked/,
    );
    await context.route(
      ({ pathname }) => pathname.startsWith(`/assets/${file}-`) && pathname.endsWith('.js'),
      (route) => (file === 'index' ? route.fulfill({ status: 404, body: '' }) : route.abort()),
    );
    await page.goto('/');
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('Check your connection');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be loaded');
    await expect(page.getByRole('banner')).toHaveCount(0);

    await context.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(alert).toBeHidden();
  });
}
