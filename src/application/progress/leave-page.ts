import { SavePosition } from './save-position.ts';
import { ReportPlayback } from './report-playback.ts';
import { PlayerState } from '../playback/player-state.ts';
import type { Inject } from '../../ports/tokens.ts';

/** Saves and reports what was heard when the page may be about to end (PROG-37). */
export class LeavePage {
  static readonly inject: Inject<typeof LeavePage> = [SavePosition, ReportPlayback, PlayerState];

  constructor(
    private readonly savePosition: SavePosition,
    private readonly reportPlayback: ReportPlayback,
    private readonly player: PlayerState,
  ) {}

  /** The audio ends with its page. A pause just before may not have been reported yet. */
  async leave(): Promise<void> {
    this.hide();
    await this.reportPlayback.reportBeforeEnd();
  }

  /** The page is hidden and plays on. A phone may end it without another event. */
  hide(): void {
    if (this.player.isPlaying) this.savePosition.save();
  }
}
