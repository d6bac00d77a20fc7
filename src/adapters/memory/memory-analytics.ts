import type { TrackingEvent } from '../../domain/tracking-plan.ts';
import { NOBODY } from '../../domain/user.ts';
import type { User } from '../../domain/user.ts';
import type { Analytics } from '../../ports/analytics.ts';

/** Keeps what was recorded, and of whom. */
export class MemoryAnalytics implements Analytics {
  events: readonly TrackingEvent[] = [];
  user: User = NOBODY;

  record(event: TrackingEvent): void {
    this.events = [...this.events, event];
  }

  identify(user: User): void {
    this.user = user;
  }

  reset(): void {
    this.user = NOBODY;
  }
}
