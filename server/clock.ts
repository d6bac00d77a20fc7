/** The provider's own time. Everything that expires (tokens, windows, media addresses) asks it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

/** A clock that a test can move, so that an hour passes without waiting for it. */
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
