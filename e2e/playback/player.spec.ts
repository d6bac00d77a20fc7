import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { Listener } from '../support/listener.ts';
import { test as base } from '../support/sessions.ts';

const TITLE = 'The Tide Library';
const ID = 'the-tide-library';
/** The first chapter, independent of positions from other tests. */
const FIRST_CHAPTER = `/audios/${ID}?chapter=1&t=5`;

const test = base.extend({
  storageState: async ({ sessions }, use) => use(await sessions.of('annual')),
});

async function pressesPlay(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${TITLE}`, exact: true })
    .click();
}

async function plays(page: Page): Promise<Listener> {
  const listener = new Listener(page);
  await page.goto(FIRST_CHAPTER);
  await pressesPlay(page);
  await listener.hears(1);
  return listener;
}

/** Seeks far beyond the part that has been loaded. */
async function seeksFarAhead({ player }: Listener): Promise<number> {
  const slider = player.getByRole('slider', { name: 'Seek' });
  const to = Number(await slider.getAttribute('max')) - 30;
  await slider.fill(String(Math.floor(to)));
  return Math.floor(to);
}

test('an address and a token that expire during a chapter are renewed, and playing continues there', async ({
  page,
  provider,
  allowConsole,
}) => {
  allowConsole(/status of 40[13]|The sound failed/);
  let requests = 0;
  let expires = (): void => undefined;
  const expired = new Promise<void>((resolve) => {
    expires = resolve;
  });
  // The first request gets the start of the chapter. The request for the rest comes after the address has expired.
  await page.route('**/media/audio/**', async (route) => {
    requests += 1;
    if (requests === 1) {
      const headers = { ...route.request().headers(), range: 'bytes=0-299999' };
      await route.fulfill({ response: await route.fetch({ headers }) });
    } else if (requests === 2) {
      await expired;
      await route.fulfill({ status: 403 });
    } else await route.continue();
  });
  const listener = await plays(page);
  await listener.hears(2);
  const source = async () => page.evaluate(() => document.querySelector('audio')?.src);
  const before = { source: await source(), position: await listener.position() };
  // The token is refused once. A real expiry would break the sessions of other tests.
  await provider.faults({ match: { path: '/api/v2/audio/tokenize' }, status: 401, times: 1 });
  expires();
  await expect.poll(source).not.toBe(before.source);
  await listener.hears(2);
  expect(await listener.position()).toBeGreaterThanOrEqual(before.position);
  await expect(listener.player.getByText('Low Water')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('after a lost network, playing continues in the same chapter at the same second', async ({
  page,
  context,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/net::ERR_|The sound failed|unreachable/);
  // On a slow machine the service worker is registered only after the network is lost.
  allowConsole(/service worker could not be registered|occurred when fetching the script/);
  let isOffline = false;
  let requests = 0;
  // On loopback a browser may load the whole chapter before the network is lost, so it gets only the start.
  await page.route('**/media/audio/**', async (route) => {
    requests += 1;
    if (requests === 1) {
      const headers = { ...route.request().headers(), range: 'bytes=0-299999' };
      await route.fulfill({ response: await route.fetch({ headers }) });
    } else if (isOffline) await route.abort('internetdisconnected');
    else if (requests > 2) await route.continue();
  });
  const listener = await plays(page);
  isOffline = true;
  await context.setOffline(true);
  const at = await seeksFarAhead(listener);
  await expect(listener.player.getByText('Waiting for the connection…')).toBeVisible({ timeout: 30_000 });
  await expect(listener.player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  isOffline = false;
  await context.setOffline(false);
  await listener.hears(2);
  expect(await listener.position()).toBeGreaterThanOrEqual(at);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a preloaded sound starts before the player is rendered', async ({ page }) => {
  await page.addInitScript(() => {
    const seen: boolean[] = [];
    Reflect.set(globalThis, 'renderedAt', seen);
    const isRendered = () => document.querySelector('input[type="range"]') !== null;
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = async function () {
      seen.push(isRendered());
      // And again after the task, unless it sounds by then.
      setTimeout(() => seen.push(isRendered() && this.currentTime === 0));
      return play.call(this);
    };
  });
  const preloaded = page.waitForResponse(/\/audio\/tokenize/);
  const listener = new Listener(page);
  await page.goto('/audios/quiet-mind');
  const play = page.getByRole('main').getByRole('button', { name: 'Play Quiet Mind', exact: true });
  await play.hover();
  await preloaded;
  await play.click();
  await listener.hears(1);
  await expect(listener.player).toBeVisible();
  const rendered = await page.evaluate((): unknown => Reflect.get(globalThis, 'renderedAt'));
  expect(rendered).toEqual([false, false]);
});

const sounds = async (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('audio')?.paused === false);

async function opens(
  context: BrowserContext,
  id: string,
  title: string,
): Promise<{ page: Page; play: () => Promise<void> }> {
  const page = await context.newPage();
  await page.goto(`/audios/${id}`);
  const button = page.getByRole('main').getByRole('button', { name: `Play ${title}`, exact: true });
  return { page, play: async () => button.click() };
}

for (const missing of ['', 'BroadcastChannel'] as const) {
  test(`starting in one tab pauses the other${missing === '' ? '' : `, without ${missing}`}`, async ({
    context,
  }) => {
    if (missing === 'BroadcastChannel') {
      await context.addInitScript(() => {
        Reflect.deleteProperty(globalThis, 'BroadcastChannel');
      });
    }
    const first = await opens(context, 'quiet-mind', 'Quiet Mind');
    const second = await opens(context, 'the-tide-library', 'The Tide Library');
    await first.play();
    await new Listener(first.page).hears(1);

    await second.play();
    await new Listener(second.page).hears(1);
    await expect.poll(async () => sounds(first.page)).toBe(false);
    await expect(
      new Listener(first.page).player.getByRole('button', { name: 'Play', exact: true }),
    ).toBeVisible();
    expect(await sounds(second.page)).toBe(true);
  });
}
