import type { InAppMessage } from '../../domain/messaging.ts';

/** The messages of the messaging service that the listener has not closed yet, oldest first. */
export class MessagesState {
  private waiting: readonly InAppMessage[] = [];

  /** The message to show; null if there is none (MSG-14). */
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
