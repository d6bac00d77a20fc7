import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from '../fixtures.ts';
import { configure, NO_WORKER } from '../support/configuration.ts';
import { PASSWORD } from '../support/listener.ts';
import type { Provider } from '../support/provider.ts';

// The browser logs every refused or failed request. The app logs that it could not load the sign-in library.
const EXPECTED_LOGS = /status of (?:400|500)|ERR_INTERNET_DISCONNECTED|sign-in library could not be used/;
const CODE_SENT = 'A new code is on its way.';
const LIMIT = 'Attempt limit exceeded, please try after some time.';

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true });
const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const alerts = (page: Page) => page.getByRole('main').getByRole('alert');

let count = 0;
const newEmail = (): string => {
  count += 1;
  return `sign-up.${Date.now()}.${count}@listener.test`;
};

/** Makes the sign-in service return this response to an action until `dispose` is called. */
async function respondFromPool(page: Page, action: string, status: number, body: object) {
  const isPool = (url: URL) => url.pathname.startsWith('/pool');
  const respond: Parameters<Page['route']>[1] = async (route) => {
    const target = route.request().headers()['x-amz-target'] ?? '';
    if (!target.endsWith(`.${action}`)) return route.fallback();
    return route.fulfill({ status, contentType: 'application/x-amz-json-1.1', body: JSON.stringify(body) });
  };
  await page.route(isPool, respond);
  return async () => page.unroute(isPool, respond);
}

const limited = { __type: 'LimitExceededException', message: LIMIT };

async function fillsAccount(page: Page, email: string, password = PASSWORD): Promise<void> {
  await field(page, 'First Name').fill('Wren');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Create Account').click();
}

test.beforeEach(({ allowConsole }) => allowConsole(EXPECTED_LOGS));

test.describe('an error of a new account', () => {
  test('is shown at the field that it is about', async ({ page }) => {
    await page.goto('/create');
    await fillsAccount(page, 'nn');
    await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email address.');
    await expect(field(page, 'Email')).toBeFocused();
    await expect(field(page, 'Password')).not.toHaveAttribute('aria-invalid');
    await expect(alerts(page)).toHaveCount(1);

    await fillsAccount(page, newEmail(), 'short');
    await expect(field(page, 'Password')).toHaveAccessibleDescription(/Password not long enough/);
    await expect(field(page, 'Password')).toBeFocused();
    await expect(field(page, 'Email')).not.toHaveAttribute('aria-invalid');
    await expect(alerts(page)).toHaveCount(1);
  });

  for (const [name, status, body, message] of [
    ['a limit of the service', 400, limited, LIMIT],
    ['a failure of the service', 500, {}, 'Error creating account'],
  ] as const) {
    test(`is shown at no field if it is ${name}`, async ({ page }) => {
      await respondFromPool(page, 'SignUp', status, body);
      await page.goto('/create');
      await fillsAccount(page, newEmail());
      await expect(alerts(page)).toHaveText([message]);
      await expect(page.locator('[aria-invalid]')).toHaveCount(0);
    });
  }
});

/** The forms that can resend a code: the service's action, the submit button, and how to open each. */
const FORMS = [
  {
    name: 'a new password',
    action: 'ForgotPassword',
    submit: 'Reset password',
    opens: async (page: Page, provider: Provider) => {
      const email = newEmail();
      await provider.addListener({ email, name: 'Wren Okafor', password: PASSWORD });
      await page.goto('/forgot-password');
      await field(page, 'Email').fill(email);
      await button(page, 'Send code').click();
      await field(page, 'New password').fill(PASSWORD);
    },
  },
  {
    name: 'a new account',
    action: 'ResendConfirmationCode',
    submit: 'Confirm',
    opens: async (page: Page) => {
      await page.goto('/create');
      await fillsAccount(page, newEmail());
    },
  },
  {
    name: 'a new address',
    action: 'UpdateUserAttributes',
    submit: 'Confirm',
    opens: async (page: Page, provider: Provider) => {
      const email = newEmail();
      await provider.addListener({ email, name: 'Wren Okafor', password: PASSWORD });
      await page.goto('/login?from=%2Faccount');
      await field(page, 'Email').fill(email);
      await field(page, 'Password').fill(PASSWORD);
      await button(page, 'Sign In').click();
      await button(page, 'Change email').click();
      await field(page, 'New email').fill(newEmail());
      await button(page, 'Send code').click();
    },
  },
] as const;

