import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { Listener } from '../support/listener.ts';

const BROWSE_FAILED = 'There was a problem retrieving the catalog. Please refresh the page and try again.';

/** Serves the page with a changed configuration document, as a host may do. */
async function withConfiguration(page: Page, change: (document: string) => string): Promise<void> {
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const changed = html.replace(
      /(<script type="application\/json" id="configuration">)([^<]*)/,
      (_, tag: string, json: string) => tag + change(json),
    );
    await route.fulfill({ response, body: changed });
  });
}

/** Clears the response cache before each later load of the page. */
async function clearResponseCache(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('response:')) localStorage.removeItem(key);
  });
}

test('an unknown route shows the 404 screen, signed in or out', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await new Listener(page).signsIn('free');
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test('a wrong password shows an error in the form and keeps the email address', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 400/);
  const listener = new Listener(page);
  await page.goto('/login?from=%2Flibrary');
  await listener.entersCredentials('buyer', 'not the password');
  await expect(page.getByRole('alert')).toContainText('Incorrect username or password.');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('buyer@listener.test');
  await listener.signsIn('buyer', '/library');
});

test('a malformed response shows the catalog error, and Retry loads the catalogue without a page reload', async ({
  page,
  provider,
  allowConsole,
}) => {
  allowConsole(/cannot be read/);
  const listener = new Listener(page);
  await listener.signsIn('annual');
  await provider.faults({ match: { path: '/api/v2/browse' }, garbage: true });
  await clearResponseCache(page);
  await page.reload();
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: BROWSE_FAILED });
  await expect(alert.first()).toBeVisible();
  await page.evaluate(() => Reflect.set(globalThis, 'stays', true));
  await provider.clearFaults();
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).first().click();
  await expect(page.getByRole('region', { name: 'New Releases' })).toBeVisible();
  expect(await page.evaluate((): unknown => Reflect.get(globalThis, 'stays'))).toBe(true);
});

test('an unreachable provider shows the catalog error within seconds and does not sign the listener out', async ({
  page,
  provider,
  allowConsole,
}) => {
  allowConsole(/ERR_EMPTY_RESPONSE|ERR_CONNECTION|could not be fetched|Failed to load/);
  const listener = new Listener(page);
  await listener.signsIn('canceled', '/');
  await provider.faults({ match: { path: '/api/v2' }, drop: true });
  await clearResponseCache(page);
  await page.reload();
  await expect(
    page.getByRole('main').getByRole('alert').filter({ hasText: BROWSE_FAILED }).first(),
  ).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await provider.clearFaults();
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).first().click();
  await expect(page.getByRole('region', { name: 'New Releases' })).toBeVisible();
});

test('a configuration with a missing field shows an error that names the field', async ({ page }) => {
  await withConfiguration(page, (json) => {
    const document = JSON.parse(json) as { cognito: Record<string, unknown> };
    delete document.cognito['userPoolId'];
    return JSON.stringify(document);
  });
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('cognito.userPoolId');
  await expect(page.getByRole('banner')).toHaveCount(0);
});

test('a configuration that is not JSON shows an error', async ({ page }) => {
  await withConfiguration(page, () => '{ "brand": ');
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('configuration');
});
