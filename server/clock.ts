/** The provider's time. Everything that expires uses it: tokens, windows, media addresses. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

/** A clock that a test can move, so that the test need not wait. */
export interface MovableClock extends Clock {
  /** Milliseconds ahead of the machine's clock; negative when behind it. */
  setOffset(milliseconds: number): void;
}

export function createClock(): MovableClock {
  let offset = 0;
  return {
    now: () => Date.now() + offset,
    setOffset(milliseconds) {
      offset = milliseconds;
    },
  };
}
