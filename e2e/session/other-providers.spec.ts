import { OpenIdProvider, CLIENT } from 'audio-streaming-provider/test/support/openid-provider';
import { expect, test as base } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { Provider } from '../support/provider.ts';

type Issuers = { readonly school: OpenIdProvider };

/** A provider whose listeners sign in at a real provider of OpenID Connect. */
const test = base.extend<object, { readonly issuers: Issuers; readonly provider: Provider }>({
  issuers: [
    async ({}, use) => {
      const school = await OpenIdProvider.reserve('localhost');
      await use({ school });
      await school.stop();
    },
    { scope: 'worker' },
  ],
  provider: [
    async ({ issuers: { school } }, use) => {
      const provider = await Provider.start(process.env['TEST_DIST'] ?? 'dist', ['--no-collectors'], {
        OIDC_ISSUER: school.issuer,
        OIDC_CLIENT_ID: CLIENT.id,
        OIDC_CLIENT_SECRET: CLIENT.secret,
        OIDC_NAME: 'Example School',
      });
      await school.start({ hostedLogin: `${provider.origin}/pool/hosted`, id: 'example-school' });
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
});

test('a listener continues with another provider, and signs out of both (SES-153, SES-159)', async ({
  page,
  provider,
  issuers: { school },
  allowConsole,
}) => {
  // The pages of the library have no icon, and fonts from elsewhere, which stay away.
  await page.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ body: '' }));
  allowConsole(/status of 404.*favicon/u);
  school.claims.set('wren', { email: 'wren@school.example', email_verified: true, name: 'Wren Pupil' });
  await page.goto('/login?from=%2Flibrary');
  await expect(page.getByRole('button', { name: 'Use the secure sign-in page' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Continue with Example School' }).click();
  await page.waitForURL(`${school.issuer}/**`);
  await page.locator('[name=login]').fill('wren');
  await page.locator('[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(`${provider.origin}/library`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Hi, Wren' })).toBeVisible();

  await page.goto('/account');
  const sessions = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(sessions.getByText(/^Signed in .* with Example School/u)).toBeVisible();

  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.waitForURL(`${school.issuer}/session/end?**`);
  await page.locator('button[name=logout]').click();
  await expect(page).toHaveURL(`${provider.origin}/login`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');

  allowConsole(/status of 400/u);
  // The issuer asks again, and a person who cancels reads why nobody is signed in.
  await page.getByRole('button', { name: 'Continue with Example School' }).click();
  await page.waitForURL(`${school.issuer}/**`);
  await page.getByRole('link', { name: /Cancel/u }).click();
  await expect(page.getByRole('alert')).toHaveText('The sign-in with Example School was canceled.');
  await expect(page.getByRole('link', { name: 'Continue with Example School' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
