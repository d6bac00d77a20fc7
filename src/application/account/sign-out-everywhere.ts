import type { Result } from '../../domain/result.ts';
import type { Auth, AuthFailure } from '../../ports/auth.ts';
import type { EndSession } from '../session/end-session.ts';
import type { HostedSignOut } from '../session/hosted-sign-out.ts';
import type { ReportPlayback } from '../progress/report-playback.ts';

/**
 * Signs out on every device: what was heard is reported while the session still holds. A failure leaves the
 * listener signed in, who has to know that it did not happen.
 */
export class SignOutEverywhere {
  constructor(
    private readonly auth: Auth,
    private readonly reportPlayback: ReportPlayback,
    private readonly endSession: EndSession,
    private readonly hostedSignOut: HostedSignOut,
  ) {}

  async signOut(): Promise<Result<void, AuthFailure>> {
    const cameFromHostedLogin = this.auth.isHosted();
    const done = await this.auth.signOutEverywhere(this.reportPlayback.reportAtOnce());
    if (!done.ok) return done;
    this.endSession.end();
    if (cameFromHostedLogin) void this.hostedSignOut.signOut();
    return done;
  }
}
