import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { PASSWORD } from '../support/listener.ts';
import { VirtualAuthenticator } from '../support/passkeys.ts';
import { Provider } from '../support/provider.ts';

/** A provider at a name, because there are no passkeys at an address without one (SES-133). */
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
  baseURL: async ({ provider }, use) => {
    await use(provider.origin.replace('127.0.0.1', 'localhost'));
  },
});

async function openHostedPage(page: Page): Promise<void> {
  await page.goto('/login?from=%2Flibrary');
  await page.getByRole('button', { name: 'Use the secure sign-in page' }).click();
  await page.waitForURL('**/pool/hosted/oauth2/authorize?**');
}

/** Makes a call of the pool, as the listener whose access token it is. */
async function callPool(page: Page, AccessToken: string, action: string, body: object): Promise<unknown> {
  const response = await page.request.post('/pool/', {
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
    },
    data: JSON.stringify({ AccessToken, ...body }),
  });
  return response.json();
}

/** Adds a passkey by the calls of the pool, in the page of the hosted login. */
async function addPasskey(page: Page, account: string): Promise<string> {
  await openHostedPage(page);
  await page.getByLabel('Email').fill(`${account}@listener.test`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/library');
  const access = await page.evaluate(async () => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken')) ?? '';
    return localStorage.getItem(key) ?? '';
  });
  const started = await callPool(page, access, 'StartWebAuthnRegistration', {});
  const Credential = await page.evaluate(
    async (options: unknown): Promise<unknown> => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
        options as PublicKeyCredentialCreationOptionsJSON,
      );
      const made = await navigator.credentials.create({ publicKey });
      return made instanceof PublicKeyCredential ? made.toJSON() : null;
    },
    Reflect.get(Object(started), 'CredentialCreationOptions') as unknown,
  );
  await callPool(page, access, 'CompleteWebAuthnRegistration', { Credential });
  return access;
}

async function signOut(page: Page): Promise<void> {
  // The app also signs out of the hosted login, which leads back.
  const left = page.waitForResponse((response) => response.url().includes('/pool/hosted/logout'));
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await left;
  await expect(page).toHaveURL('/login');
}

test('a passkey in a key (usb) signs in on the hosted page by the keyboard, without a user name (SES-134, SES-140)', async ({
  page,
}) => {
  const authenticator = await VirtualAuthenticator.plugInto(page, { transport: 'usb' });
  await addPasskey(page, 'annual');
  expect(await authenticator.passkeys()).toHaveLength(1);
  await signOut(page);
  // Nobody is there while the page waits, so autofill signs in nobody.
  await authenticator.isThere(false);
  await openHostedPage(page);
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await expect(button).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await authenticator.isThere(true);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/library');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Library');
});

test('autofill signs in without a press of any button (SES-140)', async ({ page }) => {
  const authenticator = await VirtualAuthenticator.plugInto(page);
  await addPasskey(page, 'monthly');
  expect(await authenticator.passkeys()).toHaveLength(1);
  await signOut(page);
  await page.goto('/login?from=%2Flibrary');
  await page.getByRole('button', { name: 'Use the secure sign-in page' }).click();
  // The virtual authenticator takes the offer of the field at once.
  await expect(page).toHaveURL('/library');
});

test('a passkey that was removed is refused in plain words, and the password still works (SES-136)', async ({
  page,
  allowConsole,
}) => {
  const authenticator = await VirtualAuthenticator.plugInto(page);
  const access = await addPasskey(page, 'free');
  const listed = await callPool(page, access, 'ListWebAuthnCredentials', {});
  const credentials: unknown = Reflect.get(Object(listed), 'Credentials');
  const first: unknown = Array.isArray(credentials) ? credentials[0] : null;
  const CredentialId: unknown = Reflect.get(Object(first), 'CredentialId');
  await callPool(page, access, 'DeleteWebAuthnCredential', { CredentialId });
  await signOut(page);
  await authenticator.isThere(false);
  await openHostedPage(page);
  allowConsole(/status of 400/u);
  await authenticator.isThere(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  // After the refusal, the browser offers the passkey no more (SES-141).
  await expect(page.getByRole('alert')).toContainText(/This passkey is not known here|No passkey was used/u);
  await authenticator.isThere(false);
  await page.getByLabel('Email').fill('free@listener.test');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/library');
});

test('a passkey that does not check its person signs nobody in, and the page says so', async ({ page }) => {
  const authenticator = await VirtualAuthenticator.plugInto(page);
  await addPasskey(page, 'trial');
  await signOut(page);
  await authenticator.isThere(false);
  await openHostedPage(page);
  await authenticator.checks(false);
  await authenticator.isThere(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('No passkey was used.');
});
