import type { TrackingEvent } from '../../domain/tracking-plan.ts';
import type { UserId } from '../../domain/user.ts';
import type { Messaging } from '../../ports/messaging.ts';

/** Keeps what was recorded, and of whom. */
export class MemoryMessaging implements Messaging {
  events: readonly TrackingEvent[] = [];
  userId: UserId | null = null;

  identify(id: UserId): void {
    this.userId = id;
  }

  record(event: TrackingEvent): void {
    this.events = [...this.events, event];
  }
}
