import type { Result } from '../domain/result.ts';
import type { Auth, AuthFailure } from '../ports/auth.ts';
import type { HostedLogin } from '../ports/hosted-login.ts';
import type { EndSession } from './end-session.ts';
import type { ReportPlayback } from './report-playback.ts';
import type { NoticesState } from './state/notices-state.ts';

/**
 * Signs out on every device: what was heard is reported while the session still holds. A failure leaves the
 * listener signed in, who has to know that it did not happen.
 */
export class SignOutEverywhere {
  constructor(
    private readonly auth: Auth,
    private readonly reportPlayback: ReportPlayback,
    private readonly endSession: EndSession,
    private readonly hosted: HostedLogin,
    private readonly notices: NoticesState,
  ) {}

  async run(): Promise<Result<void, AuthFailure>> {
    const cameFromHostedLogin = this.hosted.isSignedIn;
    const done = await this.auth.signOutEverywhere(this.reportPlayback.runLast());
    if (!done.ok) return done;
    this.endSession.run();
    if (cameFromHostedLogin) void this.leave();
    return done;
  }

  /** The hosted login remembers this browser by a cookie of its own, which no call to the service removes. */
  private async leave(): Promise<void> {
    const left = await this.hosted.leave();
    if (!left.ok) this.notices.posted(left.error.message);
  }
}
