import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { Listener } from '../support/listener.ts';
import { test as base } from '../support/sessions.ts';

const test = base.extend({
  storageState: async ({ sessions }, use) => use(await sessions.of('annual')),
});

/** How long a page is watched, in seconds. */
const WATCHED = 10;
/** Changes at both ends of the watched time, and a late end of the watch. */
const ENDS = 3;
/** The position, and the listening that the next report will have: each at most every 0.7 seconds. */
const WRITES_A_SECOND = 2 / 0.7;

/** How often a page did what makes a browser work. */
type Counts = {
  readonly timers: number;
  readonly frames: number;
  readonly changes: number;
  readonly writes: number;
  readonly systemPositions: number;
};

/** Runs in the page before its own code, and counts what it does. */
function countWork(): void {
  const counts = { timers: 0, frames: 0, changes: 0, writes: 0, systemPositions: 0 };
  Reflect.set(globalThis, 'workCounts', counts);
  const { requestAnimationFrame: draw } = globalThis;
  const counting =
    (work: unknown) =>
    (...given: unknown[]): void => {
      counts.timers += 1;
      if (typeof work === 'function') Reflect.apply(work, globalThis, given);
    };
  const set = (name: string, start: unknown): void => {
    Reflect.set(globalThis, name, (work: unknown, ...rest: unknown[]): unknown => {
      if (typeof start !== 'function') return undefined;
      const id: unknown = Reflect.apply(start, globalThis, [counting(work), ...rest]);
      return id;
    });
  };
  set('setTimeout', globalThis.setTimeout);
  set('setInterval', globalThis.setInterval);
  globalThis.requestAnimationFrame = (work) =>
    draw.call(globalThis, (now) => {
      counts.frames += 1;
      work(now);
    });
  const setItem: unknown = Reflect.get(Storage.prototype, 'setItem');
  Reflect.set(Storage.prototype, 'setItem', function count(this: Storage, ...given: unknown[]): void {
    counts.writes += 1;
    if (typeof setItem === 'function') Reflect.apply(setItem, this, given);
  });
  const { mediaSession } = navigator;
  const setPositionState = mediaSession.setPositionState.bind(mediaSession);
  mediaSession.setPositionState = (state) => {
    counts.systemPositions += 1;
    setPositionState(state);
  };
  // The changes of one task are one change.
  new MutationObserver(() => {
    counts.changes += 1;
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}

const countsOf = (page: Page): Promise<Counts> =>
  page.evaluate(() => {
    const counts: unknown = Reflect.get(globalThis, 'workCounts');
    const read = (name: string): number => Number(Reflect.get(Object(counts), name));
    return {
      timers: read('timers'),
      frames: read('frames'),
      changes: read('changes'),
      writes: read('writes'),
      systemPositions: read('systemPositions'),
    };
  });

/** What a page does in the next seconds. */
async function countsIn(page: Page, seconds: number): Promise<Counts> {
  const before = await countsOf(page);
  await page.waitForTimeout(seconds * 1000);
  const after = await countsOf(page);
  return {
    timers: after.timers - before.timers,
    frames: after.frames - before.frames,
    changes: after.changes - before.changes,
    writes: after.writes - before.writes,
    systemPositions: after.systemPositions - before.systemPositions,
  };
}

test('a page in which nothing happens does nothing', async ({ page }) => {
  await page.addInitScript(countWork);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Quick Listens', exact: true })).toBeVisible();
  const nothing = { timers: 0, frames: 0, changes: 0, writes: 0, systemPositions: 0 };
  await expect
    .poll(() => countsIn(page, 2), { timeout: 30_000, message: 'the page has loaded' })
    .toEqual(nothing);
  const { timers, ...rest } = await countsIn(page, WATCHED);
  expect({ ...rest, timers: 0 }).toEqual(nothing);
  // Single timers, such as the time limit of a call. None of them repeats.
  expect(timers, 'timers').toBeLessThanOrEqual(ENDS);
});

/** How often the browser has computed styles. */
async function styleCounter(page: Page): Promise<() => Promise<number>> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable');
  return async () => {
    const { metrics } = await browser.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'RecalcStyleCount')?.value ?? Number.NaN;
  };
}

test('a page that plays changes once a second, and draws no frame by itself', async ({ page }) => {
  await page.addInitScript(countWork);
  await page.goto('/audios/the-tide-library?chapter=1&t=5');
  await page.getByRole('main').getByRole('button', { name: 'Play The Tide Library', exact: true }).click();
  await new Listener(page).hears(8);
  const styles = await styleCounter(page);
  const before = await styles();
  const { timers, frames, changes, writes, systemPositions } = await countsIn(page, WATCHED);
  expect((await styles()) - before, 'computed styles').toBeLessThanOrEqual(2 * (WATCHED + ENDS));
  expect(changes, 'changes of the page').toBeLessThanOrEqual(WATCHED + ENDS);
  expect(writes, 'writes to the storage').toBeLessThanOrEqual(WRITES_A_SECOND * (WATCHED + ENDS));
  expect(frames, 'requested frames').toBe(0);
  expect(timers, 'timers').toBeLessThanOrEqual(ENDS);
  expect(systemPositions, 'positions sent to the system').toBe(0);
});
