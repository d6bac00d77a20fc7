import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { PASSWORD } from './support/listener.ts';

// The browser itself notes every request that is refused.
const NOTED = /status of (?:400|500)/;
const LIMIT = 'Attempt limit exceeded, please try after some time.';

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true });
const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const alerts = (page: Page) => page.getByRole('main').getByRole('alert');

let made = 0;
const newEmail = (): string => {
  made += 1;
  return `way-in.${Date.now()}.${made}@listener.test`;
};

/** The sign-in service answers an action so. */
async function poolAnswers(page: Page, action: string, status: number, body: object) {
  const isPool = (url: URL) => url.pathname.startsWith('/pool');
  const answer: Parameters<Page['route']>[1] = async (route) => {
    const target = route.request().headers()['x-amz-target'] ?? '';
    if (!target.endsWith(`.${action}`)) return route.fallback();
    return route.fulfill({ status, contentType: 'application/x-amz-json-1.1', body: JSON.stringify(body) });
  };
  await page.route(isPool, answer);
}

const limited = { __type: 'LimitExceededException', message: LIMIT };

async function fillsAccount(page: Page, email: string, password = PASSWORD): Promise<void> {
  await field(page, 'First Name').fill('Wren');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Create Account').click();
}

test.beforeEach(({ allowConsole }) => allowConsole(NOTED));

test.describe('what is wrong with a new account', () => {
  test('stands at the field that it is about, in the words of the form', async ({ page }) => {
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

  for (const [name, status, body, told] of [
    ['a limit', 400, limited, LIMIT],
    ['trouble at the service', 500, {}, 'Error creating account'],
  ] as const) {
    test(`is no fault of any field where it is ${name}`, async ({ page }) => {
      await poolAnswers(page, 'SignUp', status, body);
      await page.goto('/create');
      await fillsAccount(page, newEmail());
      await expect(alerts(page)).toHaveText([told]);
      await expect(page.locator('[aria-invalid]')).toHaveCount(0);
    });
  }
});
