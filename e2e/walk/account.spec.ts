import { expect, type Page } from '@playwright/test';
import { t } from 'audio-streaming-translations/translate';
import { test } from '../support/configuration.ts';
import { escape, main, press, type Screen, signIn, type Step, walk } from '../support/walk.ts';
import { VirtualAuthenticator } from '../support/passkeys.ts';

const isShown = async (page: Page, name: string): Promise<void> =>
  expect(main(page).getByRole('button', { name, exact: true })).toBeVisible();

const enter: Step = async (page, provider) => {
  await VirtualAuthenticator.plugInto(page);
  await signIn('annual@listener.test')(page, provider);
  await isShown(page, 'Add a passkey');
};

/** Signs in with another browser, too. */
const enterElsewhere: Step = async (page, provider) => {
  const elsewhere = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  const other = await elsewhere?.newPage();
  await other?.goto('/login');
  if (other !== undefined) await signIn('annual@listener.test')(other, provider);
  await other?.waitForURL((url) => url.pathname === '/');
  await elsewhere?.close();
  await page.reload();
  await isShown(page, 'Sign out all others');
};

const addPasskey: Step = async (page) => {
  await press(page, 'Add a passkey');
  await isShown(page, 'Rename Passkey');
};

const makeFeed: Step = async (page) => {
  await press(page, 'Make an address');
  const dialog = page.getByRole('dialog');
  await dialog.locator('input').fill('car');
  await dialog.locator('button[type="submit"]').click();
  await dialog.getByRole('button', { name: 'Done', exact: true }).click();
  await isShown(page, 'Rename car');
};

/** A dialog that a button of the page opens. */
const dialog = (name: string, label: () => string, before?: Step): Screen => ({
  path: '/account',
  name,
  ...(before !== undefined && { before }),
  open: async (page) => {
    await press(page, label());
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  close: escape,
});

const ACCOUNT: readonly Screen[] = [
  { path: '/account', before: enter },
  {
    path: '/account',
    name: 'all forms',
    // Another language closes them.
    open: async (page) => {
      for (const name of [
        'Change name',
        'Change email',
        'Change password',
        'Add phone number',
        'Set up authenticator app',
      ])
        await press(page, t(name));
      await expect(main(page).locator('input[autocomplete="one-time-code"]')).toBeVisible();
    },
  },
  {
    path: '/account',
    name: 'two sessions and a passkey',
    before: async (page, provider) => {
      await enterElsewhere(page, provider);
      await addPasskey(page, provider);
    },
  },
  dialog('the name of a passkey', () => t('Rename {name}', { name: t('Passkey') })),
  dialog('the end of a passkey', () => t('Remove {title}', { title: t('Passkey') })),
  dialog('an address for other apps', () => t('Make an address')),
  dialog('the name of an address', () => t('Rename {name}', { name: 'car' }), makeFeed),
  dialog('a new address', () => t('Renew {name}', { name: 'car' })),
  dialog('the end of an address', () => t('Revoke {name}', { name: 'car' })),
  dialog('the plans', () => t('Manage subscription')),
  dialog('the end of an account', () => t('Delete account')),
];

test('no text of the account is cut, covered or left in English, in Arabic, German and longer words (APP-58, LANG-5, LANG-15)', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  test.slow();
  // There are no passkeys at an address without a name (SES-133).
  const baseURL = provider.origin.replace('127.0.0.1', 'localhost');
  await walk(
    { openAs: (as, options) => openAs(as, { ...options, baseURL }), provider, allowConsole },
    { as: null, isSignedIn: true },
    ACCOUNT,
  );
});
