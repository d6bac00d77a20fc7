import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { lookAt } from '../support/layout.ts';
import { PASSWORD } from '../support/listener.ts';
import { Provider } from '../support/provider.ts';

/** A provider that offers its hosted login to the app. */
const test = base.extend<object, { readonly provider: Provider }>({
  provider: [
    async ({}, use) => {
      const options = ['--no-collectors', '--hosted-login'];
      const provider = await Provider.start(process.env['TEST_DIST'] ?? 'dist', options);
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
});

/** The texts of a page of the provider stand beside each other in every window. */
async function expectToFit(page: Page): Promise<void> {
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await lookAt(page)).faults, `${width} px`).toEqual([]);
  }
  expect(await violations(page)).toEqual([]);
}

const TOKEN_PATH = '/pool/hosted/oauth2/token';

test('a listener signs in on the hosted page, returns to the requested page, and signs out of both (SES-45)', async ({
  page,
  provider,
}) => {
  // A response that no login requested signs nobody in, and is removed from the address.
  await page.goto('/login?code=stolen&state=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  await expect(page.getByRole('alert')).toHaveText('Invalid state in OAuth flow');
  await expect(page).toHaveURL('/login');

  await page.goto('/library');
  await expect(page).toHaveURL('/login?from=%2Flibrary');
  await page.getByRole('button', { name: 'Use the secure sign-in page' }).click();
  await page.waitForURL('**/pool/hosted/oauth2/authorize?**');
  await page.getByLabel('Email').fill('free@listener.test');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();

  await expect(page).toHaveURL('/library');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Library');
  await expect(page.getByRole('banner').getByRole('link', { name: /^Hi, / })).toBeVisible();
  const exchanges = (await provider.calls()).filter(({ path }) => path === TOKEN_PATH);
  expect(exchanges).toHaveLength(1);

  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect
    .poll(async () => (await provider.calls()).some(({ path }) => path === '/pool/hosted/logout'))
    .toBe(true);
  await expect(page).toHaveURL('/login');
  // The session of the hosted login has ended, so it asks for the password again.
  await page.getByRole('button', { name: 'Use the secure sign-in page' }).click();
  await page.waitForURL('**/pool/hosted/oauth2/authorize?**');
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('a listener chooses German on the hosted page, is refused in German, and signs in (LANG-12, LANG-15)', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 400 .*oauth2\/authorize/);
  await page.goto('/library');
  await page.getByRole('button', { name: 'Use the secure sign-in page' }).click();
  await page.waitForURL('**/pool/hosted/oauth2/authorize?**');
  // The app passes its own language on.
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('العربية');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expectToFit(page);
  await page.getByRole('combobox', { name: 'اللغة' }).selectOption('Deutsch');
  await page.getByRole('button', { name: 'تطبيق' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anmelden');
  await page.getByLabel('E-Mail-Adresse').fill('free@listener.test');
  await page.getByLabel('Passwort').fill('something else');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('E-Mail-Adresse oder Passwort ist falsch.');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expectToFit(page);
  await page.getByLabel('Passwort').fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();

  await expect(page).toHaveURL('/library');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Library');
});
