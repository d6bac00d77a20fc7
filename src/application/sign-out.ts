import type { Auth } from '../ports/auth.ts';
import type { AudioOutput } from '../ports/audio-output.ts';
import type { EndSession } from './end-session.ts';
import type { ReportPlayback } from './report-playback.ts';

/** Signs out here: what was heard is reported while the session still holds, then nothing is left. */
export class SignOut {
  constructor(
    private readonly auth: Auth,
    private readonly output: AudioOutput,
    private readonly reportPlayback: ReportPlayback,
    private readonly endSession: EndSession,
  ) {}

  run(): void {
    this.output.pause();
    // The report takes its session before it goes away; nobody waits for its answer.
    void this.reportPlayback.run();
    this.auth.signOut();
    this.endSession.run();
  }
}
