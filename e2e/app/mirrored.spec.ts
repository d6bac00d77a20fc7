import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/language.ts';
import { type OpenAs, test } from '../support/sessions.ts';

/*
 * What a page does where words run from right to left, also when the other journeys run in English: the layout, the carousel
 * and the seek slider are mirrored, for the pointer and for the keys (LANG-13).
 */

const opens = async (openAs: OpenAs, width = 1440): Promise<Page> =>
  openAs('annual', { locale: 'ar', viewport: { width, height: 900 }, reducedMotion: 'reduce' });

/** "New Releases". */
const rowIn = (page: Page): Locator => page.getByRole('main').getByRole('region', { name: 'إصدارات جديدة' });

/** The slides that are in view. */
const slidesIn = (row: Locator): Locator => row.locator('[role="group"]:not([inert])');

const middle = async (element: Locator): Promise<number> => {
  await expect(element).toBeVisible();
  const { x, width } = (await element.boundingBox()) ?? { x: Number.NaN, width: 0 };
  return x + width / 2;
};

for (const width of [1440, 390]) {
  test(`${width} px: the logo and the first title stand at the right, and what comes next at the left (LANG-13)`, async ({
    openAs,
  }) => {
    const page = await opens(openAs, width);
    await page.goto('/');
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    const logo = page.getByRole('banner').locator('a[href="/"]').first();
    expect(await middle(logo)).toBeGreaterThan(width / 2);
    const row = rowIn(page);
    await row.scrollIntoViewIfNeeded();
    const slides = slidesIn(row);
    const first = await slides.first().boundingBox();
    expect(first && first.x + first.width).toBeGreaterThan(width * 0.9);
    const middles = await Promise.all((await slides.all()).map(middle));
    expect(middles.length).toBeGreaterThan(2);
    expect(middles).toEqual(middles.toSorted((one, other) => other - one));
    // "Next" and "Previous".
    const [next, previous] = [
      row.getByRole('button', { name: 'التالي' }),
      row.getByRole('button', { name: 'السابق' }),
    ];
    expect(await middle(next)).toBeLessThan(await middle(previous));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

test('a carousel goes on to the left: dragged, by its buttons, by keys and by the wheel (LANG-13)', async ({
  openAs,
}) => {
  const page = await opens(openAs);
  await page.goto('/');
  const row = rowIn(page);
  const slides = slidesIn(row);
  const startsWith = (number: number): Promise<void> =>
    expect(slides.first()).toHaveAccessibleName(new RegExp(`^${number} `, 'u'));
  await slides.first().hover();
  await expect(row.locator('.swiper-initialized')).toBeVisible();

  // To the right, the row follows the pointer, and the next titles come from the left.
  const dragged = slides.nth(3);
  const { y, height } = (await dragged.boundingBox()) ?? { y: 0, height: 0 };
  await page.mouse.move(await middle(dragged), y + height / 4);
  await page.mouse.down();
  await page.mouse.move(1140, y + height / 4, { steps: 8 });
  await page.mouse.up();
  await startsWith(6);
  await expect(slides).toHaveCount(5);
  await expect(page).toHaveURL('/');

  await row.getByRole('button', { name: 'السابق' }).click();
  await startsWith(1);
  await row.getByRole('button', { name: 'التالي' }).click();
  await startsWith(6);
  await slides.first().getByRole('link').first().focus();
  await page.keyboard.press('ArrowRight');
  await startsWith(1);
  await expect(slides.first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await startsWith(6);
  await slides.first().hover();
  await page.mouse.wheel(120, 0);
  await startsWith(1);
});

test('the seek slider begins at the right, for the pointer and for keys (LANG-13)', async ({ openAs }) => {
  const page = await opens(openAs);
  await page.goto('/audios/the-tide-library?chapter=1&t=5');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^تشغيل .*The Tide Library/u })
    .click();
  const player = page.getByRole('region', { name: 'المشغل', exact: true });
  await player.getByRole('button', { name: 'إيقاف مؤقت', exact: true }).click();
  const slider = player.getByRole('slider', { name: 'الموضع' });
  const position = async (): Promise<number> => Number(await slider.inputValue());
  const heard = (): Promise<number> =>
    page.evaluate(() => Math.floor(document.querySelector('audio')?.currentTime ?? Number.NaN));
  const duration = Number(await slider.getAttribute('max'));
  const { x, y, width, height } = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = (part: number): [number, number] => [x + width * (1 - part), y + height / 2];

  // In Arabic the time begins at the right. A click at a quarter of the width from there means a quarter of the time.
  await page.mouse.click(...at(0.25));
  await expect.poll(async () => Math.abs((await position()) / duration - 0.25)).toBeLessThan(0.02);
  await expect.poll(heard).toBe(await position());
  await page.mouse.move(...at(0.25));
  await page.mouse.down();
  await page.mouse.move(...at(0.75), { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => Math.abs((await position()) / duration - 0.75)).toBeLessThan(0.02);
  await expect.poll(heard).toBe(await position());

  const before = await position();
  await page.keyboard.press('ArrowRight');
  await expect.poll(position).toBeLessThan(before);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(position).toBe(before);
  await expect.poll(heard).toBe(before);
});

/** Whether an element looks the same with another style. */
const looksTheSameWith = async (element: Locator, name: string, value: string): Promise<boolean> => {
  const set = (to: string): Promise<void> =>
    element.evaluate((node: HTMLElement, style) => node.style.setProperty(style.name, style.to), {
      name,
      to,
    });
  const before = await element.screenshot({ animations: 'disabled' });
  await set(value);
  const after = await element.screenshot({ animations: 'disabled' });
  await set('');
  return before.equals(after);
};

for (const width of [768, 1024]) {
  test(`${width} px: an English title that is cut has its ellipsis, others stand at the right, and authors begin with their first letters (LANG-13, LANG-15)`, async ({
    openAs,
  }) => {
    const page = await openAs('monthly', { locale: 'ar', viewport: { width, height: 1024 } });
    await page.goto('/library');
    const titleOf = (words: string): Locator =>
      page.getByRole('main').getByRole('heading', { name: words }).locator('bdi');
    // A title at the left shows its ellipsis in every browser.
    const cut = titleOf('Learn to Sleep Again');
    await expect.poll(() => looksTheSameWith(cut, 'text-align', 'left')).toBe(true);
    const whole = titleOf('Walking Meditation for City Streets');
    await expect.poll(() => looksTheSameWith(whole, 'text-align', 'right')).toBe(true);

    const authors = page.getByRole('main').getByRole('article', { name: 'Leftovers' }).getByRole('paragraph');
    const second = authors.getByText('Jean-Baptiste', { exact: false });
    const shown = await second.evaluate((name) => {
      const letters = document.createRange();
      letters.setStart(name.firstChild ?? name, 0);
      letters.setEnd(name.firstChild ?? name, 2);
      const [first, own] = [letters.getBoundingClientRect(), name.getBoundingClientRect()];
      const line = name.parentElement?.getBoundingClientRect() ?? own;
      return {
        ellipsis: getComputedStyle(name).textOverflow,
        isInside: first.left >= Math.max(own.left, line.left) - 1 && first.right <= own.right,
        isCut: name.scrollWidth > name.clientWidth,
      };
    });
    expect(shown).toEqual({ ellipsis: 'ellipsis', isInside: true, isCut: true });
  });
}

test('what a listener types runs in its own direction, and an empty field in that of the page (LANG-13)', async ({
  openAs,
}) => {
  const page = await opens(openAs);
  await page.goto('/');
  // "Search".
  const field = page.getByRole('searchbox', { name: 'بحث' });
  await expect(field).toBeEnabled();
  await expect.poll(() => looksTheSameWith(field, 'unicode-bidi', 'normal')).toBe(true);
  for (const [typed, side] of [
    ['Who am I?', 'left'],
    ['من أنا؟', 'right'],
  ] as const) {
    await field.fill(typed);
    await expect.poll(() => looksTheSameWith(field, 'text-align', side)).toBe(true);
    // In the direction of the page, the sign at the end would be at the left of English words.
    await expect.poll(() => looksTheSameWith(field, 'unicode-bidi', 'normal')).toBe(side === 'right');
  }
});
