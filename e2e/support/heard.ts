import { expect, type BrowserContext, type Page } from '@playwright/test';
import type { Provider } from './provider.ts';

/** The key of the seconds in the session storage, which survives a reload of the tab. */
const KEY = 'heard by the test';

/**
 * Counts the seconds that sound in each tab of a context, whose clock can then be moved. Call it before the first page
 * loads.
 */
export async function countSound(context: BrowserContext): Promise<void> {
  await context.clock.install();
  await context.addInitScript((key) => {
    const positions = new WeakMap<HTMLMediaElement, number>();
    const sounded = ({ target, type }: Event): void => {
      if (!(target instanceof HTMLMediaElement)) return;
      const before = positions.get(target);
      if (before !== undefined && target.currentTime > before) {
        const heard = Number(sessionStorage.getItem(key)) + target.currentTime - before;
        sessionStorage.setItem(key, String(heard));
      }
      if (type === 'pause' || target.seeking) positions.delete(target);
      else positions.set(target, target.currentTime);
    };
    for (const name of ['playing', 'timeupdate', 'pause'])
      document.addEventListener(name, sounded, { capture: true });
    for (const name of ['seeking', 'emptied'])
      document.addEventListener(
        name,
        ({ target }) => target instanceof HTMLMediaElement && positions.delete(target),
        { capture: true },
      );
  }, KEY);
}

/** The seconds that sounded in the tab of a page. */
export const secondsHeard = async (page: Page): Promise<number> =>
  page.evaluate((key) => Number(sessionStorage.getItem(key)), KEY);

/** Royalties of one listener and one title, in seconds. */
export const countedFor = async (provider: Provider, email: string, title: string): Promise<number> =>
  (await provider.reports()).royalties
    .filter((royalty) => royalty.email === email && royalty.content_id === title)
    .reduce((sum, { duration }) => sum + duration / 1000, 0);

/** Seconds that a report may miss or add: a tick of the sound at each of its ends. */
const TOLERANCE = 1.5;

/** A page looks at waiting reports and at drafts every 15 seconds. This is a little more. */
const ROUND = 17_000;

/** The reports and drafts in the journal of a page that are not delivered yet. */
const waiting = async (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /^journal\.(report|draft)/u.test(key)));

/** Expects that the provider counts what was heard, and counts it once. The page is online, and its sound is paused. */
export async function expectCountedOnce(
  page: Page,
  heard: number,
  counted: () => Promise<number>,
  timeout = 20_000,
): Promise<void> {
  expect(heard, 'something was heard').toBeGreaterThan(2 * TOLERANCE);
  await expect.poll(counted, { timeout }).toBeGreaterThan(heard - TOLERANCE);
  // Double counting would come from a recovered draft, or from a report that is sent again.
  await expect(async () => {
    await page.clock.fastForward(ROUND);
    expect(await waiting(page)).toEqual([]);
  }).toPass({ timeout: 45_000 });
  expect(await counted()).toBeLessThan(heard + TOLERANCE);
}
