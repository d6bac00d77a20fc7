import type { TrackingEvent } from '../../domain/tracking-plan.ts';
import { NOBODY } from '../../domain/user.ts';
import type { User } from '../../domain/user.ts';
import type { Analytics } from '../../ports/analytics.ts';

/** Keeps what was recorded, and of whom. */
export class MemoryAnalytics implements Analytics {
  events: readonly TrackingEvent[] = [];
  user: User = NOBODY;
  /** How many identities there have been: a sign-out begins another. */
  identities = 1;
  flushes = 0;
  isPermitted = true;

  record(event: TrackingEvent): void {
    if (this.isPermitted) this.events = [...this.events, event];
  }

  identify(user: User): void {
    if (this.isPermitted) this.user = user;
  }

  reset(): void {
    this.user = NOBODY;
    this.identities += 1;
  }

  permit(isPermitted: boolean): void {
    this.isPermitted = isPermitted;
    if (!isPermitted) this.user = NOBODY;
  }

  flush(): void {
    this.flushes += 1;
  }
}
