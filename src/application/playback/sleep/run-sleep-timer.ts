import {
  isSleepDue,
  NO_SLEEP,
  sleepDrifting,
  sleepLoudness,
  type Drift,
} from '../../../domain/playback/sleep.ts';
import type { AudioOutput } from '../../../ports/audio-output.ts';
import type { Clock } from '../../../ports/clock.ts';
import { SavePosition } from '../../progress/save-position.ts';
import { ReportPlayback } from '../../progress/report-playback.ts';
import { ListeningTally } from '../../progress/listening-tally.ts';
import { PlayerState } from '../player-state.ts';
import { type Inject, PORTS } from '../../../ports/tokens.ts';

/**
 * Brings the sound down gently as the sleep timer runs out, then pauses it, at the place where it
 * began to go down: what came later may not have been heard.
 */
export class RunSleepTimer {
  static readonly inject: Inject<typeof RunSleepTimer> = [
    PORTS.audioOutput,
    ReportPlayback,
    PlayerState,
    ListeningTally,
    SavePosition,
    PORTS.clock,
  ];
  /** Whether the output is quieter than the listener set it. */
  private isFaded = false;

  constructor(
    private readonly output: AudioOutput,
    private readonly reportPlayback: ReportPlayback,
    private readonly player: PlayerState,
    private readonly tally: ListeningTally,
    private readonly savePosition: SavePosition,
    private readonly clock: Clock,
  ) {}

  /** Looks at the timer; to be called now and then while the sound goes on. */
  update(): void {
    const now = this.clock.now();
    const { sleep, track, position } = this.player;
    if (isSleepDue(sleep, now)) {
      this.fallAsleep(sleep.kind === 'minutes' ? sleep.drift : null);
      return;
    }
    const loudness = sleepLoudness(sleep, now);
    if (loudness < 1 || this.isFaded) this.output.setVolume(this.player.volume * loudness);
    this.isFaded = loudness < 1;
    if (track !== null) this.player.setSleep(sleepDrifting(sleep, { track: track.id, position }, now));
  }

  private fallAsleep(drift: Drift | null): void {
    this.player.setSleep(NO_SLEEP);
    if (drift === null || drift.track === this.player.track?.id) this.pauseAt(drift);
    else this.goBackTo(drift);
    this.output.setVolume(this.player.volume);
    this.isFaded = false;
  }

  /** The report of the pause names the place that is gone back to. */
  private pauseAt(drift: Drift | null): void {
    if (drift !== null) {
      this.player.seek(drift.position);
      this.output.seek(this.player.position);
      // Newer than the places that it has come to since.
      this.savePosition.saveChosen();
    }
    this.output.pause();
  }

  /** Another track had begun by itself in the fade: what was heard of it is reported, then it is left. */
  private goBackTo({ track, position }: Drift): void {
    this.tally.soundStopped(this.clock.now());
    this.output.pause();
    this.player.soundStopped();
    void this.reportPlayback.reportBeforeChange();
    const index = this.player.playback.tracks.findIndex(({ id }) => id === track);
    if (index === -1) return;
    this.player.chooseTrack(index, position);
    this.savePosition.saveChosen();
    void this.reportPlayback.report();
  }
}
