import type { InAppMessage, MessageButton } from '../../domain/messaging.ts';
import type { TrackingEvent } from '../../domain/analytics.ts';
import type { UserId } from '../../domain/account/user.ts';
import type { Messaging } from '../../ports/messaging.ts';
import { Emitter } from '../shared/emitter.ts';

/** Records events with their users. Tests send messages with `messages.emit`. */
export class MemoryMessaging implements Messaging {
  readonly messages = new Emitter<InAppMessage>();
  /** Every recorded event, in order. */
  events: readonly TrackingEvent[] = [];
  /** Each sent event with its user. */
  sent: readonly { readonly name: string; readonly userId: UserId | null }[] = [];
  /** The identified user; null if nobody is. */
  userId: UserId | null = null;
  private isPermitted = true;
  /** The ids of the messages that were shown. */
  impressions: readonly string[] = [];
  /** Each click: the message's id, and the button's key after a slash. */
  clicks: readonly string[] = [];

  identify(id: UserId): void {
    if (this.isPermitted) this.userId = id;
  }

  record(event: TrackingEvent): void {
    if (!this.isPermitted) return;
    this.events = [...this.events, event];
    this.sent = [...this.sent, { name: event.name, userId: this.userId }];
  }

  reset(): void {
    this.userId = null;
  }

  permit(isPermitted: boolean): void {
    this.isPermitted = isPermitted;
    if (!isPermitted) this.userId = null;
  }

  recordImpression({ id }: InAppMessage): void {
    this.impressions = [...new Set([...this.impressions, id])];
  }

  recordClick({ id }: InAppMessage, button: MessageButton | null): void {
    const click = button === null ? id : `${id}/${button.key}`;
    this.clicks = [...new Set([...this.clicks, click])];
  }
}
