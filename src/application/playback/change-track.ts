import { nextValidIndex, previousValidIndex, restartsOnPrevious } from '../../domain/playback/track.ts';
import { seconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/platform.ts';
import { ReportPlayback } from '../progress/report-playback.ts';
import { SavePosition } from '../progress/save-position.ts';
import { Seek } from './seek.ts';
import { StartTrack } from './start-track.ts';
import { PlayerState } from '../player-state.ts';
import { TogglePlayback } from './toggle-playback.ts';
import { UpNext } from './up-next.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/**
 * Moves to the previous or the next valid track. `previous` restarts the current track if more than 3 seconds have
 * played. The track that is left is reported first. `next` in the last track starts the first entry of Up Next (PLAY-80).
 */
export class ChangeTrack {
  static readonly inject: Inject<typeof ChangeTrack> = [
    Seek,
    ReportPlayback,
    StartTrack,
    TogglePlayback,
    SavePosition,
    UpNext,
    PlayerState,
    PORTS.clock,
  ];

  constructor(
    private readonly seek: Seek,
    private readonly reportPlayback: ReportPlayback,
    private readonly startTrack: StartTrack,
    private readonly togglePlayback: TogglePlayback,
    private readonly savePosition: SavePosition,
    private readonly playUpNext: UpNext,
    private readonly player: PlayerState,
    private readonly clock: Clock,
  ) {}

  async next(): Promise<void> {
    if (!(await this.nextInTitle())) await this.playUpNext.startNext();
  }

  /** Never starts another title. Returns false if no track follows. */
  async nextInTitle(): Promise<boolean> {
    const now = this.clock.now();
    const { tracks, index } = this.player.playback;
    if (nextValidIndex(tracks, index, now) === null) return false;
    await this.change(() => this.player.moveNext(now));
    return true;
  }

  async previous(): Promise<void> {
    const now = this.clock.now();
    const { tracks, index, position } = this.player.playback;
    if (restartsOnPrevious(position)) this.seek.seekTo(seconds(0));
    else if (previousValidIndex(tracks, index, now) !== null) {
      await this.change(() => this.player.movePrevious(now));
    }
  }

  /** Without a track to move to, nothing changes and nothing is reported. */
  private async change(move: () => void): Promise<void> {
    // The report takes the state before the move.
    const reported = this.reportPlayback.reportBeforeChange();
    move();
    this.savePosition.markIntent();
    await this.start();
    await reported;
  }

  /** The play decision was made when the content was opened (ENT-17), unless an earlier page opened it. */
  private async start(): Promise<void> {
    if (this.player.phase === 'unloaded') await this.togglePlayback.resume();
    else await this.startTrack.start(this.player.requestPlay(this.player.audio?.id ?? null));
  }
}