for (const { name, action, submit, opens } of FORMS) {
  test(`the form of ${name} always shows the newest result of resending the code`, async ({
    page,
    context,
    provider,
  }) => {
    test.slow();
    await opens(page, provider);
    const code = field(page, 'Confirmation code');
    const sent = page.getByText(CODE_SENT);
    await expect(code).toBeVisible();

    await context.setOffline(true);
    await button(page, 'Resend code').click();
    await expect(alerts(page)).toHaveText(['Network Error'], { timeout: 15_000 });
    await context.setOffline(false);

    const entersWrongCode = async () => {
      await code.fill('000000');
      await button(page, submit).click();
      await expect(code).toHaveAccessibleDescription(/Invalid verification code/);
      await expect(alerts(page)).toHaveCount(1);
      await expect(sent).toHaveCount(0);
    };
    await entersWrongCode();
    for (const [status, body, message] of [
      [400, limited, LIMIT],
      [500, {}, 'Authentication Error'],
    ] as const) {
      const dispose = await respondFromPool(page, action, status, body);
      await button(page, 'Resend code').click();
      await expect(alerts(page)).toHaveText([message]);
      await expect(code).not.toHaveAttribute('aria-invalid');
      await dispose();
      await entersWrongCode();
    }

    await button(page, 'Resend code').click();
    await expect(sent).toBeVisible();
    await expect(alerts(page)).toHaveCount(0);
    await entersWrongCode();
  });
}

test('a sign-in that finds the account unconfirmed says whether the code was sent', async ({
  page,
  provider,
}) => {
  const email = newEmail();
  await provider.addListener({ email, name: 'Wren Okafor', password: PASSWORD, state: 'unconfirmed' });
  const dispose = await respondFromPool(page, 'ResendConfirmationCode', 400, limited);
  await page.goto('/login');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(PASSWORD);
  await button(page, 'Sign In').click();
  await expect(field(page, 'Confirmation code')).toBeFocused();
  await expect(alerts(page)).toHaveText([LIMIT]);
  await dispose();
  await button(page, 'Resend code').click();
  await expect(page.getByText(CODE_SENT)).toBeVisible();
  await expect(alerts(page)).toHaveCount(0);
});

test('a sign-in that finds the account unconfirmed can be started over', async ({ page, provider }) => {
  const email = newEmail();
  await provider.addListener({ email, name: 'Wren Okafor', password: PASSWORD, state: 'unconfirmed' });
  await page.goto('/login');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(PASSWORD);
  await button(page, 'Sign In').click();
  await expect(field(page, 'Confirmation code')).toBeFocused();
  await button(page, 'Start over').click();
  await field(page, 'Email').fill('buyer@listener.test');
  await field(page, 'Password').fill(PASSWORD);
  await button(page, 'Sign In').click();
  await expect(page).toHaveURL('/');
});

test('a mistyped address can be corrected in the step that asks for its code', async ({ page, provider }) => {
  const [mistyped, email] = [newEmail(), newEmail()];
  await page.goto('/create');
  await fillsAccount(page, mistyped);
  await expect(page.getByText(`We sent a code to ${mistyped}.`)).toBeVisible();

  await button(page, 'Use another email address').click();
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'Email')).toHaveValue(mistyped);
  await field(page, 'Email').fill('buyer@listener.test');
  await button(page, 'Send code').click();
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/already exists/);
  await button(page, 'Cancel').click();
  await expect(page.getByText(`We sent a code to ${mistyped}.`)).toBeVisible();

  await button(page, 'Use another email address').click();
  await field(page, 'Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`We sent a code to ${email}.`)).toBeVisible();
  await field(page, 'Confirmation code').fill(await provider.codeFor(email));
  await button(page, 'Confirm').click();
  await expect(page).toHaveURL('/recommended');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Hi, Wren' })).toBeVisible();
});

test.describe('a new account that needs a second factor', () => {
  const setsUp = async (page: Page, provider: Provider) => {
    const email = newEmail();
    await page.goto('/create');
    await fillsAccount(page, email);
    const code = await provider.codeFor(email);
    await provider.actOnListener('require-mfa', email);
    await field(page, 'Confirmation code').fill(code);
    await button(page, 'Confirm').click();
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    return (await page.locator('code').innerText()).replaceAll(/\s/g, '');
  };

  test('sets the factor up before it is signed in', async ({ page, provider }) => {
    const secret = await setsUp(page, provider);
    await field(page, 'Confirmation code').fill('000000');
    await button(page, 'Confirm').click();
    await expect(alerts(page)).toHaveCount(1);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await field(page, 'Confirmation code').fill(code);
    await button(page, 'Confirm').click();
    await expect(page).toHaveURL('/recommended');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Hi, Wren' })).toBeVisible();
  });

  test('is led to the sign-in if the set-up is started over', async ({ page, provider }) => {
    await setsUp(page, provider);
    await button(page, 'Start over').click();
    await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Sign in to your account' }).click();
    await expect(page).toHaveURL('/login');
  });
});

