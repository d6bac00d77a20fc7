import type { Result } from '../../domain/result.ts';
import type { Auth, AuthFailure } from '../../ports/auth.ts';
import { EndSession } from '../session/end-session.ts';
import { HostedSignOut } from '../session/hosted-sign-out.ts';
import { ReportPlayback } from '../progress/report-playback.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/**
 * Signs out on every device. What was heard is reported while the session is still valid. After a failure the
 * listener stays signed in, and sees the message.
 */
export class SignOutEverywhere {
  static readonly inject: Inject<typeof SignOutEverywhere> = [
    PORTS.auth,
    ReportPlayback,
    EndSession,
    HostedSignOut,
  ];

  constructor(
    private readonly auth: Auth,
    private readonly reportPlayback: ReportPlayback,
    private readonly endSession: EndSession,
    private readonly hostedSignOut: HostedSignOut,
  ) {}

  async signOut(): Promise<Result<void, AuthFailure>> {
    const isHosted = this.auth.isHosted();
    const done = await this.auth.signOutEverywhere(this.reportPlayback.reportAtOnce());
    if (!done.ok) return done;
    this.endSession.end();
    if (isHosted) void this.hostedSignOut.signOut();
    return done;
  }
}
