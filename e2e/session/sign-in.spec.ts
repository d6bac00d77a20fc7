import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures.ts';
import { NO_WORKER } from '../support/configuration.ts';
import { PASSWORD } from '../support/listener.ts';
import type { Provider } from '../support/provider.ts';

type NewListener = () => Promise<string>;

/** The tests of this file create the listeners that they need. */
const test = base.extend<{ readonly newListener: NewListener }>({
  newListener: async ({ provider }, use, { testId, retry }) => {
    let count = 0;
    await use(async () => {
      count += 1;
      const email = `${testId}-${retry}-${count}@listener.test`;
      await provider.addListener({ email, name: 'Wren Okafor', password: PASSWORD });
      return email;
    });
  },
});

// The browser logs every refused request.
const REFUSED = /status of 40[01]/;

const enter = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  if (!page.url().includes('/login')) await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
};

/** The stored keys of the sign-in library. */
const storedKeys = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('Cognito')));

const renewals = async (provider: Provider): Promise<number> =>
  (await provider.calls()).filter(({ body }) => JSON.stringify(body).includes('REFRESH_TOKEN_AUTH')).length;

test.describe('the session', () => {
  test('of three tabs is renewed once, and ends in all of them when the service ends it (SES-36)', async ({
    context,
    page,
    provider,
    newListener,
    allowConsole,
  }) => {
    allowConsole(REFUSED);
    const email = await newListener();
    await enter(page, email);
    await expect(page).toHaveURL('/');
    const tabs = [page, await context.newPage(), await context.newPage()];
    // No request of the earlier page may still be pending.
    await page.goto('about:blank');
    await provider.expireTokens();
    await provider.forgetCalls();
    // Each tab has fetched its listener before the service ends the session, so no tab asks again meanwhile.
    const fetched = tabs.map((tab) =>
      tab.waitForResponse((response) => response.ok() && new URL(response.url()).pathname === '/api/v2/user'),
    );
    await Promise.all(tabs.map((tab) => tab.goto('/library')));
    for (const tab of tabs) await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Library');
    await Promise.all(fetched);
    expect(await renewals(provider)).toBe(1);

    await provider.actOnListener('disable', email);
    await provider.forgetCalls();
    await page.goto('/topics');
    for (const tab of tabs) await expect(tab).toHaveURL(/\/login\?from=/);
    await expect(page).toHaveURL('/login?from=%2Ftopics');
    for (const tab of tabs) await expect(tab.getByRole('alert')).toHaveText('User is disabled.');
    expect(await renewals(provider)).toBe(1);
    expect((await storedKeys(page)).filter((key) => !key.endsWith('.endedBecause'))).toEqual([]);
  });

  test.describe('without a service worker', () => {
    test.use({ serviceWorkers: 'block' });
    test.beforeEach(({ allowConsole }) => allowConsole(NO_WORKER));

    test('is deleted when the click on Sign Out returns, even without lazy code and without a network (SES-40)', async ({
      context,
      newListener,
      allowConsole,
    }) => {
      allowConsole(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch|TypeError|sign-in code/);
      const other = await context.newPage();
      await enter(other, await newListener());
      await expect(other).toHaveURL('/');
      const page = await context.newPage();
      // This tab gets only the files that the page names, and no lazy code.
      const html = await (await context.request.get('/')).text();
      await page.route(/\/assets\/.*\.js$/, async (route) =>
        html.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
      );
      await page.goto('/');
      const button = page.getByRole('banner').getByRole('button', { name: 'Sign Out', exact: true });
      await expect(button).toBeVisible();
      await context.setOffline(true);
      const left = await button.evaluate((element) => {
        if (element instanceof HTMLElement) element.click();
        return Object.keys(localStorage).filter((key) => /Token|LastAuthUser|store\./.test(key));
      });
      expect(left).toEqual([]);
      await expect(page).toHaveURL('/login');
      await expect(other, 'the other tab').toHaveURL(/\/login/);
    });
  });
});

test('the sign-in form works with password managers and screen readers (SES-22)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/login?from=%2F%2Fe.test');
  const email = page.getByLabel('Email', { exact: true });
  const password = page.getByLabel('Password', { exact: true });
  await expect(email).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Username cannot be empty');
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Username cannot be empty');
  await email.fill('free@listener.test');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Password cannot be empty');
  await expect(password).toBeFocused();
  await page.evaluate((text) => navigator.clipboard.writeText(text), PASSWORD);
  await page.keyboard.press('ControlOrMeta+V');
  await expect(password).toHaveValue(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});
