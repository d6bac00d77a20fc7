import type { Messaging } from '../../ports/messaging.ts';
import type { Subscription } from '../../ports/signal.ts';
import type { MessagesState } from './messages-state.ts';
import type { UserState } from '../session/user-state.ts';

/** The one subscriber of the messaging service: what it says to a listener who is there waits for the screen. */
export class FollowMessages {
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
