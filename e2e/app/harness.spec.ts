import type { FrameLocator, Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { expect, test as base } from '../support/language.ts';

const configFile = fileURLToPath(new URL('../../vite.harness.config.ts', import.meta.url));

/** The built harness behind a host of static files. */
const test = base.extend<object, { readonly origin: string }>({
  origin: [
    async ({}, use) => {
      const outDir = mkdtempSync(join(tmpdir(), 'harness-'));
      await build({ configFile, logLevel: 'error', build: { outDir } });
      const server = await preview({
        configFile,
        logLevel: 'error',
        build: { outDir },
        preview: { host: '127.0.0.1', port: 0 },
      });
      const [origin] = server.resolvedUrls?.local ?? [];
      if (origin === undefined) throw new Error('The harness has no address.');
      await use(origin);
      await server.close();
      rmSync(outDir, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const appIn = (page: Page): FrameLocator => page.frameLocator('iframe[title="Application"]');
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Harness' });

test('a shared address shows its state, and a tile changes when its window ends', async ({
  page,
  origin,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(
    `${origin}?listener=monthly&at=2026-01-05T20:05:00Z&speed=0&purchase=comes-soon&path=/new-releases`,
  );
  const app = appIn(page);
  await expect(app.getByRole('heading', { level: 1, name: 'New Releases' })).toBeVisible();
  const leaving = app.getByRole('article', { name: 'Leaves Soon' });
  await expect(leaving.getByRole('button', { name: 'Play Leaves Soon' })).toBeVisible();
  // It was purchased, so it plays before its window opens.
  await expect(app.getByRole('button', { name: 'Play Comes Soon' })).toBeVisible();

  await panelOf(page).getByRole('button', { name: 'Skip 10 minutes' }).click();
  await expect(leaving.getByRole('img', { name: 'Locked' })).toBeVisible();
  await expect(page).toHaveURL(/at=2026-01-05T20%3A15%3A00/);

  // The address of now leads to the same state in another page.
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await expect(leaving.getByRole('img', { name: 'Locked' })).toBeVisible();
  await expect(app.getByRole('button', { name: 'Play Comes Soon' })).toBeVisible();
  expect(requests.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([]);
});

test('membership, windows and faults change the running application', async ({ page, origin }) => {
  await page.goto(`${origin}?path=/audios/members-only`);
  const app = appIn(page);
  const panel = panelOf(page);
  await app.getByRole('button', { name: 'Play Members Only' }).click();
  const offer = app.getByRole('dialog', { name: 'Unlock every audio now!' });
  await offer.getByRole('button', { name: 'Close' }).click();

  await panel.getByRole('combobox', { name: 'Membership' }).selectOption('annual');
  await app.getByRole('button', { name: 'Play Members Only' }).click();
  await expect(
    app.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' }),
  ).toBeVisible();
  await panel.getByText(/^Calls/).click();
  await expect(panel.getByText('playback.tokenize').first()).toBeVisible();

  await panel.getByRole('combobox', { name: 'Sound' }).selectOption('fails');
  await expect(app.getByRole('alert').getByText('The audio could not be loaded')).toBeVisible();

  await panel.getByRole('combobox', { name: 'Network' }).selectOption('failing');
  await panel.getByRole('combobox', { name: 'Sound' }).selectOption('plays');
  await app.getByRole('link', { name: 'Hark Home' }).click();
  await expect(app.getByText('There was a problem retrieving the catalog.')).toBeVisible();

  await panel.getByRole('combobox', { name: 'Network' }).selectOption('online');
  await expect(app.getByRole('article', { name: 'Members Only' }).first()).toBeVisible();
  await panel
    .getByRole('group', { name: 'Members Only is available' })
    .getByLabel('till')
    .fill('2026-01-05T19:00');
  await expect(
    app.getByRole('article', { name: 'Members Only' }).first().getByRole('img', { name: 'Locked' }),
  ).toBeVisible();
});

test('an adapter is swapped, and its contract suite runs in the page', async ({ page, origin }) => {
  await page.goto(`${origin}?listener=monthly`);
  const panel = panelOf(page);
  await panel.getByRole('combobox', { name: 'KeyValueStore' }).selectOption('IndexedDbStore');
  await expect(page).toHaveURL(/adapter\.KeyValueStore=IndexedDbStore/);
  await expect(appIn(page).getByRole('article', { name: 'Members Only' }).first()).toBeVisible();
  await panel.getByRole('button', { name: 'Run the suite of IndexedDbStore' }).click();
  const results = panel.getByRole('region', { name: 'Suite of IndexedDbStore' });
  await expect(results.getByRole('status')).toHaveText('7 passed, 0 failed');
});
