import { violations } from '../support/axe.ts';
import { expect } from '../support/language.ts';
import type { DemoAccount } from '../support/listener.ts';
import { test } from '../support/sessions.ts';

type Screen = { readonly path: string; readonly heading: string | RegExp; readonly title?: RegExp };

const WIDTHS = [390, 820, 1440] as const;

/** Every kind of screen, by the account that opens it (APP-1). The lists of titles share one screen. */
const SCREENS: readonly { readonly as: DemoAccount | null; readonly screens: readonly Screen[] }[] = [
  {
    as: null,
    screens: [
      { path: '/login', heading: /./, title: /^Sign In/ },
      { path: '/create', heading: /./ },
      { path: '/forgot-password', heading: /./ },
      { path: '/nowhere', heading: 'Page not found' },
    ],
  },
  {
    as: 'monthly',
    screens: [
      { path: '/', heading: /Mateo/, title: /^Home/ },
      { path: '/search-results?q=sea', heading: 'Results for “sea”' },
      { path: '/audios/the-tide-library', heading: 'The Tide Library' },
      { path: '/authors', heading: 'Authors' },
      { path: '/narrators', heading: 'Narrators' },
      { path: '/series', heading: 'Series' },
      { path: '/categories/fiction', heading: 'Fiction' },
    ],
  },
  {
    as: 'annual',
    screens: [
      { path: '/library', heading: 'Library' },
      { path: '/favorite-authors', heading: 'Favorite Authors' },
      { path: '/history', heading: 'Page not found' },
      // A mobile app is configured.
      { path: '/bookmarks', heading: 'Page not found' },
      { path: '/account', heading: /./ },
    ],
  },
  {
    as: 'buyer',
    screens: [
      { path: '/purchased', heading: 'Purchased' },
      { path: '/discounted', heading: 'Discounted Audios' },
    ],
  },
];

for (const { as, screens } of SCREENS) {
  test(`${as ?? 'a visitor'} sees every screen with its heading, title and description, and no accessibility violations (APP-1, APP-2, APP-4, APP-58)`, async ({
    openAs,
    allowConsole,
  }) => {
    test.slow();
    // The response to a path without a page (APP-81).
    allowConsole(/status of 404 \(Not Found\) \(\S+\/nowhere\)/);
    const page = await openAs(as);
    for (const [index, { path, heading, title }] of screens.entries()) {
      // Widths and colour schemes rotate, so that each width is checked in both.
      const width = WIDTHS[index % WIDTHS.length] ?? 390;
      const colorScheme = index % 2 === 0 ? 'light' : 'dark';
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.locator('main [data-skeleton][aria-hidden]')).toHaveCount(0);
      await expect(page).toHaveTitle(/^.+ · .+$/);
      if (title !== undefined) await expect(page).toHaveTitle(title);
      await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^\S.{15,}/);
      expect(await violations(page), `${path}, ${colorScheme}, ${width} px`).toEqual([]);

      await page.setViewportSize({ width: 320, height: 640 });
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(overflow, `${path} is wider than a window of 320 px by`).toBe(0);
    }
  });
}
