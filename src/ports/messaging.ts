import type { InAppMessage, MessageButton } from '../domain/messaging.ts';
import type { TrackingEvent } from '../domain/analytics.ts';
import type { UserId } from '../domain/account/user.ts';
import type { Signal } from './platform.ts';

/** In-app messages of an engagement service, and the events that trigger them. No method throws. */
export interface Messaging {
  /** Names the listener. */
  identify(id: UserId): void;
  /** Records an event of the tracking plan. */
  record(event: TrackingEvent): void;
  /** Call this after a sign-out. Later calls belong to somebody else. */
  reset(): void;
  /** Sets whether anything may be stored or sent. The default is true (ANA-28). */
  permit(isPermitted: boolean): void;
  /** Emits the messages for the listener, one at a time. */
  readonly messages: Signal<InAppMessage>;
  /** Reports that the message is on the screen. Counts once for each message. */
  recordImpression(message: InAppMessage): void;
  /** Reports a click on a button, or on the message itself for null. Each counts once. */
  recordClick(message: InAppMessage, button: MessageButton | null): void;
}
