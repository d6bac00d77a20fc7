import type { Clock } from '../clock.ts';

const WINDOW_MS = 10 * 60_000;
const MOST = 1_000_000;

/** Counts the listeners whose sound this process has sent within the last ten minutes. */
export class ActiveListeners {
  private readonly clock: Clock;
  /** When each listener was last seen, in this order. */
  private readonly seen = new Map<string, number>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  saw(listener: string): void {
    this.seen.delete(listener);
    if (this.seen.size < MOST) this.seen.set(listener, this.clock.now());
  }

  get count(): number {
    const now = this.clock.now();
    for (const [listener, at] of this.seen) {
      // The absolute value also removes entries after the clock was set back.
      if (Math.abs(now - at) <= WINDOW_MS) break;
      this.seen.delete(listener);
    }
    return this.seen.size;
  }
}
