// Proves APP-12.
import { expect, type Page } from '@playwright/test';
import { test } from '../support/sessions.ts';

/** A title that only members may play. */
const MEMBERS_ONLY = { path: '/audios/what-the-ferns-knew', title: 'What the Ferns Knew' };

const tile = (page: Page, title: string) =>
  page.getByRole('main').getByRole('article', { name: title, exact: true }).first();
const shelf = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true });
const offer = (page: Page) => page.getByRole('dialog', { name: 'Unlock every audio now!' });

test('a visitor sees sign-in and sign-up, and nothing that needs a session', async ({ openAs }) => {
  const page = await openAs(null);
  await page.goto('/library?sort=new#top');
  await expect(page).toHaveURL(/\/login\?from=/);
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Create Free Account' })).toBeVisible();
  await expect(banner.getByRole('searchbox')).toHaveCount(0);
  await expect(banner.getByRole('button', { name: 'Discover' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Player', exact: true })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Create your account' }).click();
  await expect(page).toHaveURL(/\/create\b/);
  await expect(page.getByRole('main').locator('a[href^="/login"]')).toBeVisible();
});

for (const account of ['free'] as const) {
  test(`${account}: gets the offer for members’ titles, and sees sales`, async ({ openAs }) => {
    const page = await openAs(account);
    await page.goto('/');
    await expect(shelf(page, 'Quick Listens')).toBeVisible();
    await expect(shelf(page, 'Discounted Audios').getByText('Sale', { exact: true }).first()).toBeVisible();
    await expect(
      shelf(page, 'Discounted Audios')
        .getByText(/^\$\d+\.\d\d to own$/)
        .first(),
    ).toBeVisible();
    await expect(page.getByText('Included with membership').first()).toBeAttached();

    await page.goto(MEMBERS_ONLY.path);
    const note = page.getByRole('main').getByText('Included with membership');
    await expect(note).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('button', { name: `Play ${MEMBERS_ONLY.title}`, exact: true })
      .click();
    await expect(offer(page)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Player', exact: true })).toHaveCount(0);
    await expect(offer(page).getByRole('link', { name: /^Annual/ })).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('Escape');
    await expect(offer(page)).toBeHidden();
  });
}

for (const account of ['monthly'] as const) {
  test(`${account}: plays members’ titles, and sees no sales`, async ({ openAs }) => {
    const page = await openAs(account);
    await page.goto('/');
    await expect(shelf(page, 'Quick Listens')).toBeVisible();
    await expect(shelf(page, 'Discounted Audios')).toHaveCount(0);
    await expect(page.getByText('Sale', { exact: true })).toHaveCount(0);
    await expect(page.getByText('Included with membership')).toHaveCount(0);

    await page.goto(MEMBERS_ONLY.path);
    await page
      .getByRole('main')
      .getByRole('button', { name: `Play ${MEMBERS_ONLY.title}`, exact: true })
      .click();
    const player = page.getByRole('region', { name: 'Player', exact: true });
    await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await expect(offer(page)).toBeHidden();
    await player.getByRole('button', { name: 'Pause', exact: true }).click();
  });
}

test('the offer opens at once on a page without tiles', async ({ openAs }) => {
  const page = await openAs('free');
  // Timers of three seconds or more never run, so code that waits for them does not load.
  await page.addInitScript(() => {
    const wait = globalThis.setTimeout;
    Reflect.set(globalThis, 'setTimeout', (run: () => void, ms = 0) => (ms < 3_000 ? wait(run, ms) : 0));
  });
  await page.goto(MEMBERS_ONLY.path);
  const play = page
    .getByRole('main')
    .getByRole('button', { name: `Play ${MEMBERS_ONLY.title}`, exact: true });
  await expect(play).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Use the mobile app' })).toBeAttached();
  await play.click();
  await expect(offer(page)).toBeVisible();
});

test('a purchased title plays outside its window, and a locked title shows one lock and the reason', async ({
  openAs,
}) => {
  const page = await openAs('buyer');
  await page.goto('/purchased');
  const bought = page.getByRole('main').getByRole('article');
  await expect(bought.first()).toBeVisible();
  await expect(bought.getByRole('img', { name: 'Locked' })).toHaveCount(0);

  await page.goto('/audios/an-hour-is-too-long');
  await expect(page.getByRole('main').getByText(/^Available from /)).toBeVisible();
  // The row of its only track repeats neither the lock nor the button.
  await expect(page.getByRole('region', { name: 'Tracks', exact: true }).getByRole('listitem')).toHaveCount(
    1,
  );
  await expect(page.getByRole('img', { name: 'Locked' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Play Track 1' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Play An Hour Is Too Long' })).toHaveCount(0);
});

test('a title becomes playable on the open page when its window opens, by the provider’s clock', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  // A week later the token has expired and is renewed.
  allowConsole(/status of 401/);
  const page = await openAs('monthly');
  await page.clock.install();
  await page.goto('/new-releases');
  const locked = tile(page, 'An Hour Is Too Long');
  await expect(locked.getByRole('img', { name: 'Locked' })).toBeVisible();
  await expect(locked.getByText(/^Available from /)).toBeVisible();
  await expect(locked.getByRole('button', { name: /^Play/ })).toHaveCount(0);

  // The provider's clock is a week ahead. Its next response corrects the page's clock, and the page updates by itself.
  await provider.moveClock(7 * 86_400_000);
  await page.getByRole('banner').getByRole('link', { name: 'Library' }).hover();
  await page.clock.runFor(6000);
  await expect(locked.getByRole('button', { name: 'Play An Hour Is Too Long' })).toBeVisible();
  await expect(locked.getByRole('img', { name: 'Locked' })).toHaveCount(0);

  // A page that cannot reach the provider starts with the corrected clock. The cached list has expired, because the
  // provider's clock moved by a week. So it is loaded again first.
  const listed = page.waitForResponse((response) => response.url().includes('/new-releases'));
  await page.reload();
  await listed;
  await expect(locked.getByRole('button', { name: 'Play An Hour Is Too Long' })).toBeVisible();
  // The page keeps the list as soon as it is idle.
  await page.clock.runFor(6000);
  allowConsole(/net::ERR_FAILED|could not be fetched/);
  await page.route('**/api/v2/**', async (route) => route.abort());
  await page.reload();
  await expect(locked.getByRole('button', { name: 'Play An Hour Is Too Long' })).toBeVisible();
});
