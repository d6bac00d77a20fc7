import type { KeepPlace } from './keep-place.ts';
import type { ReportPlayback } from './report-playback.ts';
import type { DeliverReports } from './deliver-reports.ts';
import type { PlayerState } from './state/player-state.ts';

/** The page may be going away: nothing that was heard may go with it. */
export class LeavePage {
  constructor(
    private readonly keepPlace: KeepPlace,
    private readonly reportPlayback: ReportPlayback,
    private readonly deliverReports: DeliverReports,
    private readonly player: PlayerState,
  ) {}

  /** The sound stops with its page: what was heard is told like at any pause. */
  async run(): Promise<void> {
    this.hidden();
    if (this.player.isPlaying) await this.reportPlayback.runLast();
    else await this.deliverReports.runAtOnce();
  }

  /** It is out of sight, and plays on; on a phone it may never be heard of again. */
  hidden(): void {
    if (this.player.isPlaying) this.keepPlace.run();
  }
}
