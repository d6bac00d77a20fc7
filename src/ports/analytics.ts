import type { TrackingEvent } from '../domain/analytics.ts';
import type { User } from '../domain/account/user.ts';

/** Usage analytics. No method throws, and none makes the caller wait (ANA-43). */
export interface Analytics {
  /** Records an event of the tracking plan. */
  record(event: TrackingEvent): void;
  /** Names the listener, and sends the events that wait for the listener's id. */
  identify(user: User): void;
  /**
   * Call this after a sign-in, before the user is known. Events then wait until `identify`, so that they carry the
   * user's id. `flush` and `reset` send them without it (ANA-31).
   */
  awaitUser(): void;
  /** Call this after a sign-out. Later events belong to another device and another session (ANA-33). */
  reset(): void;
  /**
   * Sets whether anything may be stored or sent. The default is true. False also discards events that have not
   * been sent yet (ANA-28).
   */
  permit(isPermitted: boolean): void;
  /** Sends waiting events at once. Call this when the page may be closed. */
  flush(): void;
}
