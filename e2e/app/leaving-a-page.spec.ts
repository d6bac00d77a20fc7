// Proves APP-17, APP-18.
import { expect, type Page } from '@playwright/test';
import { test } from '../support/collected.ts';
import { Listener } from '../support/listener.ts';

/** A title that only members may play. */
const MEMBERS_ONLY = { path: '/audios/what-the-ferns-knew', title: 'What the Ferns Knew' };

/** The libraries send events after ten seconds; a busy machine needs longer. */
const SENT = { timeout: 25_000 };

const offer = (page: Page) => page.getByRole('dialog', { name: 'Unlock every audio now!' });

async function seesOffer(page: Page): Promise<void> {
  await page.goto('/');
  await new Listener(page).signsIn('free');
  await page.goto(MEMBERS_ONLY.path);
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${MEMBERS_ONLY.title}`, exact: true })
    .click();
  await expect(offer(page)).toBeVisible();
}

test('the offer survives a reload, closes with its event on navigation, and does not open again', async ({
  page,
  collectors,
}) => {
  await seesOffer(page);
  await page.reload();
  await expect(offer(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(offer(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('main').getByRole('region', { name: 'Quick Listens' })).toBeVisible();
  await expect(offer(page)).toBeHidden();
  await expect
    .poll(
      async () => (await collectors.names('analytics')).filter((name) => name.includes('Subscribe')),
      SENT,
    )
    .toEqual(['Onboarding - Subscribe - Show', 'Onboarding - Subscribe - X out']);
});

test('an open offer appears on no other page and in no other tab', async ({ page, context, collectors }) => {
  await seesOffer(page);
  const other = await context.newPage();
  await other.goto(MEMBERS_ONLY.path);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(
    other.getByRole('button', { name: 'Use App' }).or(other.getByText('Use the mobile app')).first(),
  ).toBeVisible();
  await expect(offer(other)).toBeHidden();
  await other.close();

  // An address that was typed into the same tab is another page as well.
  await page.goto('/trending');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await expect(
    page
      .getByText('Use the mobile app')
      .or(page.getByRole('button', { name: 'Use App' }))
      .first(),
  ).toBeVisible();
  await expect(offer(page)).toBeHidden();
  await expect
    .poll(async () => (await collectors.names('analytics')).filter((name) => name.includes('X out')), SENT)
    .toHaveLength(1);
});

test('a panel of the player closes on navigation', async ({ page }) => {
  const listener = new Listener(page);
  await listener.signsIn('annual');
  await page.goto('/audios/the-tide-library');
  await page.getByRole('main').getByRole('button', { name: 'Play The Tide Library', exact: true }).click();
  await page.getByRole('link', { name: 'Library', exact: true }).click();
  await expect(page).toHaveURL('/library');
  // The address changes before the navigation ends.
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  const panel = page.getByRole('dialog', { name: 'Bookmarks live in the mobile app' });
  // A navigation that has not quite ended may close the panel at once.
  await expect(async () => {
    await listener.player.getByRole('button', { name: 'Bookmark' }).click({ force: true });
    await expect(panel).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.goBack();
  await expect(page).toHaveURL('/audios/the-tide-library');
  await expect(panel).toBeHidden();
});
