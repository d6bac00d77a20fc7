import { expect } from '@playwright/test';
import { t } from 'audio-streaming-translations/translate';
import { test } from '../support/configuration.ts';
import { type DemoAccount, PASSWORD } from '../support/listener.ts';
import { escape, main, press, type Screen, shows, signIn, type Step, submit, walk } from '../support/walk.ts';

/** Opens a page whose call fails from now on. */
const failing =
  (path: string, call: string, status: number): Step =>
  async (page, provider) => {
    await provider.faults({ match: { path: call }, status });
    await page.goto(path);
    await expect(main(page).getByRole('alert')).toBeVisible();
  };

/** As a browser without a network says it. The page goes on with what it has. */
const goOffline: Step = (page) =>
  page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true });
    globalThis.dispatchEvent(new Event('offline'));
  });

/** A second step of the sign-in: its field. */
const askedFor =
  (email: string, field: string): Step =>
  async (page, provider) => {
    await signIn(email)(page, provider);
    await expect(main(page).locator(field).first()).toBeVisible();
  };

const CODE = 'input[autocomplete="one-time-code"]';

const VISITOR: readonly Screen[] = [
  { path: '/create', name: 'an empty form', before: submit },
  { path: '/forgot-password' },
  {
    path: '/forgot-password',
    name: 'the code and the new password',
    before: async (page, provider) => {
      await main(page).locator('input[type="email"]').fill('free@listener.test');
      await submit(page, provider);
      await expect(main(page).locator(CODE)).toBeVisible();
      await submit(page, provider);
    },
  },
  {
    path: '/login',
    name: 'a refused password',
    before: async (page, provider) => {
      await signIn('nobody@listener.test', 'not this one')(page, provider);
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  { path: '/login', name: 'the code of an app', before: askedFor('totp@listener.test', CODE) },
  { path: '/login', name: 'the code of a new account', before: askedFor('unconfirmed@listener.test', CODE) },
  {
    path: '/login',
    name: 'a choice of the second step',
    before: askedFor('both@listener.test', '[type="radio"]'),
  },
  { path: '/login', name: 'the set-up of an app', before: askedFor('must-set-up@listener.test', CODE) },
  {
    path: '/login',
    name: 'a new password',
    before: askedFor('new-password@listener.test', 'input[autocomplete="new-password"]'),
  },
  { path: '/login', name: 'no network', before: goOffline },
  {
    path: '/login?from=%2Flibrary',
    name: 'an ended session',
    before: async (page, provider) => {
      await signIn('ended@listener.test')(page, provider);
      await page.waitForURL((url) => url.pathname === '/library');
      // No call of this page may notice it.
      await page.goto('about:blank');
      await provider.actOnListener('revoke', 'ended@listener.test');
      await provider.expireTokens();
      await page.goto('/listening');
      await page.waitForURL((url) => url.pathname === '/login');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  { path: '/nowhere' },
];

const LISTS: readonly Screen[] = [
  { path: '/' },
  { path: '/search-results?q=sea' },
  { path: '/search-results?q=zzqqxx', name: 'nothing found' },
  { path: '/authors' },
  { path: '/authors/amara-okonkwo-bell' },
  { path: '/series/tides-of-the-west' },
  { path: '/topics' },
  { path: '/topics/calm' },
  { path: '/categories' },
  { path: '/categories/fiction' },
  { path: '/categories-topics/fiction/calm', name: 'a topic within a category' },
  { path: '/curated-collections' },
  { path: '/narrators' },
  { path: '/narrators/rolf-berg' },
  { path: '/series' },
  { path: '/search-results/Fiction?q=sea' },
  { path: '/recently-listened' },
  { path: '/recommended' },
  {
    path: '/quick-listens',
    name: 'the filter',
    open: async (page) => {
      await press(page, t('Filter'));
      await expect(page.getByRole('dialog')).toBeVisible();
    },
    close: escape,
  },
];

const OWN: readonly Screen[] = [
  { path: '/favorite-authors' },
  { path: '/favorite-podcasts' },
  { path: '/favorite-curated-collections' },
  { path: '/favorites' },
  { path: '/history', name: 'nothing yet' },
  { path: '/listening' },
  { path: '/bookmarks', name: 'nothing yet' },
  { path: '/downloads', name: 'nothing yet' },
  {
    path: '/library',
    name: 'a selection',
    open: async (page) => {
      await press(page, t('Select'));
      await press(page, t('Select all'));
    },
    close: (page) => press(page, t('Cancel')),
  },
  { path: '/library', name: 'no network', before: goOffline },
  {
    path: '/audios/quiet-mind',
    name: 'a notice',
    before: async (page, provider) => {
      await provider.faults({ match: { path: '/api/v2/favorites/content' }, status: 500, times: 1 });
      await press(page, 'Save');
    },
    // It stays while it has the focus.
    open: (page) => page.getByRole('button', { name: t('Dismiss') }).focus(),
  },
  { path: '/audios/nothing', name: 'a title that is not there' },
  {
    path: '/library',
    name: 'a provider that is away',
    before: failing('/audios/a-word-a-day', '/api/v2/content/a-word-a-day', 503),
  },
  { path: '/library', name: 'no rights', before: failing('/topics', '/api/v2/topics', 403) },
  {
    path: '/',
    name: 'a broken page',
    before: async (page) => {
      await page.route(/\/assets\/history-screen/u, async (route) => route.abort());
      await page.goto('/history');
      await shows(page, 'Something went wrong');
    },
  },
];

const FREE: readonly Screen[] = [
  { path: '/' },
  { path: '/discounted' },
  { path: '/purchased', name: 'nothing yet' },
  {
    path: '/audios/what-the-ferns-knew',
    name: 'the offer',
    open: (page) => press(page, t('See plans')),
    close: escape,
  },
  {
    path: '/quick-listens',
    name: 'the menus',
    opensInEachWindow: true,
    open: async (page) => {
      const banner = page.getByRole('banner');
      for (const name of [t('Menu'), t('Discover')]) {
        const folded = banner.getByRole('button', { name, exact: true, expanded: false });
        if (await folded.isVisible()) await folded.click();
      }
    },
  },
];

const GROUPS: readonly (readonly [string, DemoAccount | null, readonly Screen[]])[] = [
  ['a visitor', null, VISITOR],
  ['a listener, in the lists', 'monthly', LISTS],
  ['a listener, in the library and where something fails', 'monthly', OWN],
  ['somebody without a plan', 'free', FREE],
];

for (const [who, as, screens] of GROUPS) {
  test(`no text is cut, covered or left in English for ${who}, in Arabic, German and longer words (APP-58, LANG-5, LANG-15)`, async ({
    openAs,
    provider,
    allowConsole,
  }) => {
    test.slow();
    if (as === null) {
      const one = { name: 'Wren Ashby', password: PASSWORD };
      await provider.addListener({ ...one, email: 'unconfirmed@listener.test', state: 'unconfirmed' });
      await provider.addListener({ ...one, email: 'must-set-up@listener.test', mfaRequired: true });
      await provider.addListener({ ...one, email: 'ended@listener.test' });
      await provider.addListener({
        ...one,
        email: 'both@listener.test',
        totpSecret: 'JBSWY3DPEHPK3PXP',
        smsNumber: '+15550100199',
      });
    }
    await walk({ openAs, provider, allowConsole }, { as }, screens);
  });
}
