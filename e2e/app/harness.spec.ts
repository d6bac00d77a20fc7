import { expect, test as base, type FrameLocator, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { violations } from '../support/axe.ts';

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

test('a shared address opens what plays, at its position, and follows it', async ({ page, origin }) => {
  await page.goto(
    `${origin}?listener=monthly&player=playing&title=long-book&track=long-book_2&position=125&rate=1.5`,
  );
  const player = appIn(page).getByRole('region', { name: 'Player' });
  await expect(player).toContainText('Chapter 2');
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(player.getByRole('slider', { name: 'Seek' })).toHaveAttribute(
    'aria-valuetext',
    /^2:(0[6-9]|[1-5])/,
  );
  await expect(page).toHaveURL(
    /player=playing&title=long-book&track=long-book_2&position=1(2[6-9]|[3-9]\d)&rate=1.5/,
  );

  await player.getByRole('button', { name: 'Pause' }).click();
  await expect(page).toHaveURL(/player=paused/);
  const address = page.url();
  const position = Number(new URL(address).searchParams.get('position'));
  await page.goto('about:blank');
  await page.goto(address);
  await expect(player.getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(panelOf(page).getByText(/^Player: Chapter 2, paused at /)).toBeVisible();
  expect(Number(new URL(page.url()).searchParams.get('position'))).toBe(position);
  // The position is one to continue at.
  await player.getByRole('button', { name: 'Play' }).click();
  await expect(page).toHaveURL(/player=playing/);
  await expect.poll(() => Number(new URL(page.url()).searchParams.get('position'))).toBeGreaterThan(position);
  expect(Number(new URL(page.url()).searchParams.get('position'))).toBeLessThan(position + 60);

  // Another adapter starts the application again: the same title goes on.
  await panelOf(page).getByRole('combobox', { name: 'KeyValueStore' }).selectOption('IndexedDbStore');
  await expect(page).toHaveURL(/adapter\.KeyValueStore/);
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(player).toContainText('Chapter 2');
  // An address without a player does not get the one that this storage kept.
  await page.goto(`${origin}?listener=monthly&adapter.KeyValueStore=IndexedDbStore`);
  await expect(panelOf(page).getByText(/^Player: empty/)).toBeVisible();
});

test('the browser itself denies the sound of a shared address, until it is tapped', async ({
  page,
  origin,
}) => {
  // A question of the test would count as a gesture, so the page tells by itself what it shows.
  await page.addInitScript(() => {
    const tell = (): void => {
      // oxlint-disable-next-line no-console -- the test waits for this message
      if (document.body?.textContent.includes('Tap to play')) console.info('asks for a tap');
    };
    new MutationObserver(tell).observe(document, { childList: true, subtree: true, characterData: true });
  });
  const asked = page.waitForEvent('console', (message) => message.text() === 'asks for a tap');
  await page.goto(
    `${origin}?listener=monthly&adapter.AudioOutput=HtmlAudioOutput&player=playing&title=quick-listen&position=90`,
  );
  await asked;
  await expect(page).toHaveURL(/player=playing&title=quick-listen&position=90/);
  const player = appIn(page).getByRole('region', { name: 'Player' });
  await player.getByRole('button', { name: 'Play' }).click();
  await expect(player.getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuetext', /^1:3[1-9]/);
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

test('the example of another sound plays here, and passes its suite', async ({ page, origin }) => {
  test.slow();
  await page.goto(`${origin}?listener=monthly&path=/audios/quick-listen&adapter.AudioOutput=WebAudioOutput`);
  const app = appIn(page);
  await app.getByRole('button', { name: 'Play Quick Listen' }).click();
  await expect(app.getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuetext', /^0:0[1-9]/);
  await panelOf(page).getByRole('button', { name: 'Run the suite of WebAudioOutput' }).click();
  const results = panelOf(page).getByRole('region', { name: 'Suite of WebAudioOutput' });
  await expect(results.getByRole('status')).toHaveText('11 passed, 0 failed', { timeout: 60_000 });
});

test('the panel works by keyboard and has no accessibility fault, in both themes', async ({
  page,
  origin,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(origin);
    await expect(appIn(page).getByRole('article', { name: 'Members Only' }).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
  }
  await panelOf(page).getByRole('combobox', { name: 'Speed' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(panelOf(page).getByText('2026-01-05 20:01')).toBeVisible();
});
