import type { TrackingEvent } from '../domain/tracking-plan.ts';
import type { UserId } from '../domain/user.ts';

/** Engagement messaging (sections 4 and 7): who listens, and what they did. Never throws. */
export interface Messaging {
  identify(id: UserId): void;
  record(event: TrackingEvent): void;
}
