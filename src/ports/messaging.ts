import type { InAppMessage, MessageButton } from '../domain/messaging.ts';
import type { TrackingEvent } from '../domain/analytics.ts';
import type { UserId } from '../domain/account/user.ts';
import type { Signal } from './signal.ts';

/** Engagement messaging (sections 4 and 7): who listens, what they did, and what they are told. Never throws. */
export interface Messaging {
  identify(id: UserId): void;
  record(event: TrackingEvent): void;
  /** The listener has signed out: nothing ties them to whoever comes next. */
  reset(): void;
  /** Whether anything may be kept or sent (contract 3.20); until this is called, it may. */
  permit(isPermitted: boolean): void;
  /** What the service wants to tell the listener, one at a time. */
  readonly messages: Signal<InAppMessage>;
  /** The message stands on the screen; counted once. */
  recordImpression(message: InAppMessage): void;
  /** A button of the message was used, or with null the message itself; each counted once. */
  recordClick(message: InAppMessage, button: MessageButton | null): void;
}
