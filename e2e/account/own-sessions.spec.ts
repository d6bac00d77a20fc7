import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { PASSWORD } from '../support/listener.ts';

/** Signs in and opens the account page. */
async function opensAccount(page: Page, email: string): Promise<void> {
  await page.goto('/login?from=%2Faccount');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
}

const shownOn = (page: Page) => page.getByRole('region', { name: 'Where you are signed in', exact: true });

test('one browser ends the session of another, by keyboard (ACC-39, ACC-40)', async ({
  page,
  browser,
  provider,
  allowConsole,
}) => {
  // The browser logs every refused request.
  allowConsole(/status of 40[01]/);
  const email = 'two-browsers@listener.test';
  await provider.addListener({ email, name: 'Wren Okafor', password: PASSWORD });
  const elsewhere = await browser.newContext({
    baseURL: provider.origin,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  });
  const other = await elsewhere.newPage();
  await opensAccount(other, email);
  await opensAccount(page, email);

  const shown = shownOn(page);
  await expect(shown.getByRole('heading', { name: 'Firefox on Windows' })).toBeVisible();
  await expect(shown.getByText('This session')).toHaveCount(1);
  expect(await violations(page)).toEqual([]);

  await shown.getByRole('button', { name: 'Sign out Firefox on Windows' }).focus();
  await page.keyboard.press('Enter');
  await expect(shown.getByRole('heading', { name: 'Firefox on Windows' })).toHaveCount(0);
  await expect(shown.getByRole('button', { name: /^Sign out Chrome/ })).toBeFocused();

  await other.goto('/library');
  await expect(other).toHaveURL(/\/login/);
  await expect(other.getByRole('alert')).toBeVisible();
  await page.reload();
  await expect(shownOn(page).getByText('This session')).toBeVisible();
  await elsewhere.close();
});

test('all others are ended, and another tab of this browser stays signed in (ACC-40)', async ({
  page,
  context,
  browser,
  provider,
  allowConsole,
}) => {
  // The browser logs the call that ends a session a second time.
  allowConsole(/status of 404/);
  const email = 'many-browsers@listener.test';
  await provider.addListener({ email, name: 'Wren Okafor', password: PASSWORD });
  for (const userAgent of ['Television/1', 'Mozilla/5.0 (iPhone) Safari/604.1']) {
    const elsewhere = await browser.newContext({ baseURL: provider.origin, userAgent });
    await opensAccount(await elsewhere.newPage(), email);
    await elsewhere.close();
  }
  await opensAccount(page, email);
  const tab = await context.newPage();
  await tab.goto('/account');
  await expect(shownOn(tab).getByRole('heading', { level: 3, name: 'Safari on iPhone' })).toBeVisible();
  await shownOn(page).getByRole('button', { name: 'Sign out all others' }).click();
  await expect(shownOn(page).getByRole('heading', { level: 3 })).toHaveCount(1);
  // This tab does not know it yet. A session that has ended already counts as ended.
  await shownOn(tab).getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
  await expect(shownOn(tab).getByRole('heading', { level: 3 })).toHaveCount(1);
  await expect(tab).toHaveURL(/\/account$/);
});
