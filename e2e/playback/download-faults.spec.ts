import type { BrowserContext, CDPSession, Locator, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { NO_WORKER, test } from '../support/configuration.ts';
import { downloadWhole, SIZE, storedFiles, waitForServiceWorker } from '../support/downloads.ts';
import { Listener } from '../support/listener.ts';
import type { Provider } from '../support/provider.ts';

/** The key of the seconds in the session storage, which survives a reload of the tab. */
const KEY = 'heard by the test';

/**
 * Counts the seconds that sound in each tab of a context, whose clock can then be moved. Call it before the first page
 * loads.
 */
async function countSound(context: BrowserContext): Promise<void> {
  await context.clock.install();
  await context.addInitScript((key) => {
    const positions = new WeakMap<HTMLMediaElement, number>();
    const sounded = ({ target, type }: Event): void => {
      if (!(target instanceof HTMLMediaElement)) return;
      const before = positions.get(target);
      if (before !== undefined && target.currentTime > before) {
        const heard = Number(sessionStorage.getItem(key)) + target.currentTime - before;
        sessionStorage.setItem(key, String(heard));
      }
      if (type === 'pause' || target.seeking) positions.delete(target);
      else positions.set(target, target.currentTime);
    };
    for (const name of ['playing', 'timeupdate', 'pause'])
      document.addEventListener(name, sounded, { capture: true });
    for (const name of ['seeking', 'emptied'])
      document.addEventListener(
        name,
        ({ target }) => target instanceof HTMLMediaElement && positions.delete(target),
        { capture: true },
      );
  }, KEY);
}

/** The seconds that sounded in the tab of a page. */
const secondsHeard = async (page: Page): Promise<number> =>
  page.evaluate((key) => Number(sessionStorage.getItem(key)), KEY);

/** Royalties of one listener and one title, in seconds. */
const countedFor = async (provider: Provider, email: string, title: string): Promise<number> =>
  (await provider.reports()).royalties
    .filter((royalty) => royalty.email === email && royalty.content_id === title)
    .reduce((sum, { duration }) => sum + duration / 1000, 0);

/** Seconds that a report may miss or add: a tick of the sound at each of its ends. */
const TOLERANCE = 1.5;

/** A page looks at waiting reports and at drafts every 15 seconds. This is a little more. */
const ROUND = 17_000;

/** The reports and drafts in the journal of a page that are not delivered yet. */
const waiting = async (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /^journal\.(report|draft)/u.test(key)));

/** Expects that the provider counts what was heard, and counts it once. The page is online, and its sound is paused. */
async function expectCountedOnce(
  page: Page,
  heard: number,
  counted: () => Promise<number>,
  timeout = 20_000,
): Promise<void> {
  expect(heard, 'something was heard').toBeGreaterThan(2 * TOLERANCE);
  await expect.poll(counted, { timeout }).toBeGreaterThan(heard - TOLERANCE);
  // Double counting would come from a recovered draft, or from a report that is sent again.
  await expect(async () => {
    await page.clock.fastForward(ROUND);
    expect(await waiting(page)).toEqual([]);
  }).toPass({ timeout: 45_000 });
  expect(await counted()).toBeLessThan(heard + TOLERANCE);
}

/**
 * One test for each fault of downloads. Each checks that the listener is told, that everything else works, and that
 * listening is counted once. "Without a network" means that the browser itself is offline.
 */

const EXPECTED =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|could not be fetched|was not delivered|No playable address|A transfer ended early|unreachable|fetching the script|service worker could not be registered|status of (?:401|403|503)/;

type Title = { readonly id: string; readonly title: string };

const MIND: Title = { id: 'quiet-mind', title: 'Quiet Mind' };
const SEA: Title = { id: 'sea-breathing', title: 'Sea Breathing' };
const TIDE: Title = { id: 'the-tide-library', title: 'The Tide Library' };

const ACCOUNT = 'annual';

