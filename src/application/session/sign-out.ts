import type { Auth } from '../../ports/auth.ts';
import { EndSession } from './end-session.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** The parts of a sign-out whose code loads after the first content. */
export type LazySignOut = {
  /** Reports what was heard. The calls have their session before this returns. */
  reportLast(): Promise<void>;
  /** Signs out of the hosted login too. Otherwise the next sign-in there would ask for no password. */
  leaveHostedLogin(): Promise<void>;
};

/**
 * Signs out in this browser. All tokens and data of the listener are removed when `signOut` returns, also without a
 * network or lazy code. Last reports and the revocation follow in the background (SES-41, SES-42).
 */
export class SignOut {
  static readonly inject: Inject<typeof SignOut> = [PORTS.auth, EndSession];
  /** Null until its code has loaded. Before that, nothing has played on this page. */
  private lazy: LazySignOut | null = null;
  private hasHostedLoginToLeave = false;

  constructor(
    private readonly auth: Auth,
    private readonly endSession: EndSession,
  ) {}

  /** Call this when the code of the lazy parts has loaded. */
  setLazyParts(lazy: LazySignOut): void {
    this.lazy = lazy;
    this.leaveHostedLogin();
  }

  signOut(): void {
    const isHosted = this.auth.isHosted();
    // The reports use the session in memory. The listener does not wait for their responses.
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
