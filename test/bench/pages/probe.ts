import * as v from 'valibot';

const observed = v.object({
  /** Milliseconds since the page was asked for, when a tile stood on the screen and the next task ran; else null. */
  usable: v.nullable(v.number()),
  largestPaint: v.number(),
  layoutShift: v.number(),
  /** The parts of tasks beyond 50 ms, added up, from the first contentful paint to a quiet page. */
  blocking: v.number(),
  longestTask: v.number(),
});

/** What a page tells of itself. */
export type Observed = v.InferOutput<typeof observed>;

export const readObserved = (value: unknown): Observed => v.parse(observed, value);

/**
 * Runs in every page before anything else: notes when it became usable, and what the browser measured. It looks at
 * the page once a frame until then, and never again.
 *
 * @param ready selector of the first thing that a listener would use
 */
export function probe(ready: string): void {
  const seen = {
    usable: null as number | null,
    largestPaint: 0,
    layoutShift: 0,
    blocking: 0,
    longestTask: 0,
  };
  Reflect.set(globalThis, 'observed', seen);

  // Looked at when something has changed, and not at every frame: a page pays for every frame that is asked of it.
  let isLooking = false;
  const changes = new MutationObserver(() => {
    if (isLooking || document.querySelector(ready) === null) return;
    isLooking = true;
    requestAnimationFrame(() => {
      isLooking = false;
      if (document.querySelector(ready)?.checkVisibility() !== true) return;
      changes.disconnect();
      // A page that shows a tile and then computes on does not react yet: the next task has to have its turn.
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
 * Runs in every page: notes, by the clock of all pages, when a click came and when the heading that it led to stood
 * on the screen, or the sound that it asked for sounded.
 */
export function stopwatch(): void {
  const now = (): number => performance.timeOrigin + performance.now();
  const note = (name: string): void => sessionStorage.setItem(name, String(now()));
  addEventListener(
    'pointerdown',
    () => {
      sessionStorage.removeItem('arrived');
      sessionStorage.removeItem('sounded');
      note('pressed');
    },
    { capture: true },
  );
  // The browser's own controls keep presses to themselves; they begin to play at once.
  document.addEventListener(
    'play',
    () => {
      if (sessionStorage.getItem('pressed') === null) note('pressed');
    },
    { capture: true },
  );
  document.addEventListener('playing', () => note('sounded'), { capture: true });
  const look = (): void => {
    const wanted = sessionStorage.getItem('wanted');
    const heading = document.querySelector('h1')?.textContent;
    if (wanted !== null && heading === wanted && sessionStorage.getItem('arrived') === null) note('arrived');
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
