import type { Auth } from '../ports/auth.ts';
import type { HostedLogin } from '../ports/hosted-login.ts';
import type { EndSession } from './end-session.ts';
import type { ReportPlayback } from './report-playback.ts';
import type { NoticesState } from './state/notices-state.ts';

/** Signs out here: what was heard is reported while the session still holds, then nothing is left. */
export class SignOut {
  constructor(
    private readonly auth: Auth,
    private readonly reportPlayback: ReportPlayback,
    private readonly endSession: EndSession,
    private readonly hosted: HostedLogin,
    private readonly notices: NoticesState,
  ) {}

  run(): void {
    const cameFromHostedLogin = this.hosted.isSignedIn;
    // The report has taken its session before that goes away; the listener does not wait for its answer.
    const reported = this.reportPlayback.runLast();
    const revoked = this.auth.signOut(reported);
    this.endSession.run();
    if (cameFromHostedLogin) void this.leave(revoked);
  }

  /** Signs out of the hosted login too, or the next sign-in there would ask for no password. */
  private async leave(revoked: Promise<void>): Promise<void> {
    await revoked;
    const left = await this.hosted.leave();
    if (!left.ok) this.notices.posted(left.error.message);
  }
}
