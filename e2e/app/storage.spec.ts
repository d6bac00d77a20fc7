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

test('a browser that is full of answers gives them up for what the listener does', async ({ openAs }) => {
  const page = await openAs('annual');
  await page.goto('/account');
  const sharing = page.getByRole('switch', { name: 'Share how I use this app' });
  await expect(sharing).toBeChecked();
  // Only what can be had again, and not a character more.
  await page.evaluate(() => {
    for (let size = 1 << 22, answer = 0; size >= 1; answer += 1) {
      try {
        localStorage.setItem(`response:${answer}`, 'x'.repeat(size));
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

test('a browser that keeps nothing signs in, says so once, and plays', async ({ openAs, allowConsole }) => {
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

test('whatever the storage holds, a listener who is signed in comes home', async ({
  openAs,
  allowConsole,
}) => {
  allowConsole(/cannot be read|could not be (?:read|loaded)|was left out/);
  const page = await openAs('annual');
  await page.goto('/audios/quiet-mind');
  await plays(page);
  for (const forged of ['{', 'null', '\0', '{"__proto__":{"polluted":1}}', `${'{"a":'.repeat(3000)}1`]) {
    const changed = await page.evaluate((text) => {
      const keys = Object.keys(localStorage).filter((key) => !key.startsWith('CognitoIdentity'));
      // What the page writes on its way out must not mend it.
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
