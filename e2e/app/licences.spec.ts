import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listedIn, NOTICES, shippedIn, shippedInAll } from '../../scripts/lib/licences.mjs';
import { expect, test } from '../fixtures.ts';
import { Listener } from '../support/listener.ts';

const dist = process.env['TEST_DIST'] ?? 'dist';
const NAME = 'third-party-notices';

test('a build has the notices of all its packages, and the list of licences names the same packages', async ({
  request,
}) => {
  const response = await request.get(`/${NAME}.txt`, { headers: { accept: 'text/html' } });
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const notices = await response.text();
  const listed = listedIn(await readFile('docs/licences.md', 'utf8'));
  expect(shippedIn(notices).length).toBeGreaterThan(20);
  const all = await Promise.all(NOTICES.map((name) => readFile(join(dist, name), 'utf8')));
  expect(shippedInAll(all), 'run "npm run licences"').toEqual(listed);
  // The source maps also name the packages.
  const assets = join(dist, 'assets');
  const maps = (await readdir(assets)).filter((name) => name.endsWith('.map'));
  const sources = await Promise.all(maps.map(async (name) => readFile(join(assets, name), 'utf8')));
  // Code that a package was built with, and that lies in its `dist`, counts as that package.
  const named = sources.flatMap((text) =>
    (JSON.parse(text) as { readonly sources: readonly string[] }).sources.flatMap((source) => [
      ...source
        .replaceAll('/dist/node_modules/', '/dist/')
        .matchAll(/.*node_modules\/((?:@[^/]+\/)?[^/]+)\//g),
    ]),
  );
  expect(named.length).toBeGreaterThan(100);
  const names = new Set(named.map(([, name]) => name));
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]));
});

test('no page loads the notices, and the service worker does not cache them', async () => {
  const scripts = ['index.html', 'service-worker.js'].map((name) => readFile(join(dist, name), 'utf8'));
  for (const text of await Promise.all(scripts)) expect(text).not.toContain(NAME);
});

test('the account page ends with a link to the notices (ACC-7)', async ({ page, context }) => {
  await new Listener(page).signsIn('annual');
  await page.goto('/account');
  const opened = context.waitForEvent('page');
  await page.getByRole('main').getByRole('link', { name: 'Licences' }).click();
  await expect((await opened).locator('body')).toContainText('Third-party notices');
});
