/** The provider's time. Everything that expires uses it: tokens, windows, media addresses. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

/** A clock that a test can move, so that the test need not wait. */
export interface MovableClock extends Clock {
  /** Milliseconds ahead of the time that the clock follows; negative when behind it. */
  setOffset(milliseconds: number): void;
}

/** @param time the time that the clock follows, in epoch milliseconds: that of the machine, or of a shared database */
export function createClock(time: () => number = Date.now): MovableClock {
  let offset = 0;
  return {
    now: () => time() + offset,
    setOffset(milliseconds) {
      offset = milliseconds;
    },
  };
}
