import { RecordHistory } from '../history/record-history.ts';
import { SavePosition } from './save-position.ts';
import { ReportPlayback } from './report-playback.ts';
import { PlayerState } from '../playback/player-state.ts';
import type { AudioOutput } from '../../ports/audio-output.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Saves and reports what was heard, when the page is left or hidden (PROG-37). */
export class LeavePage {
  static readonly inject: Inject<typeof LeavePage> = [
    SavePosition,
    ReportPlayback,
    RecordHistory,
    PlayerState,
    PORTS.audioOutput,
  ];

  constructor(
    private readonly savePosition: SavePosition,
    private readonly reportPlayback: ReportPlayback,
    private readonly recordHistory: RecordHistory,
    private readonly player: PlayerState,
    private readonly output: AudioOutput,
  ) {}

  /** Saves, and sends what waits. A pause just before may not have been reported yet. */
  async leave(): Promise<void> {
    this.savePlaying();
    this.recordHistory.save('page');
    await this.reportPlayback.reportBeforeEnd();
  }

  /**
   * Saves, because a phone may end a hidden page without another event. Sends only what the browser had no room for, because
   * another tab may be used next.
   */
  hide(): void {
    this.savePlaying();
    void this.reportPlayback.reportUnsavedDraft();
  }

  private savePlaying(): void {
    if (!this.player.isPlaying) return;
    // On a busy page the last event of the sound may be a second old.
    if (this.player.isLoaded && this.player.isAtPosition) this.player.positionChanged(this.output.position());
    this.savePosition.save();
    this.recordHistory.save();
  }
}
