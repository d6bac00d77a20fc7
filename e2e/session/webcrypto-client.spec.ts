import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from '../fixtures.ts';
import { configure, NO_WORKER } from '../support/configuration.ts';
import { PASSWORD } from '../support/listener.ts';

// The changed document has to come from the provider.
test.use({ serviceWorkers: 'block' });
test.beforeEach(({ allowConsole }) => allowConsole(NO_WORKER));

const COGNITO = { userPoolId: 'us-west-2_Embedded01', clientId: 'embeddedwebclient00000001' };

const enter = async (page: Page, email: string): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
};

/** The code of the sign-in clients that the page has loaded. */
const clientsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => /\/assets\/((?:vendor|webcrypto)-client)-/.exec(name)?.[1] ?? []),
  );

for (const client of ['vendor', 'webcrypto'] as const) {
  test(`with the client ${client} a listener signs in, stays in, signs out, and signs in again on a remembered device (SES-145)`, async ({
    page,
    provider,
    allowConsole,
  }) => {
    // The browser logs the refused request before the renewal.
    allowConsole(/status of 401/);
    const endpoint = `${provider.origin}/pool`;
    await configure(page, { cognito: { ...COGNITO, endpoint, client } });
    const email = `${client}@listener.test`;
    await provider.addListener({ email, name: 'Wren Okafor', password: PASSWORD });
    await enter(page, email);
    await expect(page).toHaveURL('/');
    await expect.poll(async () => [...new Set(await clientsOf(page))]).toEqual([`${client}-client`]);

    await page.goto('/account');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    const device = page.getByRole('region', { name: 'Devices' }).getByText('This device');
    await expect(device, 'the device was confirmed').toBeVisible();

    await provider.expireTokens();
    await page.goto('/library');
    await expect(page.getByRole('heading', { level: 1 }), 'the session is renewed').toHaveText('Library');
    await expect.poll(async () => [...new Set(await clientsOf(page))]).toEqual([`${client}-client`]);

    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await expect(page).toHaveURL(/\/login/);
    await enter(page, email);
    await expect(page, 'the remembered device proves itself').toHaveURL('/');
  });
}

test('with the client webcrypto a code of an authenticator is asked for after the password (SES-145)', async ({
  page,
  provider,
}) => {
  await configure(page, {
    cognito: { ...COGNITO, endpoint: `${provider.origin}/pool`, client: 'webcrypto' },
  });
  const email = 'webcrypto-totp@listener.test';
  const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  await provider.addListener({ email, name: 'Wren Okafor', password: PASSWORD, totpSecret });
  await enter(page, email);
  await page
    .getByLabel('Confirmation code')
    .fill(new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate());
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page).toHaveURL('/');
});
