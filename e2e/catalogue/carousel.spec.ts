import type { Locator, Page } from '@playwright/test';
import { ARROWS, expect, isMirrored } from '../support/language.ts';
import { test } from '../support/sessions.ts';

const shelf = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('region', { name, exact: true });
const reachable = (row: Locator): Locator => row.locator('[role="group"]:not([inert])');

/** Points at the row, and waits until Swiper moves it. */
async function hasSlider(row: Locator): Promise<void> {
  await reachable(row).first().hover();
  await expect(row.locator('.swiper-initialized')).toBeVisible();
}

/** The left edge of each slide in view, in CSS pixels. */
const edgesOf = (row: Locator): Promise<readonly number[]> =>
  reachable(row).evaluateAll((slides) => slides.map((slide) => slide.getBoundingClientRect().left));

/**
 * Waits until the row has not moved for 300 ms and two frames, and returns its left edges. A busy machine draws few
 * frames.
 */
const edgesAtRest = async (row: Locator): Promise<readonly number[]> => {
  let edges: readonly number[] = [];
  await expect(async () => {
    edges = await edgesOf(row);
    await row.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    });
    expect(await edgesOf(row), 'the row does not move').toEqual(edges);
  }).toPass();
  return edges;
};

for (const { width, slides } of [
  { width: 390, slides: 3 },
  { width: 1440, slides: 5 },
]) {
  test(`${width} px: ${slides} slides, which do not move when the slider takes over from the browser`, async ({
    openAs,
  }) => {
    const page = await openAs('annual', { viewport: { width, height: 900 } });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/swiper[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/');
    const row = shelf(page, 'New Releases');
    await row.scrollIntoViewIfNeeded();
    await expect(reachable(row)).toHaveCount(slides);
    // The browser scrolls to the second view.
    await row.getByRole('button', { name: 'Next slides' }).click();
    await expect(reachable(row).first()).toHaveAccessibleName(new RegExp(`^${slides + 1} of `));
    await expect(reachable(row)).toHaveCount(slides);
    await row.evaluate((region) => {
      const shifts: number[] = [];
      Reflect.set(globalThis, 'shifts', shifts);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
      }).observe({ type: 'layout-shift' });
      region.scrollIntoView({ block: 'center', behavior: 'instant' });
    });
    const before = await edgesAtRest(row);
    release();
    await hasSlider(row);
    await expect(reachable(row)).toHaveCount(slides);
    // Widths are fractions of a pixel.
    for (const [at, edge] of (await edgesOf(row)).entries()) {
      expect(Math.abs(edge - (before[at] ?? Number.NaN))).toBeLessThan(1);
    }
    await expect(reachable(row).first()).toHaveAccessibleName(new RegExp(`^${slides + 1} of `));
    expect(await page.evaluate((): unknown => Reflect.get(globalThis, 'shifts'))).toEqual([]);
  });
}

test('mouse, wheel and arrow keys move a carousel by one view, and only that one', async ({ openAs }) => {
  const page = await openAs('annual', { reducedMotion: 'reduce' });
  await page.goto('/');
  const row = shelf(page, 'New Releases');
  await hasSlider(row);
  const link = reachable(row).nth(3).getByRole('link').first();
  await link.hover();
  const { y } = (await link.boundingBox()) ?? { y: 0 };
  await page.mouse.down();
  await page.mouse.move(isMirrored ? 1440 - 300 : 300, y, { steps: 8 });
  await page.mouse.up();
  await expect(reachable(row).first()).toHaveAccessibleName(/^6 of /);
  await expect(reachable(row)).toHaveCount(5);
  // The drag opens no title.
  await expect(page).toHaveURL('/');

  await reachable(row).first().hover();
  await page.mouse.wheel(isMirrored ? 120 : -120, 0);
  await expect(reachable(row).first()).toHaveAccessibleName(/^1 of /);
  const scrolled = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled + 100);
  await expect(reachable(row).first()).toHaveAccessibleName(/^1 of /);

  const other = shelf(page, 'Your Next Listen');
  await hasSlider(other);
  await reachable(row).nth(1).getByRole('link').first().focus();
  await page.keyboard.press(ARROWS.next);
  const sixth = row.getByRole('group', { name: /^6 of / });
  await expect(sixth).toBeFocused();
  await expect(reachable(row).first()).toHaveAccessibleName(/^6 of /);
  await expect(reachable(row)).toHaveCount(5);
  await expect(reachable(other).first()).toHaveAccessibleName(/^1 of /);
  // The controls of the slide come next, and none of a hidden slide.
  await page.keyboard.press('Tab');
  expect(await sixth.evaluate((slide) => slide.contains(document.activeElement))).toBe(true);
  await page.keyboard.press(ARROWS.previous);
  await expect(row.getByRole('group', { name: /^1 of / })).toBeFocused();
  await expect(reachable(row)).toHaveCount(5);

  // A step takes no time, because the listener wants less motion.
  await row.getByRole('button', { name: 'Next slides' }).click();
  const duration = await row
    .locator('.swiper-wrapper')
    .evaluate((wrapper) => getComputedStyle(wrapper).transitionDuration);
  expect(Number.parseFloat(duration)).toBeLessThan(0.01);
});

