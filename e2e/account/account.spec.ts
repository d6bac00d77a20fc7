import { expect, test } from '../fixtures.ts';
import { Listener, PASSWORD } from '../support/listener.ts';

test('a visitor creates an account, confirms it, and sees the first recommendations', async ({
  page,
  provider,
  allowConsole,
}) => {
  // The browser logs every refused request.
  allowConsole(/status of 400/);
  const email = `ines.${Date.now()}@listener.test`;
  await page.goto('/create');
  await page.getByLabel('First Name', { exact: true }).fill('Inês');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account', exact: true }).click();

  const field = page.getByLabel('Confirmation code', { exact: true });
  await expect(field).toBeFocused();
  await field.fill('000000');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await field.fill(await provider.codeFor(email));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();

  await expect(page).toHaveURL('/recommended');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Hi, Inês' })).toBeVisible();
  const created = (await provider.calls()).filter((call) => call.path === '/api/v2/user/create_account');
  expect(created.map((call) => call.body)).toEqual([{ email, full_name: 'Inês' }]);
  const attempts = (await provider.calls()).filter((call) => call.path === '/api/v2/user/login_attempts');
  expect(attempts.map((call) => call.body)).toEqual([{ email, success: true }]);
});

test('a listener who forgot the password sets a new one', async ({ page, provider, allowConsole }) => {
  allowConsole(/status of 400/);
  const email = 'trial@listener.test';
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // The sign-in form has a field with the same name.
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send code', exact: true }).click();
  await page.getByLabel('Confirmation code', { exact: true }).fill(await provider.codeFor(email));
  await page.getByLabel('New password', { exact: true }).fill('Another-2026!');
  await page.getByRole('button', { name: 'Reset password', exact: true }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();

  const listener = new Listener(page);
  await listener.entersCredentials('trial');
  await expect(page.getByRole('alert')).toContainText('Incorrect username or password');
  await listener.entersCredentials('trial', 'Another-2026!');
  await expect(page).toHaveURL('/');
});

test('a sign-in with a temporary password asks for a new one', async ({ page }) => {
  const listener = new Listener(page);
  await page.goto('/login');
  await listener.entersCredentials('new-password');
  await page.getByLabel('New password', { exact: true }).fill('Of-my-own-2026!');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('a sign-in with an authenticator app asks for its code', async ({ page, provider }) => {
  const listener = new Listener(page);
  await page.goto('/login');
  await listener.entersCredentials('totp');
  await page
    .getByLabel('Confirmation code', { exact: true })
    .fill(await provider.authenticatorCodeFor('totp@listener.test'));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page).toHaveURL('/');
});
