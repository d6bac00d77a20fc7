import type { Instant, Milliseconds } from '../domain/time.ts';
import type { Signal } from './signal.ts';

/** The current time, and timers. */
export interface Clock {
  /** Returns the current time. After a correction it follows the provider's clock, not that of the device. */
  now(): Instant;
  /** The time since some moment in the past. Unlike `now`, it never jumps when the clock is set or corrected. */
  elapsed(): Milliseconds;
  /** Emits the new time when the clock was corrected. */
  readonly corrected: Signal<Instant>;
  /** Emits the current time about every `period`. Some ticks may be late or missing. */
  every(period: Milliseconds): Signal<Instant>;
  /** Resolves after about `delay`. */
  after(delay: Milliseconds): Promise<void>;
}
