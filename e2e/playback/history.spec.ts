import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { Listener } from '../support/listener.ts';
import { test as base } from '../support/configuration.ts';

const TITLE = 'The Tide Library';

/** Every test starts with a signed-in subscriber. */
const test = base.extend({
  storageState: async ({ sessions }, use) => use(await sessions.of('annual')),
});

/** Plays the third chapter from second 42, long enough for an entry in the history. */
async function plays(page: Page): Promise<void> {
  await page.goto('/audios/the-tide-library?chapter=3&t=42');
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${TITLE}`, exact: true })
    .click();
  await new Listener(page).hears(7);
}

const today = (page: Page) => page.getByRole('region', { name: 'Today' });

test('the history survives a page that is closed while it plays, and is cleared with undo', async ({
  page,
}) => {
  await plays(page);
  await page.goto('/history');
  await expect(today(page).getByText('Stopped when the page was closed')).toBeVisible();
  await page.getByRole('button', { name: 'Clear history' }).click();
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toBeFocused();
  await expect(today(page)).toBeHidden();
  expect(await violations(page)).toEqual([]);
  await undo.click();
  await expect(today(page)).toBeVisible();
  await page.getByRole('button', { name: 'Clear history' }).click();
  await page.reload();
  await expect(page.getByText('So you find the place where you fell asleep.')).toBeVisible();
});
