import type { InAppMessage, MessageButton } from '../../domain/messaging.ts';
import type { Messaging } from '../../ports/messaging.ts';
import type { Subscription } from '../../ports/platform.ts';
import { UserState } from '../session/user-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { MessagesState } from './messages-state.ts';

/**
 * In-app messages. Adds those for a signed-in listener to the queue, as the only subscriber of the messaging service
 * (MSG-26). Records that a message was shown or clicked, and closes it.
 */
export class Messages {
  static readonly inject: Inject<typeof Messages> = [PORTS.messaging, MessagesState, UserState];

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

  recordShown(message: InAppMessage): void {
    this.messaging.recordImpression(message);
  }

  /** A click on a button, or with null on the message itself, also closes it. */
  recordClick(message: InAppMessage, button: MessageButton | null): void {
    this.messaging.recordClick(message, button);
    this.close(message);
  }

  close(message: InAppMessage): void {
    this.messages.close(message);
  }
}
