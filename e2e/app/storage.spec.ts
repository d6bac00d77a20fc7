import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { Listener } from '../support/listener.ts';
import { test } from '../support/sessions.ts';

const FORGOTTEN = 'This browser cannot keep anything more: what you do here is forgotten when you leave.';

async function plays(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Play Quiet Mind', exact: true }).click();
  await new Listener(page).hears(1);
}

test('a browser with full storage shows one notice and plays (APP-44)', async ({ openAs, allowConsole }) => {
  allowConsole(/could not be (?:kept|saved|written)/);
  const page = await openAs('annual');
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });
  await page.goto('/audios/quiet-mind');
  await plays(page);
  await expect(page.getByText(FORGOTTEN)).toHaveCount(1);
});

test('a browser without storage signs in, shows one notice, and plays (APP-44)', async ({
  openAs,
  allowConsole,
}) => {
  allowConsole(/could not be (?:kept|saved|written|loaded)/);
  const page = await openAs(null);
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/login?from=%2Faudios%2Fquiet-mind');
  await new Listener(page).signsIn('monthly', '/audios/quiet-mind');
  await plays(page);
  await expect(page.getByText(FORGOTTEN)).toHaveCount(1);
});

const BOOK = '/audios/the-tide-library';

/** Safari deletes everything that a site has stored if the listener does not visit it for a week (APP-64). */
test('after the browser has cleared its storage, the listener signs in and continues at the position of the account (APP-64)', async ({
  page,
  context,
  baseURL,
  provider,
}) => {
  const listener = new Listener(page);
  const play = page.getByRole('main').getByRole('button', { name: 'Play The Tide Library', exact: true });
  const reports = async (): Promise<number> =>
    (await provider.calls()).filter(
      ({ path, method }) =>
        method === 'POST' && /^\/api\/v2\/(?:user\/content|audio\/reporting)$/u.test(path),
    ).length;

  await listener.signsIn('monthly');
  await page.goto(`${BOOK}?chapter=1&t=120`);
  await play.click();
  await listener.hears(2);
  await listener.player.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect.poll(reports).toBeGreaterThanOrEqual(2);
  const position = await listener.position();

  const origin = baseURL ?? '';
  const session = await context.newCDPSession(page);
  // The open page no longer shows data of the listener, and shows no wrong message.
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await provider.forgetCalls();
  await page.goto('about:blank');
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  expect(await reports(), 'nothing is reported again').toBe(0);

  await page.goto(BOOK);
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('from') === BOOK);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(listener.player).toBeHidden();
  await listener.entersCredentials('monthly');
  await page.waitForURL((url) => url.pathname === BOOK);
  await play.click();
  await expect(listener.player.getByText(/^Resume 2:0\d, saved in your account$/u)).toBeVisible();
  await listener.hears(1);
  expect(await listener.position()).toBeGreaterThanOrEqual(position);
  expect(await listener.position()).toBeLessThan(position + 30);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
