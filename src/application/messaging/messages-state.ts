import type { InAppMessage } from '../../domain/messaging.ts';

/** What the messaging service wants to tell the listener, one after the other. */
export class MessagesState {
  private waiting: readonly InAppMessage[] = [];

  /** The one that is due; null when there is none. */
  get message(): InAppMessage | null {
    return this.waiting[0] ?? null;
  }

  add(message: InAppMessage): void {
    this.waiting = [...this.waiting, message];
  }

  close(message: InAppMessage): void {
    this.waiting = this.waiting.filter((other) => other.id !== message.id);
  }

  reset(): void {
    this.waiting = [];
  }
}
