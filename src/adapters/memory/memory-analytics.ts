import type { TrackingEvent } from '../../domain/tracking-plan.ts';
import { NOBODY } from '../../domain/user.ts';
import type { User } from '../../domain/user.ts';
import type { Analytics } from '../../ports/analytics.ts';

/** Keeps what was recorded, and of whom. */
export class MemoryAnalytics implements Analytics {
  events: readonly TrackingEvent[] = [];
  user: User = NOBODY;
  /** Each event of whom and of which identity it was: a sign-out begins another. */
  told: readonly { readonly name: string; readonly userId: string | null; readonly device: string }[] = [];
  private identities = 1;
  private isPermitted = true;

  record(event: TrackingEvent): void {
    if (!this.isPermitted) return;
    this.events = [...this.events, event];
    const userId = this.user.id === '' ? null : this.user.id;
    this.told = [...this.told, { name: event.name, userId, device: String(this.identities) }];
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

  /** Nothing ever waits here. */
  flush(): void {}
}
