import type { Instant, Milliseconds } from '../domain/time.ts';
import type { Signal } from './signal.ts';

/** What time it is, for the rules of the domain, and a beat to look again by. */
export interface Clock {
  now(): Instant;
  /** Emits the time about every `period`; late or missing beats are to be expected. */
  every(period: Milliseconds): Signal<Instant>;
  /** Resolves after about `delay`. */
  after(delay: Milliseconds): Promise<void>;
}