test.describe('a link that confirms an account', () => {
  test.use({ serviceWorkers: 'block' });

  test('starts a new wait when it is sent again after the wait has ended', async ({
    page,
    provider,
    allowConsole,
  }) => {
    test.slow();
    allowConsole(NO_WORKER);
    await configure(page, { signUpConfirmation: 'link' });
    const email = newEmail();
    await page.goto('/create');
    await fillsAccount(page, email);
    // A limit ends the wait, because later tries would fail as well.
    const allowSignIn = await respondFromPool(page, 'InitiateAuth', 400, limited);
    const ended = 'Please use your credentials to sign in';
    await expect(alerts(page)).toHaveText([ended], { timeout: 15_000 });
    await button(page, 'Check again').click();
    await expect(page.getByText(/this page goes on by itself/)).toBeVisible();
    await expect(alerts(page)).toHaveText([ended], { timeout: 15_000 });
    await allowSignIn();
    const dispose = await respondFromPool(page, 'ResendConfirmationCode', 400, limited);
    await button(page, 'Resend link').click();
    await expect(alerts(page)).toHaveText([LIMIT]);
    await dispose();
    await button(page, 'Resend link').click();
    await expect(page.getByText('A new link is on its way.')).toBeVisible();
    await expect(alerts(page)).toHaveCount(0);
    await expect(page.getByText(/this page goes on by itself/)).toBeVisible();
    const link = new URL(await provider.confirmationLinkFor(email));
    await page.request.post(link.origin + link.pathname, { form: Object.fromEntries(link.searchParams) });
    await expect(page).toHaveURL('/recommended', { timeout: 20_000 });
  });
});

test.describe('the page that a listener requested', () => {
  const requested = '/audios/the-tide-library?x=1#tracks';
  const from = `from=${new URLSearchParams({ from: requested }).toString().slice('from='.length)}`;

  test('is kept by every link between the screens for visitors', async ({ page }) => {
    test.slow();
    await page.goto(requested);
    await expect(page).toHaveURL(`/login?${from}`);
    const main = page.getByRole('main');
    const banner = page.getByRole('banner');
    const follows = async (area: typeof main, name: string, path: string) => {
      await area.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(`${path}?${from}`);
    };
    await follows(main, 'Forgot password?', '/forgot-password');
    await follows(main, 'Sign in to your account', '/login');
    await follows(main, 'Create your account', '/create');
    await follows(main, 'Sign in to your account', '/login');
    await follows(banner, 'Create Free Account', '/create');
    await follows(banner, 'Sign In', '/login');
    await field(page, 'Email').fill('buyer@listener.test');
    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Sign In').click();
    await expect(page).toHaveURL(requested);
  });

  const resetsPassword = async (page: Page, provider: Provider, query: string) => {
    const email = newEmail();
    await provider.addListener({ email, name: 'Wren Okafor', password: PASSWORD });
    await page.goto(`/forgot-password${query}`);
    await field(page, 'Email').fill(email);
    await button(page, 'Send code').click();
    await field(page, 'Confirmation code').fill(await provider.codeFor(email));
    await field(page, 'New password').fill('Another-2026!');
    await button(page, 'Reset password').click();
  };

  test('opens after a new password', async ({ page, provider }) => {
    await resetsPassword(page, provider, `?${from}`);
    await expect(page).toHaveURL(requested);
  });

  test('is replaced by home if it is not a page that needs a session', async ({ page, provider }) => {
    await resetsPassword(page, provider, '?from=https%3A%2F%2Fevil.test%2F');
    await expect(page).toHaveURL('/');
  });

  test('is kept if the sign-in after a new password fails', async ({ page, provider }) => {
    const allowSignIn = await respondFromPool(page, 'InitiateAuth', 500, {});
    await resetsPassword(page, provider, `?${from}`);
    await expect(page).toHaveURL(`/login?${from}`);
    await allowSignIn();
  });

  const offer = (page: Page) => page.getByRole('dialog', { name: 'Unlock every audio now!' });

  const createsAccount = async (page: Page, provider: Provider, query: string) => {
    const email = newEmail();
    await page.goto(`/create${query}`);
    await fillsAccount(page, email);
    await field(page, 'Confirmation code').fill(await provider.codeFor(email));
    await button(page, 'Confirm').click();
    await expect(page).toHaveURL('/recommended');
  };

  test('opens after the recommendations of a new account, and home shows the offer once', async ({
    page,
    provider,
  }) => {
    test.slow();
    await createsAccount(page, provider, `?${from}`);
    // A reload keeps the onboarding.
    await page.reload();
    await button(page, 'Continue').click();
    await expect(page).toHaveURL(requested);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(offer(page)).toBeHidden();

    await page.getByRole('banner').getByRole('link', { name: /Home$/ }).click();
    await expect(page).toHaveURL('/');
    await expect(offer(page)).toBeVisible();
    await offer(page).getByRole('button', { name: 'Close' }).click();
    await page.goto('/recommended');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Next Listen');
    await expect(button(page, 'Continue')).toHaveCount(0);
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Ask the Universe' })).toBeVisible();
    await expect(offer(page)).toBeHidden();
  });

  for (const query of ['', '?from=https%3A%2F%2Fevil.test%2F', '?from=%2Fcreate']) {
    test(`is home for a new account with the query "${query}"`, async ({ page, provider }) => {
      await createsAccount(page, provider, query);
      await button(page, 'Continue').click();
      await expect(page).toHaveURL('/');
      await expect(offer(page)).toBeVisible();
    });
  }
});