const row = (page: Page, { title }: Title): Locator =>
  page.getByRole('main').getByRole('article', { name: title, exact: true });

/** The download button on the page of a title, in any state. */
const control = (page: Page): Locator => page.getByRole('main').getByRole('button', { name: /^Download/ });

const alert = (page: Page, words: RegExp): Locator => page.getByRole('alert').filter({ hasText: words });

/** Downloads the first chapters of the book. */
async function startsChapters(page: Page, count: number): Promise<void> {
  await control(page).click();
  const dialog = page.getByRole('dialog', { name: 'What do you want to download?' });
  await dialog.getByRole('radio', { name: 'Some chapters' }).check();
  await dialog.getByRole('combobox', { name: 'To' }).selectOption(String(count - 1));
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
}

/** A check for later, when there is a network: the listening is counted once. */
type Check = () => Promise<void>;

/** Plays a title by its button for some seconds, then pauses. */
async function listens(page: Page, provider: Provider, { id, title }: Title): Promise<Check> {
  const counted = async (): Promise<number> => countedFor(provider, `${ACCOUNT}@listener.test`, id);
  const [before, heardBefore] = [await counted(), await secondsHeard(page)];
  const main = page.getByRole('main');
  // The first chapter is always downloaded. The saved position may be in another chapter.
  const chapters = main.getByRole('region', { name: 'Chapters', exact: true });
  const first = chapters.getByRole('button', { name: /^Play / }).first();
  await (id === TIDE.id ? first : main.getByRole('button', { name: `Play ${title}`, exact: true })).click();
  await expect.poll(async () => (await secondsHeard(page)) - heardBefore).toBeGreaterThan(4);
  const { player } = new Listener(page);
  await player.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const heard = (await secondsHeard(page)) - heardBefore;
  return async () => expectCountedOnce(page, heard, async () => (await counted()) - before);
}

/** Whether the sound in the player comes from a file. */
const playsFile = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.querySelectorAll('audio')].some(({ currentSrc }) => currentSrc.startsWith('blob:')),
  );

/** Plays a title without a network, from its file. */
async function listensOffline(page: Page, provider: Provider, title: Title): Promise<Check> {
  await page.context().setOffline(true);
  const check = await listens(page, provider, title);
  expect(await playsFile(page)).toBe(true);
  await page.context().setOffline(false);
  return check;
}

/** Opens the page again. Nothing that was reported before may be reported a second time. */
async function comesBack(page: Page, ...checks: readonly Check[]): Promise<void> {
  await Promise.all(checks.map(async (check) => check()));
  await page.reload();
  await new Listener(page).player.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await Promise.all(checks.map(async (check) => check()));
}

const devtoolsOf = async (page: Page): Promise<CDPSession> => page.context().newCDPSession(page);

test.beforeEach(({ allowConsole }) => {
  test.slow();
  allowConsole(EXPECTED);
});

test('on a full disk the listener is told, other downloads play, and the download works when there is room', async ({
  openAs,
  provider,
}) => {
  const page = await openAs(ACCOUNT);
  await countSound(page.context());
  await downloadWhole(page, MIND.id);
  const devtools = await devtoolsOf(page);
  const { origin } = provider;
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 3_000_000 });

  await page.goto(`/audios/${SEA.id}`);
  await control(page).click();
  await expect(alert(page, /no more room in this browser/)).toBeVisible();
  await expect(control(page)).toHaveText('Download');
  const online = await listens(page, provider, SEA);
  await online();
  await page.goto('/downloads');
  await expect(row(page, SEA).getByText(/no more room/)).toBeVisible();
  await expect(row(page, MIND).getByText(SIZE)).toBeVisible();
  const first = await listensOffline(page, provider, MIND);

  await devtools.send('Storage.overrideQuotaForOrigin', { origin });
  await page.getByRole('button', { name: `Try to download ${SEA.title} again` }).click();
  await expect(row(page, SEA).getByText(SIZE)).toBeVisible();
  const second = await listensOffline(page, provider, SEA);
  await comesBack(page, first, second);
  await expect(row(page, SEA).getByText(SIZE)).toBeVisible();
});