test('Back restores the position of each carousel (CAT-73)', async ({ openAs }) => {
  const page = await openAs('annual');
  await page.goto('/');
  const row = shelf(page, 'New Releases');
  await hasSlider(row);
  await row.getByRole('button', { name: 'Next slides' }).click();
  await expect(reachable(row)).toHaveCount(5);
  await expect(reachable(row).first()).toHaveAccessibleName(/^6 of /);
  await reachable(row).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/audios\//);
  await page.goBack();
  await expect(reachable(row)).toHaveCount(5);
  await expect(reachable(row).first()).toHaveAccessibleName(/^6 of /);
  await expect(row.getByRole('button', { name: 'Previous slides' })).toHaveAttribute(
    'aria-disabled',
    'false',
  );
  await hasSlider(row);
  await expect(reachable(row).first()).toHaveAccessibleName(/^6 of /);
  await expect(reachable(shelf(page, 'Your Next Listen')).first()).toHaveAccessibleName(/^1 of /);
  // A link to the same page starts at the first slide.
  await page.getByRole('banner').getByRole('link', { name: 'Library', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Hark Home', exact: true }).click();
  await expect(reachable(row).first()).toHaveAccessibleName(/^1 of /);
});

test('a long row keeps only the slides near the view in the document (CAT-74)', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  // The pointer preloads a title, and the provider does not have it.
  allowConsole(/status of 404/);
  const results = Array.from({ length: 80 }, (_, index) => ({
    id: `made-up-${index}`,
    title: `Title ${index + 1}`,
    content_type: 1,
    categories: ['Poetry'],
    run_time: 60,
  }));
  await provider.faults({ match: { path: '/api/v2/search' }, body: { results, next_page_key: null } });
  const page = await openAs('annual', { reducedMotion: 'reduce' });
  await page.goto('/search-results?q=title');
  const row = page.getByRole('main').getByRole('region').first();
  await hasSlider(row);
  const next = row.getByRole('button', { name: 'Next slides' });
  await expect(reachable(row).first()).toHaveAccessibleName('1 of 80');
  for (let view = 1; view <= 8; view += 1) {
    await next.click();
    await expect(reachable(row).first()).toHaveAccessibleName(`${view * 5 + 1} of 80`);
    await expect(reachable(row)).toHaveCount(5);
    await expect(row.getByRole('article', { name: `Title ${view * 5 + 1}`, exact: true })).toBeVisible();
    expect(await row.getByRole('group').count()).toBeLessThanOrEqual(20);
  }
  for (let view = 9; view < 16; view += 1) await next.click();
  await expect(reachable(row).last()).toHaveAccessibleName('80 of 80');
  await expect(next).toHaveAttribute('aria-disabled', 'true');
});

test('Swiper and the slides beyond the first view wait until the listener uses a row (CAT-75)', async ({
  openAs,
}) => {
  const page = await openAs('annual');
  await page.goto('/');
  const row = shelf(page, 'New Releases');
  const other = shelf(page, 'Your Next Listen');
  const swiper = (): Promise<number> =>
    page.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => /\/assets\/swiper/.test(name)).length,
    );
  await expect(shelf(page, 'Quick Listens').getByRole('article')).toHaveCount(5);
  await page.waitForLoadState('networkidle');
  expect(await swiper()).toBe(0);
  await expect(row.locator('article')).toHaveCount(5);
  const count = await row.getByRole('group').count();
  expect(count).toBeGreaterThan(5);

  // By keyboard, without the pointer.
  await row.getByRole('button', { name: 'Next slides' }).focus();
  await expect(row.locator('article')).toHaveCount(count);
  await expect(row.locator('.swiper-initialized')).toBeVisible();
  expect(await swiper()).toBeGreaterThan(0);
  await expect(other.locator('article')).toHaveCount(5);
  await expect(other.locator('.swiper-initialized')).toHaveCount(0);
});
