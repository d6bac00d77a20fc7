// Proves TEXT-4, TEXT-5, TEXT-7, TEXT-9, TEXT-12, TEXT-14, TEXT-55.
import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { test as base } from '../support/without-mobile-app.ts';

/** Every test starts with a signed-in subscriber, unless it says otherwise. */
const test = base.extend({
  storageState: async ({ sessions }, use) => use(await sessions.of('annual')),
});

const BEE = { id: 'eleven-minutes-in-the-life-of-a-bee', title: 'Eleven Minutes in the Life of a Bee' };

const region = (page: Page): Locator =>
  page.getByRole('main').getByRole('region', { name: 'Transcript', exact: true });

const sentences = (page: Page): Locator => region(page).getByRole('list').getByRole('button');

async function opensText(page: Page): Promise<void> {
  await page.goto(`/audios/${BEE.id}`);
  await page.getByRole('main').getByRole('button', { name: 'Transcript', exact: true }).click();
  await expect(sentences(page).first()).toBeVisible();
}

test('the text plays from a sentence, marks what sounds, and comes back with Follow', async ({ page }) => {
  await opensText(page);
  await sentences(page).nth(2).press('Enter');
  const marked = region(page).locator('[aria-current="true"]');
  await expect(marked).toHaveCount(1);
  const first = await marked.textContent();
  // The mark goes with the sound, also after a jump.
  await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Skip 15 seconds' }).click();
  await expect(marked).not.toHaveText(first ?? '');
  expect(await violations(page)).toEqual([]);

  await region(page).getByRole('list').hover();
  await page.mouse.wheel(0, 3_000);
  await region(page).getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(marked).toBeInViewport();
  await expect(region(page).getByRole('button', { name: 'Follow', exact: true })).toBeHidden();
});

test('words are found in the text, and a selection is copied with its source', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await opensText(page);
  await region(page).getByRole('searchbox', { name: 'Search transcript' }).fill('POSTCARD');
  await expect(
    region(page)
      .getByRole('status')
      .filter({ hasText: /^1 of \d+$/ }),
  ).toBeVisible();

  const box = await sentences(page).first().boundingBox();
  if (box === null) throw new Error('The first sentence is not shown.');
  await page.mouse.move(box.x + 30, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 250, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await region(page).getByRole('button', { name: 'Copy quote' }).click();
  const quote = await page.evaluate(async () => navigator.clipboard.readText());
  expect(quote).toContain(BEE.title);
  expect(quote).toMatch(/http\S+\/audios\/eleven-minutes\S+/);
});

test('a search finds what is said, and opens the title at that second', async ({ page }) => {
  await page.goto('/search-results?q=marmalade');
  const found = page.getByRole('region', { name: 'Found in the text' });
  await found.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/audios\/[^?]+\?.*\d/);
});

test.describe('without a membership', () => {
  test.use({ storageState: async ({ sessions }, use) => use(await sessions.of('free')) });

  test('a text is refused as its sound is, and a search does not quote it', async ({ page }) => {
    await page.goto(`/audios/${BEE.id}`);
    await page.getByRole('main').getByRole('button', { name: 'Transcript', exact: true }).click();
    await expect(region(page)).toContainText('This text is for those who may play the title.');
    await expect(sentences(page)).toHaveCount(0);

    await page.goto('/search-results?q=marmalade');
    const links = page.getByRole('region', { name: 'Found in the text' }).getByRole('link');
    await expect(links.first()).toBeVisible();
    await expect(links.filter({ hasText: BEE.title })).toHaveCount(0);
  });
});
