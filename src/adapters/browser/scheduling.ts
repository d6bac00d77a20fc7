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

/**
 * Runs work after the page was painted and has loaded, when the browser is idle. A hidden page is not painted, so its
 * work waits.
 */
export const afterFirstPaint = (work: () => void): void => {
  const painted = () => {
    // The second frame callback runs after the first frame is on the screen.
    requestAnimationFrame(() => requestAnimationFrame(() => whenIdle(work)));
  };
  if (document.readyState === 'complete') painted();
  else window.addEventListener('load', painted, { once: true });
};

// Safari has no idle callbacks.
const SOON = 50;
const IDLE_AT_THE_LATEST = 2_000;

/** Runs work when the browser has nothing better to do, within two seconds (APP-61). */
export const whenIdle = (work: () => void): void => {
  if (typeof globalThis.requestIdleCallback === 'function') {
    globalThis.requestIdleCallback(work, { timeout: IDLE_AT_THE_LATEST });
  } else {
    setTimeout(work, SOON);
  }
};

/** Starting takes long on a slow machine: between its steps the browser can paint and handle input. */
export const nextTask = async (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

/** Calls back when the listener returns to this tab, or to its window from another window. */
export function onReturn(returned: () => void): void {
  let isAway = false;
  const back = () => {
    isAway = false;
    returned();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') back();
  });
  // Another window leaves this tab visible, so the focus decides. A frame of the page takes the focus of the window,
  // but the document keeps it.
  window.addEventListener('blur', () => {
    isAway = !document.hasFocus();
  });
  window.addEventListener('focus', () => {
    if (isAway && document.visibilityState === 'visible') back();
  });
}