test('a message at the next start names removed downloads, and their titles play from the provider', async ({
  openAs,
  provider,
}) => {
  const page = await openAs(ACCOUNT);
  await countSound(page.context());
  await downloadWhole(page, MIND.id);
  await waitForServiceWorker(page);
  const offline = await listensOffline(page, provider, MIND);
  await offline();
  const devtools = await devtoolsOf(page);
  await devtools.send('Storage.clearDataForOrigin', {
    origin: provider.origin,
    storageTypes: 'file_systems',
  });
  // While a second session is open, the browser reports a network after a navigation.
  await devtools.detach();
  expect(await storedFiles(page)).toEqual([]);

  await page.context().setOffline(true);
  await page.goto('/downloads');
  await expect(alert(page, /has removed some downloads to make room/)).toBeVisible();
  await expect(page.getByText(/listen on a plane/)).toBeVisible();
  const { player } = new Listener(page);
  await player.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(player.getByText(/Waiting for the connection|not downloaded/)).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(() => page.evaluate(() => document.querySelector('audio')?.paused)).toBe(false);
  await player.getByRole('button', { name: 'Pause', exact: true }).click();

  await page.goto(`/audios/${MIND.id}`);
  const online = await listens(page, provider, MIND);
  await online();
  expect(await playsFile(page)).toBe(false);
  await downloadWhole(page, MIND.id);
  const again = await listensOffline(page, provider, MIND);
  await comesBack(page, again);
});

test('after a deployment a running download ends, and the next one goes on when the page is loaded again (DOWN-81)', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  allowConsole(NO_WORKER);
  // Without a network, the PDF of the title has no address.
  allowConsole(/status of 404|Failed to fetch dynamically imported module|The PDF has no address/);
  // A service worker would keep the files of this tab's own build.
  const page = await openAs(ACCOUNT, { serviceWorkers: 'block' });
  await countSound(page.context());
  await page.goto(`/audios/${TIDE.id}`);
  await provider.faults({ match: { path: '/media/audio' }, hold: true });
  await startsChapters(page, 2);
  await expect(control(page)).toHaveText(/^Downloading/);

  // The host has another build now. Its page names other files, and those of the tab do not exist any more.
  let loads = 0;
  await page.context().route('**/*', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'document') loads += 1;
    if (pathname.startsWith('/assets/') && loads === 0) return route.fulfill({ status: 404, body: '' });
    if (pathname !== '/' || request.resourceType() === 'document') return route.fallback();
    const response = await route.fetch();
    const html = (await response.text()).replace(/\/assets\/index-[^"]+\.js/, '/assets/index-newer.js');
    return route.fulfill({ response, body: html });
  });
  await provider.clearFaults();
  // The title is whole. Without a service worker it opens only with a network (DOWN-90).
  await expect(control(page)).toHaveText('Download', { timeout: 60_000 });
  expect(loads).toBe(0);
  const before = await listensOffline(page, provider, TIDE);
  await before();

  // The code for a new transfer does not exist any more. So the download waits, and the title still plays.
  await control(page).click();
  await page
    .getByRole('dialog', { name: 'What do you want to download?' })
    .getByRole('combobox', { name: 'To' })
    .selectOption('2');
  await page.getByRole('dialog').getByRole('button', { name: 'Download', exact: true }).click();
  await expect(control(page)).toHaveText(/^Downloading/);
  const meanwhile = await listensOffline(page, provider, TIDE);
  await meanwhile();
  await page.reload();
  await expect(control(page)).toHaveText('Download', { timeout: 60_000 });
  const offline = await listensOffline(page, provider, TIDE);
  await comesBack(page, offline);
});
