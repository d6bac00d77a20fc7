// Proves APP-9, APP-10, APP-15, CAT-28, ENT-41, MSG-34.
import { expect, type BrowserContextOptions, type Locator } from '@playwright/test';
import { configure, NO_WORKER } from '../support/configuration.ts';
import { test } from '../support/sessions.ts';

/** The targets of links: pages of the product, and addresses of the configuration. */

const LINKS = {
  help: 'https://help.test/',
  privacy: 'https://privacy.test/',
  terms: 'https://terms.test/',
  annual: 'https://annual.test/',
  monthly: 'https://monthly.test/',
  mobileApp: 'https://app.test/',
};

const OPTIONS: BrowserContextOptions = { serviceWorkers: 'block' };

/** The text and the address of each link. */
const linksOf = (within: Locator): Promise<readonly (readonly [string, string | null])[]> =>
  within
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => [link.ariaLabel ?? link.textContent.trim(), link.getAttribute('href')] as const),
    );

/** Expects that every link opens a new tab. */
const expectNewTabs = async (within: Locator): Promise<void> => {
  await expect(within.locator('a:not([target="_blank"][rel~="noopener"])')).toHaveCount(0);
};

test('the header leads to every part of the product, the footer to help and the legal texts', async ({
  openAs,
  allowConsole,
}) => {
  allowConsole(NO_WORKER);
  const page = await openAs('annual', OPTIONS);
  await configure(page, { links: LINKS });
  await page.goto('/new-releases');
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: 'Discover' }).click();
  await expect
    .poll(async () => linksOf(banner))
    .toEqual([
      ['Hark Home', '/'],
      ['Browse All', '/'],
      ['New Releases', '/new-releases'],
      ['Trending Now', '/trending'],
      ['Curated Collections', '/curated-collections'],
      ['Browse by Category', '/#categories'],
      ['Browse by Author', '/authors'],
      ['Browse by Topic', '/topics'],
      ['Quick Listens', '/quick-listens'],
      ['Library', '/library'],
      ['Hi, Annelise', '/account'],
    ]);
  const footer = page.getByRole('contentinfo');
  expect(await linksOf(footer)).toEqual([
    ['Help Desk', LINKS.help],
    ['Privacy Policy', LINKS.privacy],
    ['Terms & Conditions', LINKS.terms],
  ]);
  await expectNewTabs(footer);
  const year = await page.evaluate(() => new Date().getFullYear());
  await expect(footer.getByText(new RegExp(`^© ${year} \\S`))).toBeVisible();
});

test('without configured addresses there are no links to help, legal texts, plans or the app', async ({
  openAs,
  allowConsole,
}) => {
  allowConsole(NO_WORKER);
  allowConsole(/names no address for/);
  const page = await openAs('free', OPTIONS);
  const warning = page.waitForEvent('console', (message) => message.text().includes('names no address for'));
  await configure(page, { links: {} });
  await page.goto('/audios/what-the-ferns-knew');
  expect((await warning).text()).toMatch(/help.*privacy.*terms.*annual.*monthly.*mobileApp/s);
  await page.getByRole('main').getByRole('button', { name: 'See plans' }).click();
  const offer = page.getByRole('dialog', { name: 'Unlock every audio now!' });
  await expect(offer.getByRole('listitem').first()).toBeVisible();
  expect(await linksOf(offer)).toEqual([]);
  await expect(offer.getByText('Choose Your Plan')).toHaveCount(0);
  await offer.getByRole('button', { name: 'Close', exact: true }).click();
  expect(await linksOf(page.getByRole('contentinfo'))).toEqual([]);
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Use App' })).toHaveCount(0);
});

test('the search starts when the field is left, and each navigation fetches the user', async ({
  openAs,
  provider,
}) => {
  const page = await openAs('annual');
  const userRequests = async () =>
    (await provider.calls()).filter(({ method, path }) => method === 'GET' && path === '/api/v2/user').length;
  // A first sign-in of this listener makes such calls too.
  const before = await userRequests();
  await page.goto('/library');
  const box = page.getByRole('banner').getByRole('searchbox', { name: 'Search' });
  await expect(box).toHaveAttribute('placeholder', 'Search');
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  await expect.poll(userRequests).toBe(before + 1);
  await box.pressSequentially('tide');
  await expect(page).toHaveURL('/library');
  await box.press('Tab');
  await expect(page).toHaveURL('/search-results?q=tide');
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “tide”' })).toBeVisible();
  await expect(box).toHaveValue('tide');
  await expect.poll(userRequests).toBe(before + 2);
});
