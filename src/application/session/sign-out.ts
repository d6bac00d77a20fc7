import { type Inject, PORTS } from '../../ports/tokens.ts';
import type { Auth } from '../../ports/auth.ts';
import type { Analytics } from '../../ports/analytics.ts';
import type { ContentCache } from '../../ports/content-api.ts';
import type { Messaging } from '../../ports/messaging.ts';
import type { Subscription } from '../../ports/platform.ts';
import { ListenerData } from './listener-data.ts';
import { SessionEndState } from './session-end-state.ts';

/** The parts of a sign-out whose code loads after the first content. */
export type LazySignOut = {
  /** Reports what was heard. The calls have their session before this returns. */
  reportLast(): Promise<void>;
  /** Signs out of the hosted login too. Otherwise the next sign-in there would ask for no password. */
  leaveHostedLogin(): Promise<void>;
};

/** Ends the session here: at a sign-out, or when the sign-in service or another tab has ended it. */
export class SignOut {
  static readonly inject: Inject<typeof SignOut> = [
    PORTS.auth,
    ListenerData,
    PORTS.cache,
    PORTS.analytics,
    PORTS.messaging,
    SessionEndState,
  ];

  /** Null until its code has loaded. Before that, nothing has played on this page. */
  private lazy: LazySignOut | null = null;
  private hasHostedLoginToLeave = false;
  private beforeEnd: () => void = () => undefined;

  constructor(
    private readonly auth: Auth,
    private readonly listenerData: ListenerData,
    private readonly cache: ContentCache,
    private readonly analytics: Analytics,
    private readonly messaging: Messaging,
    private readonly sessionEnd: SessionEndState,
  ) {}

  /** Call this when the code of the lazy parts has loaded. */
  setLazyParts(lazy: LazySignOut): void {
    this.lazy = lazy;
    this.leaveHostedLogin();
  }

  /**
   * Signs out in this browser. All tokens and data of the listener are removed when this returns, also without a
   * network or lazy code. Last reports and the revocation follow in the background (SES-41, SES-42).
   */
  signOut(): void {
    const isHosted = this.auth.isHosted();
    // The reports use the session in memory. The listener does not wait for their responses.
    const reported = this.lazy?.reportLast();
    const revoked = this.auth.signOut(reported);
    this.end();
    if (isHosted) void this.leaveHostedLoginAfter(revoked);
  }

  private async leaveHostedLoginAfter(revoked: Promise<void>): Promise<void> {
    await revoked;
    this.hasHostedLoginToLeave = true;
    this.leaveHostedLogin();
  }

  private leaveHostedLogin(): void {
    if (!this.hasHostedLoginToLeave || this.lazy === null) return;
    this.hasHostedLoginToLeave = false;
    void this.lazy.leaveHostedLogin();
  }

  /** Sets what runs before the data is removed, because it needs the data. */
  runBefore(step: () => void): void {
    this.beforeEnd = step;
  }

  /** Removes everything of the listener from this page: sound, states, cached responses (SES-36). */
  end(): void {
    this.beforeEnd();
    this.listenerData.clear();
    this.cache.clear();
    this.analytics.reset();
    this.messaging.reset();
  }

  /** Ends the session here when the sign-in service or another tab has ended it. */
  start(): Subscription {
    return this.auth.ended.subscribe(({ message }) => this.endedElsewhere(message));
  }

  private endedElsewhere(reason: string): void {
    this.end();
    this.sessionEnd.setReason(reason);
  }
}
