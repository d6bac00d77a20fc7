import { instant, type Instant, milliseconds } from '../domain/time.ts';
import type { Clock, Subscription } from '../ports/platform.ts';
import { type Inject, PORTS } from '../ports/tokens.ts';
import { TimeState } from './time-state.ts';

/** A timer does not count the time in which the machine sleeps. So the clock is looked at again after this time. */
const LONGEST_TIMER = milliseconds(60_000);

const NEVER = instant(Number.POSITIVE_INFINITY);

/** The next full hour of the listener's time zone: then the greeting and the names of days may change. */
const hourAfter = (now: Instant): Instant => instant(new Date(now).setMinutes(60, 0, 0));

const firstFrom = (now: Instant, instants: readonly Instant[]): Instant =>
  instants.reduce((first, each) => (each >= now && each < first ? each : first), NEVER);

/**
 * Moves the time that the screens use. It moves only when something on the screen changes by it, so that a page on
 * which nothing changes does nothing (APP-57).
 */
export class FollowTime {
  static readonly inject: Inject<typeof FollowTime> = [PORTS.clock, TimeState];
  private readonly awaited = new Set<{ readonly instants: readonly Instant[] }>();
  /** When the time moves next. */
  private due = NEVER;
  private timer: Subscription | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly time: TimeState,
  ) {}

  start(): Subscription {
    this.move();
    return this.clock.corrected.subscribe(() => this.move());
  }

  /** Lets the time move just after these instants and each full hour, until the subscription ends. */
  moveAt(instants: readonly Instant[]): Subscription {
    const wasAtRest = this.awaited.size === 0;
    const entry = { instants };
    this.awaited.add(entry);
    if (wasAtRest) this.move();
    else this.await(firstFrom(this.time.now, instants));
    return {
      unsubscribe: () => {
        this.awaited.delete(entry);
        if (this.awaited.size === 0) this.rest();
      },
    };
  }

  /** Moves the time now, for example because the listener returns to the tab. */
  move(): void {
    const now = this.clock.now();
    this.time.setNow(now);
    this.rest();
    if (this.awaited.size === 0) return;
    const all = [...this.awaited].flatMap(({ instants }) => instants);
    this.await(firstFrom(now, [hourAfter(now), ...all]));
  }

  private await(due: Instant): void {
    if (due >= this.due) return;
    const now = this.clock.now();
    // The clock may have been set back.
    if (now > due || now < this.time.now) {
      this.move();
      return;
    }
    this.rest();
    this.due = due;
    const span = milliseconds(Math.min(due + 1 - now, LONGEST_TIMER));
    this.timer = this.clock.every(span).subscribe(() => {
      this.rest();
      this.await(due);
    });
  }

  private rest(): void {
    this.timer?.unsubscribe();
    this.timer = null;
    this.due = NEVER;
  }
}
