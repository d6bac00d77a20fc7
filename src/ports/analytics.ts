import type { TrackingEvent } from '../domain/tracking-plan.ts';
import type { User } from '../domain/user.ts';

/** Usage analytics (section 3, tracking plan). Never throws, never makes anyone wait. */
export interface Analytics {
  record(event: TrackingEvent): void;
  identify(user: User): void;
  /** The listener has signed out: what follows is somebody else's. */
  reset(): void;
}
