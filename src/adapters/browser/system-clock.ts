import { instant, milliseconds } from '../../domain/time.ts';
import type { Instant, Milliseconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Signal } from '../../ports/signal.ts';
import { Emitter } from '../shared/emitter.ts';

// Milliseconds. A longer browser timer overflows and fires at once.
const LONGEST_TIMER = 2 ** 31 - 1;

// A `Date` header has whole seconds, and its response took some time.
const TOLERANCE = 2_000;

const timerSpan = (span: Milliseconds): number => Math.min(Math.max(span, 0), LONGEST_TIMER);

/** The browser's clock, corrected by the provider's time, because windows open and close by that time (APP-56). */
export class SystemClock implements Clock {
  readonly corrected = new Emitter<Instant>();
  private correction = milliseconds(0);

  now(): Instant {
    return instant(Date.now() + this.correction);
  }

  elapsed(): Milliseconds {
    return milliseconds(performance.now());
  }

  every(period: Milliseconds): Signal<Instant> {
    return {
      subscribe: (next) => {
        const beat = setInterval(() => next(this.now()), timerSpan(period));
        return { unsubscribe: () => clearInterval(beat) };
      },
    };
  }

  async after(delay: Milliseconds): Promise<void> {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, timerSpan(delay));
    });
  }

  /** The difference between the provider's time and the browser's clock. */
  correctBy(correction: Milliseconds): void {
    // Each response gives a slightly different correction.
    const isNews = Math.abs(correction - this.correction) > TOLERANCE;
    this.correction = correction;
    if (isNews) this.corrected.emit(this.now());
  }

  /** Corrects the clock if the provider's time differs by more than the precision of its header. */
  serverTimeSeen(serverTime: Instant): void {
    const behind = serverTime - Date.now();
    this.correctBy(milliseconds(Math.abs(behind) > TOLERANCE ? behind : 0));
  }
}
