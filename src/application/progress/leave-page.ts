import { SavePosition } from './save-position.ts';
import { ReportPlayback } from './report-playback.ts';
import { PlayerState } from '../playback/player-state.ts';
import type { Inject } from '../../ports/tokens.ts';

/** The page may be going away: nothing that was heard may go with it. */
export class LeavePage {
  static readonly inject: Inject<typeof LeavePage> = [SavePosition, ReportPlayback, PlayerState];

  constructor(
    private readonly savePosition: SavePosition,
    private readonly reportPlayback: ReportPlayback,
    private readonly player: PlayerState,
  ) {}

  /** The sound stops with its page. A pause that came just before may not have been reported yet. */
  async leave(): Promise<void> {
    this.hide();
    await this.reportPlayback.reportAtOnce();
  }

  /** It is out of sight, and plays on; on a phone it may never be heard of again. */
  hide(): void {
    if (this.player.isPlaying) this.savePosition.save();
  }
}
