import type { InAppMessage, MessageButton } from '../../domain/messaging.ts';
import type { TrackingEvent } from '../../domain/analytics.ts';
import type { UserId } from '../../domain/account/user.ts';
import type { Messaging } from '../../ports/messaging.ts';
import { Emitter } from '../shared/emitter.ts';

/** Keeps what was recorded, and of whom; says what it is told to say. */
export class MemoryMessaging implements Messaging {
  readonly messages = new Emitter<InAppMessage>();
  events: readonly TrackingEvent[] = [];
  /** Each event of whom it was. */
  told: readonly { readonly name: string; readonly userId: UserId | null }[] = [];
  userId: UserId | null = null;
  private isPermitted = true;
  /** Messages that were seen, by their ids. */
  impressions: readonly string[] = [];
  /** What was clicked: a message's id, with the button's key after a slash. */
  clicks: readonly string[] = [];

  identify(id: UserId): void {
    if (this.isPermitted) this.userId = id;
  }

  record(event: TrackingEvent): void {
    if (!this.isPermitted) return;
    this.events = [...this.events, event];
    this.told = [...this.told, { name: event.name, userId: this.userId }];
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
