import type { Auth } from '../ports/auth.ts';
import type { EndSession } from './end-session.ts';
import type { ReportPlayback } from './report-playback.ts';

/** Signs out here: what was heard is reported while the session still holds, then nothing is left. */
export class SignOut {
  constructor(
    private readonly auth: Auth,
    private readonly reportPlayback: ReportPlayback,
    private readonly endSession: EndSession,
  ) {}

  run(): void {
    // The report has taken its session before that goes away; the listener does not wait for its answer.
    this.auth.signOut(this.reportPlayback.run());
    this.endSession.run();
  }
}
