import { instant, milliseconds, type Instant, type Milliseconds } from '../../domain/time.ts';
import type { Clock, Signal } from '../../ports/platform.ts';
import { Emitter } from '../shared/emitter.ts';

type Timer = { due: number; readonly period: number | null; readonly fire: () => void };

// More microtasks than any chain of promises between two timers needs.
const MICROTASKS = 25;

/** A clock that tests advance. */
export class MemoryClock implements Clock {
  readonly corrected = new Emitter<Instant>();
  private time: number;
  private correction = 0;
  private readonly timers = new Set<Timer>();

  constructor(start: Instant = instant(Date.UTC(2026, 0, 1))) {
    this.time = start;
  }

  now(): Instant {
    return instant(this.time + this.correction);
  }

  elapsed(): Milliseconds {
    return milliseconds(this.time);
  }

  /** Sets the clock forward or back, while no time passes. */
  set(by: number): void {
    this.correction += by;
  }

  every(period: Milliseconds): Signal<Instant> {
    return {
      subscribe: (next) => {
        // With a period of 0, time would never advance.
        const span = Math.max(period, 1);
        const timer = this.start({ due: this.time + span, period: span, fire: () => next(this.now()) });
        return { unsubscribe: () => void this.timers.delete(timer) };
      },
    };
  }

  async after(delay: Milliseconds): Promise<void> {
    if (delay <= 0) return undefined;
    return new Promise((resolve) => {
      this.start({ due: this.time + delay, period: null, fire: resolve });
    });
  }

  /** How many timers are set. */
  get pendingTimers(): number {
    return this.timers.size;
  }

  /** Lets time pass and fires every timer in order. Promises run afterwards. */
  advance(span: number): void {
    const end = this.time + span;
    while (this.fireNext(end)) {
      // Each timer may have started or stopped others.
    }
    this.time = end;
  }

  /** Lets time pass and fires every timer in order. Promises of a timer run before the next timer. */
  async advanceAsync(span: number): Promise<void> {
    const end = this.time + span;
    await settle();
    while (this.fireNext(end)) await settle();
    this.time = end;
    await settle();
  }

  /** Simulates a sleep of the machine. Time passes, but no timer fires. Missed timers fire once afterwards. */
  sleep(span: number): void {
    this.time += span;
    for (const timer of this.timers) {
      if (timer.due < this.time) timer.due = this.time;
    }
    this.advance(0);
  }

  private start(timer: Timer): Timer {
    this.timers.add(timer);
    return timer;
  }

  private fireNext(end: number): boolean {
    let next: Timer | null = null;
    for (const timer of this.timers) {
      if (timer.due <= end && (next === null || timer.due < next.due)) next = timer;
    }
    if (next === null) return false;
    this.time = Math.max(this.time, next.due);
    if (next.period === null) this.timers.delete(next);
    else next.due += next.period;
    next.fire();
    return true;
  }
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < MICROTASKS; turn += 1) await Promise.resolve();
};
