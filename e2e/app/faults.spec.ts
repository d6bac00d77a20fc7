import type { BrowserContextOptions, Locator, Page } from '@playwright/test';
import { expect, test as base } from '../fixtures.ts';
import { Listener } from '../support/listener.ts';
import type { Fault, Provider } from '../support/provider.ts';

const BROWSE_FAILED = 'There was a problem retrieving the catalog. Please refresh the page and try again.';

/** The home page of a free listener who has not started any title. */
const SHELVES = [
  'Your Next Listen',
  'New Releases',
  'Discounted Audios',
  'Trending Now',
  'Curated Collections',
  'Browse By Category',
  'Browse by Author',
  'Browse by Topic',
  'Quick Listens',
];

const BROWSE = '/api/v2/browse';

/** The failure of the first load, and the failure of the first Retry. */
const FAILURES: readonly Omit<Fault, 'match'>[] = [{ status: 500 }, { drop: true }];

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** Every test starts with a signed-in listener and an empty response cache. */
const test = base.extend<object, { readonly signedIn: StorageState }>({
  signedIn: [
    async ({ browser, provider }, use) => {
      const context = await browser.newContext({ baseURL: provider.origin });
      await new Listener(await context.newPage()).signsIn('free');
      const { cookies, origins } = await context.storageState();
      await context.close();
      await use({
        cookies,
        origins: origins.map(({ origin, localStorage }) => ({
          origin,
          localStorage: localStorage.filter(({ name }) => !name.startsWith('response:')),
        })),
      });
    },
    { scope: 'worker' },
  ],
  storageState: async ({ signedIn }, use) => use(signedIn),
});

const shelf = (page: Page, heading: string): Locator =>
  page.getByRole('main').getByRole('region', { name: heading, exact: true });

const alerts = (page: Page): Locator => page.getByRole('main').getByRole('alert');

/** Expects a link on every shelf. */
async function expectShelves(page: Page): Promise<void> {
  for (const heading of SHELVES) {
    await expect(shelf(page, heading).getByRole('link').first()).toBeVisible({ timeout: 30_000 });
  }
}

/** Makes the page save the time since when an alert is visible, by the page's own clock. */
async function watchAlerts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let since: number | null = null;
    const look = (): void => {
      const isShown = [...document.querySelectorAll('main [role="alert"]')].some((each) =>
        each.checkVisibility(),
      );
      since = isShown ? (since ?? performance.now()) : null;
      Reflect.set(globalThis, 'alertSince', since);
    };
    new MutationObserver(look).observe(document, {
      attributeFilter: ['style'],
      childList: true,
      subtree: true,
    });
  });
}

/** Milliseconds from the first response (or cut connection) of a path until the alert was visible. */
async function alertDelay(page: Page, path: string): Promise<number> {
  return page.evaluate((expected) => {
    const ends = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname === expected)
      .map(({ responseEnd }) => responseEnd);
    performance.clearResourceTimings();
    return Number(Reflect.get(globalThis, 'alertSince')) - Math.min(...ends);
  }, path);
}

/** A reload of the page removes this mark. */
const mark = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.set(globalThis, 'stays', true));
const isMarked = (page: Page): Promise<unknown> =>
  page.evaluate((): unknown => Reflect.get(globalThis, 'stays'));

/** Opens the home page and retries once. Both times `match` fails, each in another way. `alert` shows the failure. */
async function failsEachWay(
  page: Page,
  provider: Provider,
  { path, match, alert }: { readonly path: string; readonly match: string; readonly alert: Locator },
): Promise<void> {
  await watchAlerts(page);
  for (const [at, failure] of FAILURES.entries()) {
    await provider.clearFaults();
    await provider.faults({ match: { path: match }, ...failure });
    if (at === 0) await page.goto('/');
    else {
      await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
      await alert.waitFor({ state: 'hidden' });
    }
    await alert.waitFor();
    const delay = await alertDelay(page, path);
    expect(delay).toBeGreaterThan(0);
    // Only reported, because a busy machine may be slow. Unit tests check the waits with a controlled clock.
    test.info().annotations.push({ type: 'shown after', description: `${Math.round(delay)} ms` });
    await mark(page);
  }
  await provider.clearFaults();
}

test.beforeEach(({ allowConsole }) => {
  // Each test checks a whole home page several times.
  test.slow();
  allowConsole(/the server responded with a status of (?:4|5)\d\d|net::ERR_EMPTY_RESPONSE/);
  allowConsole(/The listener could not be fetched \{kind: (?:server|unreachable)\}/);
});

test('when everything fails, one alert replaces the content until Retry', async ({ page, provider }) => {
  await failsEachWay(page, provider, { path: BROWSE, match: '/api/v2/', alert: alerts(page).first() });
  await expect(alerts(page)).toHaveText([BROWSE_FAILED]);
  await expect(page.getByRole('main').getByRole('region')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible();

  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await expectShelves(page);
  await expect(alerts(page)).toHaveCount(0);
  await expect(page).toHaveURL('/');
  expect(await isMarked(page)).toBe(true);
});
