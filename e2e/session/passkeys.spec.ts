import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { Listener, type DemoAccount } from '../support/listener.ts';
import { VirtualAuthenticator } from '../support/passkeys.ts';

// There are no passkeys at an address without a name (SES-133).
const test = base.extend({
  baseURL: async ({ provider }, use) => {
    await use(provider.origin.replace('127.0.0.1', 'localhost'));
    await provider.moveClock(0);
  },
});

const passkeysOf = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

async function addAtAccount(page: Page, account: DemoAccount): Promise<void> {
  await page.goto('/account');
  await new Listener(page).signsIn(account, '/account');
  await passkeysOf(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeysOf(page).getByRole('button', { name: 'Remove Passkey', exact: true })).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/login');
}

test('a listener adds a passkey, signs in with it without a user name, renames and removes it, and is refused then (ACC-42, SES-142)', async ({
  page,
  allowConsole,
}) => {
  const authenticator = await VirtualAuthenticator.plugInto(page);
  await addAtAccount(page, 'annual');
  expect(await authenticator.passkeys()).toHaveLength(1);
  expect(await violations(page)).toEqual([]);
  await signOut(page);

  await page.goto('/login?from=%2Faccount');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL('/account');
  await expect(passkeysOf(page)).toContainText('Last used on');

  await passkeysOf(page).getByRole('button', { name: 'Rename Passkey', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('My phone');
  await page.getByRole('button', { name: 'Save name' }).click();
  await passkeysOf(page).getByRole('button', { name: 'Remove My phone' }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(passkeysOf(page)).toContainText('You have none yet.');
  const left = page.waitForResponse((response) => response.url().includes('/pool/hosted/logout'));
  await signOut(page);
  await left;

  allowConsole(/status of 400/u);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/pool/hosted/oauth2/authorize?**');
  await expect(page.getByRole('alert')).toContainText(/This passkey is not known here|No passkey was used/u);
});

test('the keyboard alone adds a passkey with a key in a socket (usb), and signs in with it', async ({
  page,
}) => {
  await VirtualAuthenticator.plugInto(page, { transport: 'usb' });
  await page.goto('/account');
  await new Listener(page).signsIn('monthly', '/account');
  await passkeysOf(page).getByRole('button', { name: 'Add a passkey' }).focus();
  await page.keyboard.press('Enter');
  await expect(passkeysOf(page).getByRole('button', { name: 'Rename Passkey', exact: true })).toBeVisible();
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test('a key that cannot hold passkeys, or does not check its person, adds none, and the page says so', async ({
  page,
}) => {
  await VirtualAuthenticator.plugInto(page, { transport: 'usb', hasResidentKey: false });
  await page.goto('/account');
  await new Listener(page).signsIn('free', '/account');
  const passkeys = passkeysOf(page);
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByRole('alert')).toBeVisible();
  await expect(passkeys).toContainText('You have none yet.');
});

test('a sign-in of an hour ago has to be made again to add a passkey (SES-137)', async ({
  page,
  provider,
  allowConsole,
}) => {
  allowConsole(/status of 400/u);
  const authenticator = await VirtualAuthenticator.plugInto(page);
  await page.goto('/account');
  await new Listener(page).signsIn('trial', '/account');
  await provider.moveClock(11 * 60 * 1000);
  await passkeysOf(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeysOf(page).getByRole('alert')).toContainText('Sign in again to add a passkey.');
  expect(await authenticator.passkeys()).toHaveLength(0);
  await passkeysOf(page).getByRole('button', { name: 'Sign in again' }).click();
  await page.waitForURL('**/pool/hosted/oauth2/authorize?**');
  await page.getByLabel('Email').fill('trial@listener.test');
  await page.getByLabel('Password').fill('Listen-2026!');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/account');
  await passkeysOf(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeysOf(page).getByRole('button', { name: 'Remove Passkey', exact: true })).toBeVisible();
});

test('at an address without a name, nothing is shown of passkeys (SES-133)', async ({ page, provider }) => {
  await page.goto(`${provider.origin}/account`);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
});
