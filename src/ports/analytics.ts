import type { TrackingEvent } from '../domain/analytics.ts';
import type { User } from '../domain/account/user.ts';

/** Usage analytics (section 3, tracking plan). Never throws, never makes anyone wait. */
export interface Analytics {
  record(event: TrackingEvent): void;
  identify(user: User): void;
  /**
   * Somebody has signed in, and `identify` says later who it is. Until then events wait, so that they carry the
   * user's id. `flush` and `reset` send them without one.
   */
  awaitUser(): void;
  /** The listener has signed out: what follows is somebody else's, whom nothing ties to them. */
  reset(): void;
  /**
   * Whether anything may be kept or sent (contract 3.20); until this is called, it may. Once it may not,
   * nothing that was recorded before leaves any more.
   */
  permit(isPermitted: boolean): void;
  /** The page may be going away: what waits is sent now. */
  flush(): void;
}
