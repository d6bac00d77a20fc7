// Safari has no idle callbacks.
const SOON = 50;
const AT_THE_LATEST = 2_000;

/** Runs work when the browser has nothing better to do, within two seconds (APP-61). */
export const whenIdle = (work: () => void): void => {
  if (typeof globalThis.requestIdleCallback === 'function') {
    globalThis.requestIdleCallback(work, { timeout: AT_THE_LATEST });
  } else {
    setTimeout(work, SOON);
  }
};
