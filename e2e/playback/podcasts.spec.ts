import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { FeedHost } from '../support/feed-host.ts';
import { Listener } from '../support/listener.ts';
import { OwnStudio } from '../support/own-studio.ts';

// Proves PLAY-120, PLAY-121, PLAY-124, PROG-88, PROG-89, PROG-90 and STU-46.

const studio = new OwnStudio();
let host: FeedHost;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  [host] = await Promise.all([FeedHost.start(), studio.start()]);
});

test.afterAll(async () => {
  await Promise.all([host.stop(), studio.stop()]);
});

test('podcasts from an OPML file: followed, in their order, marked, with skips and a speed of their own', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  await studio.open(page);
  const feeds = page.getByRole('region', { name: 'Feeds' });
  const outline = (path: string) => `<outline type="rss" text="Walks" xmlUrl="${host.origin}${path}"/>`;
  await feeds.getByLabel('OPML file').setInputFiles({
    name: 'podcasts.opml',
    mimeType: 'text/x-opml',
    buffer: Buffer.from(
      `<opml version="2.0"><body>${outline('/missing.xml')}<outline text="Group">${outline('/feed.xml')}</outline></body></opml>`,
    ),
  });
  const report = feeds.getByRole('group', { name: 'Imported podcasts' });
  await expect(report).toContainText('2 of 2 podcasts');
  await expect(report.getByRole('listitem').filter({ hasText: 'Added: Evening Walks' })).toHaveCount(1);
  await expect(report.getByRole('listitem').filter({ hasText: /Not added: .*404/u })).toHaveCount(1);
  const saved = page.waitForEvent('download');
  await feeds.getByRole('button', { name: 'Export OPML' }).click();
  const opml = readFileSync(await (await saved).path(), 'utf8');
  expect(opml).toContain(`xmlUrl="${host.origin}/feed.xml"`);
  expect(opml).not.toContain('missing.xml');

  await page.goto(`${studio.origin}/search-results?q=Evening+Walks`);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Evening Walks', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Evening Walks' })).toBeVisible();
  await main.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(main.getByRole('button', { name: 'Follow', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  const episodes = page.getByRole('region', { name: 'Episodes' });
  await expect(episodes.getByRole('heading', { level: 3 })).toHaveText(['Season 2', 'Season 1']);
  const order = episodes.getByRole('link', { name: /^Towpath walk \d$/u });
  await episodes
    .getByRole('combobox', { name: 'Order of the episodes' })
    .selectOption('Newest unheard first');
  await episodes.getByRole('button', { name: 'Mark older as heard: Towpath walk 3' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as heard' }).click();
  await expect(page.getByText('2 episodes are marked as heard.')).toBeVisible();
  await expect(order).toHaveText([4, 3, 2, 1].map((number) => `Towpath walk ${number}`));

  await episodes.getByText('Skips and speed').click();
  await episodes.getByRole('combobox', { name: 'Skip at the start' }).selectOption('Skip 30 s at the start');
  await episodes.getByRole('combobox', { name: 'Skip at the end' }).selectOption('Skip 15 s at the end');
  await episodes.getByRole('combobox', { name: 'Speed of this podcast' }).selectOption('Speed 2.0x');

  // The browser remembers them. After what is left out at the end, the next episode starts after what is left out.
  await page.reload();
  await episodes.getByRole('button', { name: 'Play Towpath walk 4', exact: true }).click();
  const listener = new Listener(page);
  await listener.hears(1);
  expect(await listener.position()).toBeGreaterThanOrEqual(30);
  await expect(listener.player.getByRole('button', { name: 'Speed' })).toContainText('2.0x');
  await listener.player.getByRole('switch', { name: 'Autoplay' }).click();
  await listener.player.getByRole('slider', { name: 'Seek' }).fill('70');
  await expect(listener.player).toContainText('Towpath walk 3', { timeout: 30_000 });
  await expect.poll(async () => listener.position()).toBeGreaterThanOrEqual(30);
  await listener.player.getByRole('button', { name: 'Pause', exact: true }).click();

  await page.goto(`${studio.origin}/favorite-podcasts`);
  await expect(main.getByRole('link', { name: 'Towpath walk 3', exact: true })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Towpath walk 2', exact: true })).toHaveCount(0);
  expect([...asked], 'the page never asks the host of the podcasts').toEqual([studio.origin]);
});
