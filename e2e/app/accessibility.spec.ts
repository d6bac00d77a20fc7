import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { expect } from '../support/language.ts';
import { Listener } from '../support/listener.ts';
import { test } from '../support/sessions.ts';

const scrollOf = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

test('the keyboard skips the header, uses its menus, and continues at the heading of each new page (APP-5, APP-9, APP-14)', async ({
  openAs,
}) => {
  const page = await openAs('annual');
  await page.goto('/quick-listens');
  const banner = page.getByRole('banner');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Skip to content')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Sort' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('button', { name: 'Filter' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('article').first().getByRole('button', { name: /^Play/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('article').first().getByRole('link')).toBeFocused();

  // The header is sticky, so focusing its links does not scroll the page.
  await page.evaluate(() => window.scrollTo({ top: 600, behavior: 'instant' }));
  const discover = banner.getByRole('button', { name: 'Discover' });
  await banner.getByRole('link', { name: 'Hark Home', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(discover).toBeFocused();
  expect(await scrollOf(page)).toBe(600);

  await page.keyboard.press('Enter');
  await expect(discover).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(banner.getByRole('link', { name: 'Browse All' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(discover).toHaveAttribute('aria-expanded', 'false');
  await expect(discover).toBeFocused();

  await page.keyboard.press('Enter');
  await banner.getByRole('link', { name: 'Browse by Topic' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Topics' })).toBeFocused();
  await expect(discover).toHaveAttribute('aria-expanded', 'false');
  expect(await scrollOf(page)).toBe(0);
});

test('the mobile menu and Discover open and close independently, and close by a click outside (APP-11)', async ({
  openAs,
}) => {
  const page = await openAs('annual', { viewport: { width: 390, height: 844 } });
  await page.goto('/quick-listens');
  const banner = page.getByRole('banner');
  const [menu, discover] = [
    banner.getByRole('button', { name: 'Menu', exact: true }),
    banner.getByRole('button', { name: 'Discover' }),
  ];
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await expect(discover).toHaveAttribute('aria-expanded', 'false');
  await discover.click();
  await expect(discover).toHaveAttribute('aria-expanded', 'true');
  await expect(banner.getByRole('link')).toHaveText([
    /./,
    'Browse All',
    'New Releases',
    'Trending Now',
    'Curated Collections',
    'Browse by Category',
    'Browse by Author',
    'Browse by Topic',
    'Quick Listens',
    'Library',
    'Hi, Annelise',
  ]);
  await discover.click();
  await expect(discover).toHaveAttribute('aria-expanded', 'false');
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await discover.click();
  await page.mouse.click(8, 830);
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await menu.click();
  await expect(discover).toHaveAttribute('aria-expanded', 'false');
});

test('the offer keeps the focus inside, shows all of its text, and returns the focus (APP-16)', async ({
  openAs,
}) => {
  const page = await openAs('free');
  await page.goto('/audios/what-the-ferns-knew');
  const plans = page.getByRole('main').getByRole('button', { name: 'See plans' });
  await plans.focus();
  await page.keyboard.press('Enter');
  const offer = page.getByRole('dialog', { name: 'Unlock every audio now!' });
  await expect(offer).toBeVisible();
  for (const text of [
    'over 600 audiobooks',
    'over 1,000 meditations',
    '150+ quick listens under 20 minutes',
    'Choose Your Plan',
    'Recurring Billing. Cancel Anytime.',
  ]) {
    await expect(offer.getByText(new RegExp(text.replaceAll('+', '\\+'), 'i'))).toBeVisible();
  }
  await expect(
    offer.getByRole('link', { name: /^Annual .*\$69\.99.*\$5\.83\/month.*Save 60%/ }),
  ).toBeVisible();
  await expect(offer.getByRole('link', { name: /^Monthly .*\$14\.99/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate(
      () => document.activeElement !== document.body && document.activeElement?.closest('dialog') === null,
    );
    expect(isOutside, 'the focus is behind the dialog').toBe(false);
  }
  // It fits the narrowest phone.
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await offer.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  const saving = await offer.getByText('Save 60%').boundingBox();
  const price = await offer.getByText('$69.99').boundingBox();
  expect((saving?.y ?? 0) + (saving?.height ?? 0)).toBeLessThanOrEqual(price?.y ?? 0);
  await page.keyboard.press('Escape');
  await expect(offer).toBeHidden();
  await expect(plans).toBeFocused();
});

test('the open player has no accessibility violations, in both themes, narrow and wide', async ({
  openAs,
}) => {
  test.slow();
  const page = await openAs('annual', { reducedMotion: 'reduce' });
  await page.goto('/audios/the-tide-library');
  await page.getByRole('main').getByRole('button', { name: 'Play The Tide Library', exact: true }).click();
  const player = page.getByRole('region', { name: 'Player', exact: true });
  await player.getByRole('button', { name: 'Pause', exact: true }).click();
  for (const [colorScheme, width] of [
    ['light', 390],
    ['dark', 1440],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    expect(await violations(page), `${colorScheme} at ${width} px`).toEqual([]);
  }
  // The player does not cover the focused element.
  await page.setViewportSize({ width: 1440, height: 700 });
  const rows = page.getByRole('region', { name: 'Chapters', exact: true }).getByRole('button');
  const covered = (await player.boundingBox())?.y ?? 0;
  for (const row of await rows.all()) {
    await row.focus();
    const box = await row.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(covered);
  }
});

test('long words without a break make no page wider than its window', async ({ openAs, provider }) => {
  const word = 'Donaudampfschiff'.repeat(20);
  const subject = { id: 7, name: word };
  const title = { id: 8, title: word, description: word, author_info: [subject], topic_info: [subject] };
  await provider.faults(
    { match: { path: '/api/v2/content/8' }, body: { ...title, category_info: [subject] } },
    { match: { path: '/api/v2/authors/7' }, body: { ...subject, content: [title] } },
    { match: { path: '/api/v2/categories' }, body: { results: [subject] } },
  );
  const page = await openAs('annual', { viewport: { width: 320, height: 640 } });
  for (const path of ['/audios/8', '/authors/7', '/categories', `/search-results?q=${word}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main [data-skeleton]')).toHaveCount(0);
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(overflow, path).toBe(0);
  }
  // A name that is too long for its tile stays inside the tile.
  await provider.clearFaults();
  const name = 'Everything that there is to know about sleeping well '.repeat(4);
  await provider.faults({ match: { path: '/api/v2/categories' }, body: { results: [{ id: 7, name }] } });
  const wide = await openAs('annual', { viewport: { width: 390, height: 844 } });
  await wide.goto('/categories');
  const tile = wide.getByRole('main').getByRole('link', { name: /^Everything/ });
  const words = tile.getByText(/^Everything/).last();
  const [outer, inner] = [await tile.boundingBox(), await words.boundingBox()];
  expect(inner?.y ?? 0).toBeGreaterThanOrEqual(outer?.y ?? 0);
  expect((inner?.y ?? 0) + (inner?.height ?? 0)).toBeLessThanOrEqual((outer?.y ?? 0) + (outer?.height ?? 0));
});

test('the bar of a selection leaves most of a small window to the titles', async ({ openAs }) => {
  for (const [width, height, most] of [
    [320, 256, 0.3],
    [390, 844, 0.2],
    [1440, 900, 0.1],
  ] as const) {
    const page = await openAs('monthly', { viewport: { width, height } });
    await page.goto('/library');
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('button', { name: 'Select all' }).click();
    const bar = page.getByRole('toolbar', { name: 'Selected titles' });
    await expect(bar.getByRole('status')).toContainText('selected');
    const { height: taken = height } = (await bar.boundingBox()) ?? {};
    expect(taken / height, `${width} × ${height}`).toBeLessThanOrEqual(most);
    // Each action can be reached by the keyboard and then stands inside the window.
    const last = bar.getByRole('button').last();
    await last.focus();
    await expect(last).toBeInViewport({ ratio: 1 });
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(tooWide, `${width} × ${height}`).toBe(false);
  }
});

test('zoom at 200 %, right-to-left names and print show all content', async ({ openAs }) => {
  // A window of 1440 × 900 at 200 %.
  const page = await openAs('annual', { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });
  await page.goto('/audios/the-lute-seller-of-aleppo');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: /^Play .*Lute Seller/ })).toBeVisible();
  const isTooWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isTooWide).toBe(false);
  // A name keeps its own direction next to text of the other direction.
  const directions = await page
    .getByRole('main')
    .locator('bdi')
    .evaluateAll((names) =>
      names.flatMap((name) =>
        /^\p{Script=Arabic}/u.test(name.textContent) ? [getComputedStyle(name).direction] : [],
      ),
    );
  expect(new Set(directions)).toEqual(new Set(['rtl']));

  await page.emulateMedia({ media: 'print' });
  await expect(heading).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('complementary')).toBeHidden();
});

const playsIn = async (page: Page): Promise<Listener> => {
  await page.goto('/audios/quiet-mind');
  await page.getByRole('main').getByRole('button', { name: 'Play Quiet Mind', exact: true }).click();
  const listener = new Listener(page);
  await listener.hears(1);
  return listener;
};

test('beside the open player the focus moves on: from its menu, behind it, to Resume and back', async ({
  openAs,
}) => {
  const page = await openAs('annual');
  const { player } = await playsIn(page);
  // Paper has no player, however wide it is.
  await page.emulateMedia({ media: 'print' });
  for (const width of [1440, 700]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(player).toBeHidden();
  }
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const button = (name: string) => player.getByRole('button', { name, exact: true });
  await button('Speed').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: '1.0x' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button('Previous track')).toBeFocused();
  await expect(page.getByRole('menu')).toBeHidden();

  // A focused element below the page scrolls out from behind the player.
  const panel = page.getByRole('complementary', { name: 'Use the mobile app' });
  for (const control of [panel.getByRole('link'), panel.getByRole('button', { name: 'Close' })]) {
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await control.focus();
    const top = (await player.boundingBox())?.y ?? 0;
    await expect
      .poll(async () => {
        const box = await control.boundingBox();
        return (box?.y ?? 0) + (box?.height ?? 0);
      })
      .toBeLessThanOrEqual(top);
  }

  await button('Close').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button('Pause')).toBeFocused();
  // A focus elsewhere stays where it is.
  const library = page.getByRole('banner').getByRole('link', { name: 'Library' });
  await library.focus();
  await button('Close').evaluate((close: HTMLElement) => close.click());
  await expect(player).toBeHidden();
  await expect(library).toBeFocused();

  // In the low window of a phone on its side the whole menu can be reached while something plays.
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await page.setViewportSize({ width: 844, height: 390 });
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: 'Menu', exact: true }).click();
  await banner.getByRole('button', { name: 'Discover' }).click();
  await banner.getByRole('button', { name: 'Sign Out' }).click({ trial: true });
  await banner.getByRole('link', { name: /^Hi, / }).click();
  await expect(page).toHaveURL('/account');
});

test('with forced colours all controls and their states stay visible', async ({ openAs }) => {
  const page = await openAs('annual', { forcedColors: 'active' });
  const { player } = await playsIn(page);
  await player.getByRole('button', { name: 'Pause', exact: true }).click();
  const volume = player.getByRole('slider', { name: 'Volume' });
  const autoplay = player.getByRole('switch', { name: 'Autoplay' });
  const looks = async () => [
    (await volume.screenshot()).toString('base64'),
    (await autoplay.screenshot()).toString('base64'),
  ];
  const [full, before] = await looks();
  await volume.fill('0');
  await autoplay.click();
  await expect(autoplay).toBeFocused();
  await page.getByRole('heading', { level: 1 }).focus();
  const [silent, after] = await looks();
  expect(silent).not.toBe(full);
  expect(after).not.toBe(before);

  await page.goto('/library');
  const tabs = page.getByRole('main').locator('nav a');
  await expect(tabs.first()).toBeVisible();
  const lines = await tabs.evaluateAll((links) =>
    links.map((link) => [link.ariaCurrent, getComputedStyle(link).outlineStyle]),
  );
  expect(lines.filter(([, line]) => line === 'solid')).toEqual([['page', 'solid']]);
});
