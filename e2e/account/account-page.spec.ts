// Proves ACC-1, ACC-37.
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from '../fixtures.ts';
import { Listener, PASSWORD } from '../support/listener.ts';

const NEW_PASSWORD = 'Another-2026!';
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

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

async function expectNoViolations(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARDS).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
  expect(found, where).toEqual([]);
}

test('a listener changes name, email and password, signs out everywhere, and deletes the account', async ({
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

test('second factors are set up and turned off by keyboard, and a device is remembered and forgotten', async ({
  page,
  provider,
}) => {
  const email = `noor.${Date.now()}@listener.test`;
  await provider.addListener({ email, name: 'Noor', password: PASSWORD });
  await opensAccount(page, email, PASSWORD);
  const steps = section(page, 'Two-step verification');

  await button(page, 'Set up authenticator app').press('Enter');
  await expect(steps.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect(field(page, 'Confirmation code')).toBeFocused();
  await expect(field(page, 'Name of the app or phone')).toHaveValue('My TOTP device');
  const secret = ((await steps.getByRole('code').textContent()) ?? '').replaceAll(/\s/g, '');
  await page.keyboard.type(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await page.keyboard.press('Enter');
  await expect(button(page, 'Turn off authenticator app')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Set up authenticator app')).toBeFocused();

  await button(page, 'Add phone number').press('Enter');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Phone number')).toHaveAccessibleDescription(/Phone number cannot be empty/);
  await page.keyboard.type('+1 555 010 0199');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Confirmation code')).toBeFocused();
  await page.keyboard.type(await provider.codeFor(email));
  await page.keyboard.press('Enter');
  await expect(steps).toContainText('+15550100199');
  await button(page, 'Turn on codes by SMS').press('Enter');
  await expect(button(page, 'Turn off codes by SMS')).toBeFocused();
  await button(page, 'Remove phone number').press('Enter');
  await expect(steps).toContainText('Add a phone number to use this.');

  const devices = section(page, 'Devices');
  await expect(devices).toContainText('This device');
  await devices.getByRole('button', { name: /^Remember / }).press('Enter');
  await expect(devices.getByText('Remembered', { exact: true })).toBeVisible();
  await devices.getByRole('button', { name: /^Forget / }).press('Enter');
  await expect(devices).toContainText('No devices yet.');
});

test('other parts of the page work while a part fails, and the page has no accessibility violations', async ({
  page,
  provider,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/net::ERR_EMPTY_RESPONSE|The sign-in service keeps an earlier name/);
  await new Listener(page).signsIn('monthly');
  await provider.faults({ match: { path: '/pool' }, drop: true });
  await page.getByRole('link', { name: 'Hi, Mateo' }).click();
  for (const name of ['Two-step verification', 'Devices']) {
    await expect(section(page, name).getByRole('alert')).toHaveText('Network Error');
  }
  await expect(section(page, 'Membership')).toContainText('Monthly');
  await button(page, 'Change name').click();
  await field(page, 'New name').fill('Mateo O.');
  await button(page, 'Save name').click();
  await expect(section(page, 'Profile')).toContainText('Your name is changed.');
  await provider.clearFaults();
  for (const name of ['Two-step verification', 'Devices']) {
    await section(page, name).getByRole('button', { name: 'Retry' }).click();
  }
  await expect(button(page, 'Set up authenticator app')).toBeVisible();
  await expect(section(page, 'Devices')).toContainText('This device');

  await button(page, 'Manage subscription').click();
  const dialog = page.getByRole('dialog', { name: 'Manage subscription' });
  await expect(dialog.getByRole('link', { name: /^Monthly/ })).toHaveAttribute('aria-current', 'true');
  // No plan link is configured, so it leads to the provider's own page.
  await expect(dialog.getByRole('link', { name: /^Annual/ })).toHaveAttribute(
    'href',
    `${provider.origin}/billing/plans/annual`,
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button(page, 'Manage subscription')).toBeFocused();

  await button(page, 'Set up authenticator app').click();
  await expect(field(page, 'Confirmation code')).toBeVisible();
  await button(page, 'Change password').click();
  await button(page, 'Save password').click();
  await expect(section(page, 'Password').getByRole('alert')).toHaveText('Password cannot be empty');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNoViolations(page, colorScheme);
  }
});
