import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { Listener } from '../support/listener.ts';
import { test } from '../support/sessions.ts';

const FORGOTTEN = 'This browser cannot keep anything more: what you do here is forgotten when you leave.';

async function plays(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Play Quiet Mind', exact: true }).click();
  await new Listener(page).hears(1);
}

test('a browser with full storage shows one notice and plays', async ({ openAs, allowConsole }) => {
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

test('cached responses are removed from a full storage to make room for new data', async ({ openAs }) => {
  const page = await openAs('annual');
  await page.goto('/account');
  const sharing = page.getByRole('switch', { name: 'Share how I use this app' });
  await expect(sharing).toBeChecked();
  // Fills the storage to the last character with cached responses.
  await page.evaluate(() => {
    for (let size = 1 << 22, index = 0; size >= 1; index += 1) {
      try {
        localStorage.setItem(`response:${index}`, 'x'.repeat(size));
      } catch {
        size >>= 1;
      }
    }
  });
  await sharing.click();
  await page.goto('/audios/quiet-mind');
  await plays(page);
  await expect(page.getByText(FORGOTTEN)).toHaveCount(0);
  await page.goto('/account');
  await expect(sharing).not.toBeChecked();
});

test('a browser without storage signs in, shows one notice, and plays', async ({ openAs, allowConsole }) => {
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

test('with invalid data in the storage, a signed-in listener can still open home and play', async ({
  openAs,
  allowConsole,
}) => {
  allowConsole(/cannot be read|could not be (?:read|loaded)|was left out/);
  const page = await openAs('annual');
  await page.goto('/audios/quiet-mind');
  await plays(page);
  for (const forged of ['{"__proto__":{"polluted":1}}', `${'{"a":'.repeat(3000)}1`]) {
    const changed = await page.evaluate((text) => {
      const keys = Object.keys(localStorage).filter((key) => !key.startsWith('CognitoIdentity'));
      // The page must not overwrite the invalid data when it unloads.
      addEventListener('pagehide', () => {
        for (const key of keys) localStorage.setItem(key, text);
      });
      return keys;
    }, forged);
    expect(changed).toContain('store.player');
    await page.goto('/');
    const releases = page.getByRole('region', { name: 'New Releases' });
    await expect(releases.getByRole('article').first()).toBeVisible();
    await page.goto('/audios/quiet-mind');
    await plays(page);
  }
  expect(await page.evaluate((): unknown => Reflect.get({}, 'polluted') ?? null)).toBeNull();
});
