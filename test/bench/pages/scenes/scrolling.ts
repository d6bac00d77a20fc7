import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { check } from '../../check.ts';
import { MISSING_COVER, type Subject } from '../subject.ts';
import { inContext, newPage, settle, type Setting } from './visit.ts';

const STEP_PIXELS = 400;
const STEP_MS = 60;
const STEPS = 100;
/** A page may lose a few steps while it puts rows in. */
const ALMOST_ALL = 0.9;
/** How long a page that was scrolled may take to come to rest. */
const REST_MS = 5_000;

export type Scrolling = {
  readonly framesPerSecond: number;
  readonly nodes: number;
  readonly longestTask: number;
  /** Milliseconds of the main thread in a second of scrolling. */
  readonly worked: number;
  /** Frames in which a part of the view had no row. */
  readonly framesWithGaps: number;
};

/** Scrolls through the long list at a path with the wheel, 400 pixels every 60 ms. */
export async function scrolling(
  setting: Setting,
  subject: Subject,
  list: 'library' | 'coverless',
): Promise<Scrolling> {
  return inContext(setting, async (context) => {
    const { page, mainThread } = await newPage(setting, context, 'main article');
    let missing = 0;
    page.on('response', (response) => {
      if (response.url().includes(MISSING_COVER) && response.status() === 404) missing += 1;
    });
    await page.goto(subject[list]);
    await page.locator('main article').first().waitFor();
    await settle(setting, mainThread);

    await page.evaluate(() => {
      const seen = { frames: 0, longestTask: 0, from: performance.now() };
      Reflect.set(globalThis, 'scrolling', seen);
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) {
          seen.longestTask = Math.max(seen.longestTask, duration);
        }
      }).observe({ type: 'longtask' });
      const count = (): void => {
        seen.frames += 1;
        requestAnimationFrame(count);
      };
      requestAnimationFrame(count);
    });
    const before = await mainThread.worked();
    await turnWheel(mainThread.session);
    const worked = ((await mainThread.worked()) - before) / ((STEPS * STEP_MS) / 1000);
    const counted = await page.evaluate(() => {
      const seen: unknown = Reflect.get(globalThis, 'scrolling');
      const read = (name: string): number => Number(Reflect.get(Object(seen), name));
      const seconds = (performance.now() - read('from')) / 1000;
      return {
        framesPerSecond: read('frames') / seconds,
        longestTask: read('longestTask'),
        nodes: document.querySelectorAll('*').length,
      };
    });
    const scrolled = await scrolledAtRest(page);
    check(missing > 0 === (list === 'coverless'), `${missing} covers were missing`);
    check(
      scrolled > STEPS * STEP_PIXELS * ALMOST_ALL,
      `the list was scrolled by ${scrolled} pixels of ${STEPS * STEP_PIXELS}`,
    );

    // A second scroll, because reading positions would slow down the measured one.
    await page.evaluate(() => {
      Reflect.set(globalThis, 'gaps', 0);
      const look = (): void => {
        const rows = [...document.querySelectorAll('main article')].map((each) =>
          each.getBoundingClientRect(),
        );
        const quarter = innerHeight / 4;
        const isFull = [1, 2].every((at) =>
          rows.some(({ top, bottom }) => top < (at + 1) * quarter && bottom > at * quarter),
        );
        if (!isFull) Reflect.set(globalThis, 'gaps', Number(Reflect.get(globalThis, 'gaps')) + 1);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await turnWheel(mainThread.session);
    const framesWithGaps = Number(await page.evaluate((): unknown => Reflect.get(globalThis, 'gaps')));
    return { ...counted, worked, framesWithGaps };
  });
}

/** Waits until the page no longer moves, and returns how far it was scrolled, in pixels. */
async function scrolledAtRest(page: Page): Promise<number> {
  const start = performance.now();
  let before = -1;
  for (;;) {
    const now = await page.evaluate(() => scrollY);
    if (now === before || performance.now() - start > REST_MS) return now;
    before = now;
    await wait(250);
  }
}

/** The browser gets each turn at its time, whether or not it has handled the one before. */
async function turnWheel(session: CDPSession): Promise<void> {
  const start = performance.now();
  const turns: Promise<unknown>[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    await wait(start + step * STEP_MS - performance.now());
    turns.push(
      session.send('Input.dispatchMouseEvent', {
        type: 'mouseWheel',
        x: 700,
        y: 500,
        deltaX: 0,
        deltaY: STEP_PIXELS,
      }),
    );
  }
  await Promise.all(turns);
}
