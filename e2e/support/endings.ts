import type { BrowserContext, Page } from '@playwright/test';
import { Listener } from './listener.ts';

/** A title with chapters of several minutes. */
export const BOOK = { id: 'the-tide-library', title: 'The Tide Library' } as const;

/** Crashes the renderer, so that no code of the page runs any more. */
const crash = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // This command never returns.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
};

/** Makes every page of a context save the position at which its audio element first plays. */
export async function watchFirstSound(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener(
      'playing',
      ({ target }) => {
        if (!(target instanceof HTMLAudioElement)) return;
        Reflect.set(globalThis, 'firstHeard', Reflect.get(globalThis, 'firstHeard') ?? target.currentTime);
      },
      { capture: true },
    );
  });
}

const firstHeardIn = async (page: Page): Promise<number> =>
  page.evaluate(() => Number(Reflect.get(globalThis, 'firstHeard')));

const heardIn = async (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);

/**
 * Plays the book in a page, crashes the page, and resumes in the next page. Call `watchFirstSound` first.
 *
 * @param times how often a page crashes
 * @returns for each crash, how many seconds before the last heard position the next page started
 */
export async function losses(context: BrowserContext, times: number): Promise<readonly number[]> {
  const lost: number[] = [];
  let heard = 0;
  for (let round = 0; round <= times; round += 1) {
    const page = await context.newPage();
    await page.goto(`/audios/${BOOK.id}`);
    const { player } = new Listener(page);
    // In every page after the first, the title is already in the player.
    const button =
      round === 0
        ? page.getByRole('main').getByRole('button', { name: `Play ${BOOK.title}`, exact: true })
        : player.getByRole('button', { name: 'Play', exact: true });
    await button.click();
    await page.waitForFunction(
      (least) => (document.querySelector('audio')?.currentTime ?? 0) > least,
      heard + 1.5,
      { timeout: 20_000 },
    );
    if (round > 0) lost.push(heard - (await firstHeardIn(page)));
    heard = await heardIn(page);
    await (round === times ? page.close() : crash(page));
  }
  return lost;
}
