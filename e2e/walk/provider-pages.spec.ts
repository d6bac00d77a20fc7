import { expect, type Page } from '@playwright/test';
import { test as base } from '../support/sessions.ts';
import { PASSWORD } from '../support/listener.ts';
import { Provider } from '../support/provider.ts';
import { lookAtPage, signIn } from '../support/walk.ts';

/** The pages of the provider itself: its hosted login, and what a listener pays. */
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
});

const EMAIL = 'payer-of-pages@listener.test';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** Presses a button of the page, waits for the next page, and looks at it. */
const goOn = async (page: Page, button: string, next: string): Promise<void> => {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  await expect(heading(page, next)).toBeVisible();
  await lookAtPage(page, next);
};

/** Opens a page, and signs in if it asks for that: after a payment it does so again. */
const open = async (page: Page, provider: Provider, path: string, title: string): Promise<void> => {
  await page.goto(path);
  const password = page.locator('input[type="password"]');
  await expect(heading(page, title).or(password)).toBeVisible();
  if (await password.isVisible()) await signIn(EMAIL)(page, provider);
  await expect(heading(page, title)).toBeVisible();
  await lookAtPage(page, `${path}: ${title}`, [EMAIL]);
};

test('no page of paying has a text that is cut or covered, in Arabic and German (LANG-12, LANG-15)', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/status of 40[034]/u);
  await provider.addListener({ email: EMAIL, name: 'Wren Ashby', password: PASSWORD });
  const page = await openAs(null);
  await page.goto('/billing/manage');
  await expect(page.locator('input[type="password"]')).toBeVisible();
  await lookAtPage(page, 'the sign-in before paying');
  await signIn(EMAIL)(page, provider);
  await expect(heading(page, 'Nothing to manage')).toBeVisible();
  await open(page, provider, '/billing/manage', 'Nothing to manage');
  await open(page, provider, '/billing/titles/nothing', 'Not for sale');
  await open(page, provider, '/billing/back', 'All done');
  await open(page, provider, '/billing/plans/annual', 'Checkout');
  await goOn(page, 'Cancel', 'All done');
  await page.goto('/billing/plans/annual');
  await page.getByRole('button', { name: /^Pay |^Start/u }).click();
  await expect(heading(page, 'You are a member now')).toBeVisible();
  await lookAtPage(page, 'the receipt');
  await open(page, provider, '/billing/plans/annual', 'Your membership');
  await open(page, provider, '/billing/plans/monthly', 'Change your plan');
  await open(page, provider, '/billing/manage', 'Your membership');
  await goOn(page, 'Cancel my membership', 'Your membership');
});

test('no page of the hosted login has a text that is cut or covered, in Arabic and German (LANG-12, LANG-15)', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/status of 40[0134]/u);
  const page = await openAs(null);
  for (const [email, password, field] of [
    ['nobody@listener.test', 'not this one', '[role="alert"]'],
    ['totp@listener.test', PASSWORD, 'input[autocomplete="one-time-code"]'],
  ] as const) {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Use the secure sign-in page' }).click();
    await page.waitForURL('**/pool/hosted/oauth2/authorize?**');
    await signIn(email, password)(page, provider);
    await expect(page.locator(field).first()).toBeVisible();
    await lookAtPage(page, field);
  }
});
