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
