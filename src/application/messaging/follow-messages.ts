import type { Messaging } from '../../ports/messaging.ts';
import type { Subscription } from '../../ports/signal.ts';
import { MessagesState } from './messages-state.ts';
import { UserState } from '../session/user-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** The only subscriber of the messaging service. Adds its messages for a signed-in listener to the queue. */
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
