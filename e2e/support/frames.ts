import type { Page } from '@playwright/test';

/**
 * Says in each page that opens from now on, before each frame, which language it has and which words are seen.
 *
 * @param english words of the English page, with `|` between them
 */
export async function watchFrames(page: Page, english: string): Promise<void> {
  await page.addInitScript((words) => {
    const seen = new Set<string>();
    Reflect.set(globalThis, 'seen', seen);
    const look = () => {
      const { lang, dir } = document.documentElement;
      const text = document.body?.innerText ?? '';
      seen.add(`${lang} ${dir} ${new RegExp(words).test(text) ? 'English' : 'other'}`);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, english);
}

/** Language, direction and words of the frames, each once, as `de ltr other`. */
export const wordsSeenIn = async (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [...(Reflect.get(globalThis, 'seen') as Set<string>)]);
