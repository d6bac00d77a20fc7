import type { Instant, Milliseconds } from '../domain/time.ts';
import type { Signal } from './signal.ts';

/** The current time, and timers. */
export interface Clock {
  now(): Instant;
  /**
   * The time since some moment in the past. Unlike `now`, it never jumps: neither if the clock is corrected, nor if it
   * is set.
   */
  elapsed(): Milliseconds;
  /** Emits the new time when the clock was corrected. */
  readonly corrected: Signal<Instant>;
  /** Emits the current time about every `period`. Some ticks may be late or missing. */
  every(period: Milliseconds): Signal<Instant>;
  /** Resolves after about `delay`. */
  after(delay: Milliseconds): Promise<void>;
}
