import type { InAppMessage } from '../../domain/messaging.ts';
import type { Messaging } from '../../ports/messaging.ts';
import type { Subscription } from '../../ports/signal.ts';
import { UserState } from '../session/user-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

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

/** The only subscriber of the messaging service. Adds its messages for a signed-in listener to the queue (MSG-26). */
export class FollowMessages {
  static readonly inject: Inject<typeof FollowMessages> = [PORTS.messaging, MessagesState, UserState];

  constructor(
    private readonly messaging: Messaging,
    private readonly messages: MessagesState,
    private readonly user: UserState,
  ) {}

  start(): Subscription {
    return this.messaging.messages.subscribe((message) => {
      // A message may arrive after the listener has signed out.
      if (this.user.isSignedIn) this.messages.add(message);
    });
  }
}
