import { afterFirstPaint } from './after-first-paint.ts';

/** The page is quiet after this long without work and without a response. All times are in milliseconds. */
const QUIET = 1_000;

/** How often the page is checked. */
const INTERVAL = 250;

/** An idle browser gives an idle callback up to 50 ms; between two frames it gives less than 17 ms. */
const IDLE = 20;

/** A page that is never quiet, because something moves all the time, counts as quiet after this long. */
const AT_THE_LATEST = 5_000;

/**
 * Runs work after the first paint, once the page has neither worked nor received anything for a second, or after five
 * seconds. A page that waits for the network is idle as well, so idle callbacks alone are not enough.
 */
export const whenQuiet = (work: () => void): void => {
  afterFirstPaint(() => {
    // Safari has no idle callbacks.
    if (typeof globalThis.requestIdleCallback !== 'function') setTimeout(work, QUIET);
    else waitUntilQuiet(work);
  });
};

function waitUntilQuiet(work: () => void): void {
  const start = performance.now();
  let idleSince = start;
  const responses = new PerformanceObserver(() => {
    idleSince = performance.now();
  });
  responses.observe({ type: 'resource' });
  const check = (deadline: IdleDeadline): void => {
    const now = performance.now();
    if (deadline.timeRemaining() < IDLE) idleSince = now;
    if (now - idleSince < QUIET && now - start < AT_THE_LATEST) {
      checkAgain();
      return;
    }
    responses.disconnect();
    work();
  };
  const checkAgain = (): void => {
    setTimeout(() => requestIdleCallback(check, { timeout: INTERVAL }), INTERVAL);
  };
  checkAgain();
}
