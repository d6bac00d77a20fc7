import type { Auth } from '../../ports/auth.ts';
import { EndSession } from './end-session.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** The parts of a sign-out whose code is loaded lazily. */
export type LazySignOut = {
  /** Reports what was heard; the reports take their session before this returns. */
  reportLast(): Promise<void>;
  /** Signs out of the hosted login too, or the next sign-in there would ask for no password. */
  leaveHostedLogin(): Promise<void>;
};

/**
 * Signs out here. No token and nothing of the listener is left when `run` returns, whatever code has loaded and
 * whether or not there is a network. Last reports and the revocation follow in the background.
 */
export class SignOut {
  static readonly inject: Inject<typeof SignOut> = [PORTS.auth, EndSession];
  /** Null until its code has loaded: before that nothing has played on this page. */
  private lazy: LazySignOut | null = null;
  private hasHostedLoginToLeave = false;

  constructor(
    private readonly auth: Auth,
    private readonly endSession: EndSession,
  ) {}

  /** The code of the lazy parts has loaded. */
  completedBy(lazy: LazySignOut): void {
    this.lazy = lazy;
    this.leaveHostedLogin();
  }

  signOut(): void {
    const isHosted = this.auth.isHosted();
    // The reports hold their session in memory; the listener does not wait for their answer.
    const reported = this.lazy?.reportLast();
    const revoked = this.auth.signOut(reported);
    this.endSession.end();
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
}
