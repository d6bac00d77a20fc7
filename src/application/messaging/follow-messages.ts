import type { Messaging } from '../../ports/messaging.ts';
import type { Subscription } from '../../ports/signal.ts';
import { MessagesState } from './messages-state.ts';
import { UserState } from '../session/user-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** The one subscriber of the messaging service: what it says to a listener who is there waits for the screen. */
export class FollowMessages {
  static readonly inject: Inject<typeof FollowMessages> = [PORTS.messaging, MessagesState, UserState];

  constructor(
    private readonly messaging: Messaging,
    private readonly messages: MessagesState,
    private readonly user: UserState,
  ) {}

  start(): Subscription {
    return this.messaging.messages.subscribe((message) => {
      // What was on its way when the listener signed out is for nobody.
      if (this.user.isSignedIn) this.messages.add(message);
    });
  }
}
