import type { Auth } from '../../ports/auth.ts';
import type { Subscription } from '../../ports/signal.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { EndSession } from './end-session.ts';
import { SessionEndState } from './session-end-state.ts';

/** Ends the session here when the sign-in service or another tab has ended it. */
export class FollowSessionEnd {
  static readonly inject: Inject<typeof FollowSessionEnd> = [PORTS.auth, EndSession, SessionEndState];

  constructor(
    private readonly auth: Auth,
    private readonly endSession: EndSession,
    private readonly sessionEnd: SessionEndState,
  ) {}

  start(): Subscription {
    return this.auth.ended.subscribe(({ message }) => this.end(message));
  }

  private end(reason: string): void {
    this.endSession.end();
    this.sessionEnd.setReason(reason);
  }
}
