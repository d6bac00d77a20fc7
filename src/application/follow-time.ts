import { milliseconds } from '../domain/time.ts';
import type { Clock } from '../ports/clock.ts';
import type { Subscription } from '../ports/signal.ts';
import { type Inject, PORTS } from '../ports/tokens.ts';
import { TimeState } from './time-state.ts';

/** How often the screens look at the clock, because validity windows open and close (APP-57). */
const PERIOD = milliseconds(5000);

/** Keeps the time that the screens use up to date. */
export class FollowTime {
  static readonly inject: Inject<typeof FollowTime> = [PORTS.clock, TimeState];

  constructor(
    private readonly clock: Clock,
    private readonly time: TimeState,
  ) {}

  start(): Subscription {
    this.time.setNow(this.clock.now());
    return this.clock.every(PERIOD).subscribe((now) => this.time.setNow(now));
  }
}
