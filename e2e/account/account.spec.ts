import { Secret, TOTP } from 'otpauth';
import { expect, test } from '../fixtures.ts';
import { PASSWORD } from '../support/listener.ts';

const REQUESTED = '/audios/the-tide-library?x=1#tracks';

test('a visitor creates an account that needs a second factor, and continues at the requested page', async ({
  page,
  provider,
  allowConsole,
}) => {
  test.slow();
  // The browser logs every refused request.
  allowConsole(/status of 400/);
  const email = `ines.${Date.now()}@listener.test`;
  const main = page.getByRole('main');
  await page.goto(`/create?from=${encodeURIComponent(REQUESTED)}`);
  await page.getByLabel('First Name', { exact: true }).fill('Inês');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account', exact: true }).click();

  const field = page.getByLabel('Confirmation code', { exact: true });
  const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
  await expect(field).toBeFocused();
  await field.fill('000000');
  await confirm.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await field.fill(await provider.codeFor(email));
  await provider.actOnListener('require-mfa', email);
  await confirm.click();

  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '');
  await field.fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await confirm.click();

  await expect(page).toHaveURL('/recommended');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Hi, Inês' })).toBeVisible();
  const bodiesTo = async (path: string) =>
    (await provider.calls()).filter((call) => call.path === path).map(({ body }) => body);
  expect(await bodiesTo('/api/v2/user/create_account')).toEqual([{ email, full_name: 'Inês' }]);
  expect(await bodiesTo('/api/v2/user/login_attempts')).toEqual([{ email, success: true }]);

  // A reload keeps the onboarding, and home shows the offer once.
  await page.reload();
  await main.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(REQUESTED);
  const offer = page.getByRole('dialog', { name: 'Unlock every audio now!' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(offer).toBeHidden();
  await page.getByRole('banner').getByRole('link', { name: /Home$/ }).click();
  await offer.getByRole('button', { name: 'Close' }).click();
  await page.goto('/recommended');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Next Listen');
  await expect(main.getByRole('button', { name: 'Continue', exact: true })).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Ask the Universe' })).toBeVisible();
  await expect(offer).toBeHidden();
});
