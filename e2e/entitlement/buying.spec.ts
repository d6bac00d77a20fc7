// Proves APP-18.
import { expect, type Page } from '@playwright/test';
import { configure, NO_WORKER } from '../support/configuration.ts';
import { Listener } from '../support/listener.ts';
import { test } from '../support/sessions.ts';

/** A title that only members may play. */
const MEMBERS_ONLY = {
  id: 'what-the-ferns-knew',
  path: '/audios/what-the-ferns-knew',
  title: 'What the Ferns Knew',
};

const LINKS = {
  help: 'https://help.test/',
  privacy: 'https://privacy.test/',
  terms: 'https://terms.test/',
  annual: 'https://annual.test/',
  monthly: 'https://monthly.test/',
  mobileApp: 'https://app.test/',
  purchase: 'https://shop.test/buy?item={content_id}',
};

const DAY = 86_400_000;
const iso = (at: number): string => new Date(at).toISOString();
const onSale = () => ({
  discount_price: 4.99,
  discount_start: iso(Date.now() - DAY),
  discount_end: iso(Date.now() + DAY),
});

/** Replaces fields in the response to a call. The fields may change while the page is open. */
const replaceFields = async (page: Page, path: string, fields: () => object): Promise<void> => {
  await page.route(
    (url) => url.pathname === `/api/v2${path}`,
    async (route) => {
      const response = await route.fetch();
      const body: unknown = await response.json();
      await route.fulfill({ response, json: { ...(body as object), ...fields() } });
    },
  );
};

/** Serves the shop and the pages of the plans. */
const serveShops = async (page: Page): Promise<void> => {
  await page.context().route(
    (url) => url.hostname.endsWith('.test'),
    (route) => route.fulfill({ contentType: 'text/html', body: '<title>Shop</title>' }),
  );
};

const returnToTab = (page: Page): Promise<unknown> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const offer = (page: Page) => page.getByRole('dialog', { name: 'Unlock every audio now!' });

test('a title that was bought in another tab plays without a reload', async ({ openAs, allowConsole }) => {
  allowConsole(NO_WORKER);
  // The provider has a member, so the sound can be fetched. The page sees a free listener.
  const page = await openAs('monthly', { serviceWorkers: 'block' });
  let isBought = false;
  await configure(page, { links: LINKS });
  await replaceFields(page, '/user', () => ({ payment_details: null }));
  await replaceFields(page, `/content/${MEMBERS_ONLY.id}`, () => ({ ...onSale(), is_purchased: isBought }));
  await serveShops(page);
  await page.goto(MEMBERS_ONLY.path);

  const buy = page.getByRole('main').getByRole('link', { name: `Buy ${MEMBERS_ONLY.title}`, exact: true });
  await expect(buy).toHaveAttribute('href', `https://shop.test/buy?item=${MEMBERS_ONLY.id}`);
  await expect(buy).toHaveAttribute('rel', /\bnoopener\b/);
  await button(page, `Play ${MEMBERS_ONLY.title}`).click();
  await expect(offer(page)).toBeVisible();
  await page.keyboard.press('Escape');

  const opening = page.context().waitForEvent('page');
  await buy.click();
  const shop = await opening;
  await expect(shop).toHaveTitle('Shop');
  isBought = true;
  await shop.close();
  await returnToTab(page);
  await expect(page.getByRole('main').getByText('Purchased', { exact: true })).toBeVisible();
  await expect(buy).toHaveCount(0);
  const welcome = page.getByRole('dialog', { name: `${MEMBERS_ONLY.title} is yours` });
  await welcome.getByRole('button', { name: 'Close', exact: true }).click();
  await button(page, `Play ${MEMBERS_ONLY.title}`).click();
  await new Listener(page).hears(1);
  await expect(offer(page)).toBeHidden();
});

test('a reload keeps the offer open; another page and a later reload do not', async ({ openAs }) => {
  const page = await openAs('free');
  const offer = page.getByRole('dialog', { name: 'Unlock every audio now!' });
  await page.goto('/');
  await page.goto('/audios/what-the-ferns-knew');
  await page.getByRole('main').getByRole('button', { name: 'Play What the Ferns Knew', exact: true }).click();
  await expect(offer).toBeVisible();
  await page.reload();
  await expect(offer).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(offer).toBeHidden();
  await page.reload();
  await expect(page.getByRole('main').getByRole('region', { name: 'Quick Listens' })).toBeVisible();
  await expect(offer).toBeHidden();
});
