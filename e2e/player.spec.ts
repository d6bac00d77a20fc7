import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { Listener } from './support/listener.ts';
import { test as base } from './support/sessions.ts';

const TITLE = 'The Tide Library';
const ID = 'the-tide-library';

const test = base.extend({
  storageState: async ({ sessions }, use) => use(await sessions.of('annual')),
});

async function plays(page: Page): Promise<Listener> {
  const listener = new Listener(page);
  await page.goto(`/audios/${ID}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${TITLE}`, exact: true })
    .click();
  await listener.hears(1);
  return listener;
}

/** Far ahead of what has been fetched. */
async function seeksFarAhead({ player }: Listener): Promise<number> {
  const slider = player.getByRole('slider', { name: 'Seek' });
  const to = Number(await slider.getAttribute('max')) - 30;
  await slider.fill(String(Math.floor(to)));
  return Math.floor(to);
}

test('an address and a token that expire in the middle of a chapter are renewed, and it goes on there', async ({
  page,
  provider,
  allowConsole,
}) => {
  allowConsole(/status of 40[13]|The sound failed/);
  const listener = await plays(page);
  const chapter = await page.evaluate(() => document.querySelector('audio')?.src);
  await provider.expireTokens();
  await provider.faults({ match: { path: '/media/audio' }, status: 403, times: 1 });
  const at = await seeksFarAhead(listener);
  await listener.hears(2);
  expect(await listener.position()).toBeGreaterThanOrEqual(at);
  expect(await page.evaluate(() => document.querySelector('audio')?.src)).not.toBe(chapter);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a network that goes and comes back is waited for, in the same chapter at the same second', async ({
  page,
  context,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/net::ERR_|The sound failed|unreachable/);
  const listener = await plays(page);
  await context.setOffline(true);
  const at = await seeksFarAhead(listener);
  await expect(listener.player.getByText('Waiting for the connection…')).toBeVisible({ timeout: 30_000 });
  await expect(listener.player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await context.setOffline(false);
  await listener.hears(2);
  expect(await listener.position()).toBeGreaterThanOrEqual(at);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a chapter that cannot be had says so, stays where it is, and plays when it can', async ({
  page,
  provider,
  allowConsole,
}) => {
  allowConsole(/status of 404|The sound failed/);
  await provider.faults({ match: { path: '/media/audio' }, status: 404 });
  const listener = new Listener(page);
  await page.goto(`/audios/${ID}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${TITLE}`, exact: true })
    .click();
  await expect(page.getByRole('alert').filter({ hasText: 'The audio could not be loaded' })).toBeVisible();
  const play = listener.player.getByRole('button', { name: 'Play', exact: true });
  await expect(play).toBeVisible();
  await provider.clearFaults();
  await play.click();
  await listener.hears(1);
});

test('a browser that refuses to play asks for a tap, and never moves on', async ({ page }) => {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = async function refuseOnce() {
      HTMLMediaElement.prototype.play = play;
      return Promise.reject(new DOMException('a gesture is needed', 'NotAllowedError'));
    };
  });
  const listener = new Listener(page);
  await page.goto(`/audios/${ID}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${TITLE}`, exact: true })
    .click();
  await expect(listener.player.getByText('Tap to play')).toBeVisible();
  await expect(listener.player.getByText('Low Water')).toBeVisible();
  await listener.player.getByRole('button', { name: 'Play', exact: true }).click();
  await listener.hears(1);
  await expect(listener.player.getByText('Low Water')).toBeVisible();
});

test('a place from another device is where it goes on, and is announced', async ({
  page,
  provider,
  openAs,
}) => {
  const there = await plays(await openAs('annual'));
  await there.player.getByRole('slider', { name: 'Seek' }).fill('124');
  await there.hears(1);
  await there.player.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect
    .poll(async () =>
      (await provider.calls()).some(
        ({ path, method }) => method === 'POST' && path === '/api/v2/user/content',
      ),
    )
    .toBe(true);

  const listener = new Listener(page);
  await page.goto(`/audios/${ID}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${TITLE}`, exact: true })
    .click();
  await expect(listener.player.getByText(/^Resume 2:0\d, from another device$/)).toBeVisible();
  await listener.hears(1);
  expect(await listener.position()).toBeGreaterThanOrEqual(124);
});
