import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { PASSWORD } from '../support/listener.ts';

const NEW_PASSWORD = 'Another-2026!';

const section = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('region', { name, exact: true });

const button = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('button', { name, exact: true });

const field = (page: Page, name: string): Locator => page.getByRole('main').getByLabel(name, { exact: true });

/** Signs in and opens the account page. */
async function opensAccount(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login?from=%2Faccount');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Sign In').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
}

test('a listener changes name, email and password, signs out everywhere, and deletes the account (ACC-37)', async ({
  page,
  provider,
  allowConsole,
}) => {
  test.slow();
  // The browser logs every refused request.
  allowConsole(/status of 400/);
  const email = `wren.${Date.now()}@listener.test`;
  const newEmail = `new.${email}`;
  await provider.addListener({ email, name: 'Wren Okafor', password: PASSWORD });
  await opensAccount(page, email, PASSWORD);

  await button(page, 'Change name').click();
  await field(page, 'New name').fill(' ');
  await button(page, 'Save name').click();
  await expect(field(page, 'New name')).toHaveAccessibleDescription('Name cannot be empty');
  await expect(field(page, 'New name')).toBeFocused();
  await field(page, 'New name').fill('Inês Duarte');
  await button(page, 'Save name').click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Hi, Inês' })).toBeVisible();
  await expect(button(page, 'Change name')).toBeFocused();

  await button(page, 'Change email').click();
  await field(page, 'New email').fill(newEmail);
  await button(page, 'Send code').click();
  await expect(field(page, 'Confirmation code')).toBeFocused();
  await field(page, 'Confirmation code').fill('000000');
  await button(page, 'Confirm').click();
  await expect(field(page, 'Confirmation code')).toHaveAccessibleDescription(/Invalid verification code/);
  await expect(section(page, 'Profile')).toContainText(email);
  await field(page, 'Confirmation code').fill(await provider.codeFor(email));
  await button(page, 'Confirm').click();
  await expect(section(page, 'Profile')).toContainText('Your email is changed.');
  await expect(section(page, 'Profile')).toContainText(newEmail);

  await button(page, 'Change password').click();
  await field(page, 'Current password').fill('Wrong-2026!');
  await field(page, 'New password').fill(NEW_PASSWORD);
  await button(page, 'Save password').click();
  await expect(field(page, 'Current password')).toBeFocused();
  await expect(section(page, 'Password').getByRole('alert')).toBeVisible();
  await field(page, 'Current password').fill(PASSWORD);
  await button(page, 'Save password').click();
  await expect(section(page, 'Password')).toContainText('Your password is changed.');

  const requestsTo = async (method: string, path: string): Promise<readonly unknown[]> =>
    (await provider.calls())
      .filter((call) => call.method === method && call.path === path)
      .map(({ body }) => body);
  expect(await requestsTo('PUT', '/api/v2/user')).toEqual([
    { full_name: 'Inês Duarte' },
    { email: newEmail },
  ]);
  await expect.poll(async () => requestsTo('POST', '/api/v2/user/change_password')).toEqual([{}]);
  const toProvider = (await provider.calls()).filter(({ path }) => path.startsWith('/api/'));
  expect(JSON.stringify(toProvider)).not.toMatch(/(?:Listen|Wrong|Another)-2026!/);

  await button(page, 'Sign out everywhere').click();
  await expect(page).toHaveURL(/\/login/);
  await opensAccount(page, newEmail, NEW_PASSWORD);

  await button(page, 'Delete account').click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Type delete to go on');
  await dialog.getByRole('textbox').fill('delete');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('Cognito'))),
  ).toEqual([]);
  await page.goto('/login');
  await field(page, 'Email').fill(newEmail);
  await field(page, 'Password').fill(NEW_PASSWORD);
  await button(page, 'Sign In').click();
  await expect(page.getByRole('alert')).toBeVisible();
});
