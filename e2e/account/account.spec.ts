import { Secret, TOTP } from 'otpauth';
import { expect, test } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
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

const BOOK = '/audios/a-brief-history-of-bread';

test('a member makes an address on a title, an app plays it, and the account page renews and revokes it', async ({
  page,
  provider,
  request,
  context,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/login?from=${encodeURIComponent(BOOK)}`);
  const main = page.getByRole('main');
  await main.getByLabel('Email', { exact: true }).fill('annual@listener.test');
  await main.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await main.getByRole('button', { name: 'Sign In' }).click();

  await main.getByRole('button', { name: 'Listen elsewhere' }).click();
  const making = page.getByRole('dialog', { name: 'Listen in another app' });
  await making.getByLabel('Name').fill('car');
  await making.getByRole('button', { name: 'Make address' }).click();
  await expect(making.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await making.getByRole('button', { name: 'Copy address' }).click();
  await expect(making.getByText('Address copied')).toBeVisible();
  const address = await page.evaluate(async () => navigator.clipboard.readText());
  expect(address.startsWith(`${provider.origin}/feeds/`)).toBe(true);
  for (const width of [390, 820, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrollWidth).toBeLessThanOrEqual(width);
    }
  }
  await making.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(address)).toHaveCount(0);

  const asApp = { headers: { 'user-agent': 'Overcast/3.0' } };
  const feed = await (await request.get(address, asApp)).text();
  const sound = /<enclosure url="(?<url>[^"]+)"/u.exec(feed)?.groups?.['url'] ?? '';
  expect((await request.get(sound, { headers: { ...asApp.headers, range: 'bytes=0-99' } })).status()).toBe(
    206,
  );

  await page.goto('/account');
  const section = main.getByRole('region', { name: 'Listen in other apps' });
  await expect(section.getByText(/Overcast/u)).toBeVisible();
  await section.getByRole('button', { name: 'Renew car' }).click();
  const renewing = page.getByRole('dialog', { name: 'Renew “car”?' });
  await renewing.getByRole('button', { name: 'Renew address' }).click();
  await expect(renewing.getByRole('button', { name: 'Copy address' })).toBeVisible();
  expect((await request.get(address, asApp)).status()).toBe(404);
  await renewing.getByRole('button', { name: 'Done' }).click();
  await section.getByRole('button', { name: 'Revoke car' }).click();
  const revoking = page.getByRole('dialog', { name: 'Revoke “car”?' });
  expect(await violations(page)).toEqual([]);
  await revoking.getByRole('button', { name: 'Revoke address' }).click();
  await expect(section.getByText('You have none yet.')).toBeVisible();
});
