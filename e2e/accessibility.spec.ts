import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { Listener } from './support/listener.ts';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function violations(page: Page): Promise<readonly string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(STANDARDS).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1440]) {
    test(`nothing stands in the way of assistive technology, ${colorScheme} at ${width} px`, async ({
      page,
    }) => {
      test.slow();
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      const main = page.getByRole('main');

      await page.goto('/login');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await violations(page), 'login').toEqual([]);

      await new Listener(page).signsIn('free');
      await expect(main.getByRole('region', { name: 'Quick Listens' })).toBeVisible();
      await expect(main.getByRole('region', { name: 'Discounted Audios' })).toBeVisible();
      expect(await violations(page), 'home').toEqual([]);

      await page.goto('/new-releases');
      await expect(main.getByRole('article').first()).toBeVisible();
      expect(await violations(page), 'a list').toEqual([]);

      await page.goto('/search-results/Meditation?q=breath');
      await expect(main.getByRole('article').first()).toBeVisible();
      expect(await violations(page), 'results in a category').toEqual([]);

      await page.goto('/audios/the-tide-library');
      await main.getByRole('button', { name: 'Play The Tide Library', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Player', exact: true })).toBeVisible();
      expect(await violations(page), 'detail and player').toEqual([]);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(wide, 'the page is no wider than its window').toBe(false);
    });
  }
}
