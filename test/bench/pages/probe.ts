import * as v from 'valibot';

const observed = v.object({
  /** Epoch milliseconds of the request for the page. */
  startedAt: v.number(),
  firstPaint: v.number(),
  /**
   * Milliseconds from the request until every tile in the view has its text and the first one reacts to a click itself;
   * null if that did not happen.
   */
  usable: v.nullable(v.number()),
  largestPaint: v.number(),
  layoutShift: v.number(),
  /** The sum of the parts of tasks beyond 50 ms, from the first contentful paint until the page was settled. */
  blocking: v.number(),
  longestTask: v.number(),
});

/** The measurements of a page. */
export type Observed = v.InferOutput<typeof observed>;

export const readObserved = (value: unknown): Observed => v.parse(observed, value);

/**
 * Runs in every page before all other code. Saves when the page became usable, and what the browser measured. Until the page
 * is usable, it checks the page at most once a frame.
 *
 * @param ready selector of the links of the tiles
 */
export function probe(ready: string): void {
  const seen = {
    startedAt: performance.timeOrigin,
    firstPaint: 0,
    usable: null as number | null,
    largestPaint: 0,
    layoutShift: 0,
    blocking: 0,
    longestTask: 0,
  };
  Reflect.set(globalThis, 'observed', seen);

  const LEAST_TILES = 6;
  const isInView = (element: Element): boolean => {
    const { width, left, right, top, bottom } = element.getBoundingClientRect();
    return width > 2 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  };
  const isOwnedByReact = (element: Element): boolean =>
    Object.keys(element).some((key) => key.startsWith('__reactProps'));
  const isUsable = (): boolean => {
    const tiles = [...document.querySelectorAll(ready)].filter(isInView);
    const [first] = tiles;
    if (first === undefined || tiles.length < LEAST_TILES) return false;
    // A page without scripts reacts by its links alone.
    const reacts = document.scripts.length === 0 || isOwnedByReact(first);
    return reacts && tiles.every(({ textContent }) => textContent?.trim() !== '');
  };

  // Checks only after a change and not in every frame, because each requested frame costs the page time.
  let isScheduled = false;
  const changes = new MutationObserver(() => {
    if (isScheduled || document.querySelector(ready) === null) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      if (!isUsable()) return;
      changes.disconnect();
      // A page that shows a tile and continues to compute does not react yet, so the next task has to run first.
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', () => {
        seen.usable = performance.now();
        console.debug('usable');
      });
      channel.port1.start();
      channel.port2.postMessage(null);
    });
  });
  changes.observe(document, { childList: true, subtree: true });

  new PerformanceObserver((list) => {
    seen.firstPaint = list.getEntriesByName('first-contentful-paint')[0]?.startTime ?? seen.firstPaint;
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largestPaint = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Reflect.get(entry, 'hadRecentInput') !== true)
        seen.layoutShift += Number(Reflect.get(entry, 'value'));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const tasks: PerformanceEntry[] = [];
  new PerformanceObserver((list) => {
    tasks.push(...list.getEntries());
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity;
    seen.blocking = tasks
      .map(({ startTime, duration }) => startTime + duration - Math.max(startTime, painted) - 50)
      .reduce((sum, beyond) => sum + Math.max(0, beyond), 0);
    seen.longestTask = Math.max(...tasks.map(({ duration }) => duration));
  }).observe({ type: 'longtask', buffered: true });
}

/**
 * Runs in every page. Saves the times of a click, of the heading that it leads to, and of the sound that it starts, by the
 * clock that all pages share.
 *
 * @param heading the heading that the click leads to
 */
export function stopwatch(heading: string): void {
  const now = (): number => performance.timeOrigin + performance.now();
  const save = (name: string): void => sessionStorage.setItem(name, String(now()));
  const look = (): void => {
    if (document.querySelector('h1')?.textContent === heading) save('arrived');
    else requestAnimationFrame(look);
  };
  addEventListener(
    'pointerdown',
    () => {
      save('pressed');
      look();
    },
    { capture: true },
  );
  // The browser's own controls send no pointer events, but they start to play at once.
  document.addEventListener(
    'play',
    () => {
      if (sessionStorage.getItem('pressed') === null) save('pressed');
    },
    { capture: true },
  );
  document.addEventListener('playing', () => save('sounded'), { capture: true });
  // The click led to another document, which is this one.
  if (sessionStorage.getItem('pressed') !== null) requestAnimationFrame(look);
}
