import {
  isSleepDue,
  NO_SLEEP,
  sleepDrifting,
  sleepLoudness,
  type Drift,
  sleepPaused,
  startSleep,
  type SleepChoice,
  isDrifting,
  sleepExtended,
} from '../../domain/playback/sleep.ts';
import type { AudioOutput } from '../../ports/audio-output.ts';
import type { Clock } from '../../ports/platform.ts';
import { ListeningHistory } from '../history/listening-history.ts';
import { ReportPlayback } from '../progress/report-playback.ts';
import { SavePosition } from '../progress/save-position.ts';
import { UnreportedTime } from '../progress/unreported-time.ts';
import { PlaybackSettings } from './playback-settings.ts';
import { PlayerState } from '../player-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** The sleep timer: sets, extends and runs it. */
export class SleepTimer {
  static readonly inject: Inject<typeof SleepTimer> = [
    PORTS.audioOutput,
    ReportPlayback,
    PlayerState,
    UnreportedTime,
    SavePosition,
    ListeningHistory,
    PlaybackSettings,
    PORTS.clock,
  ];

  /** True if the output is quieter than the listener set it. */
  private isFaded = false;

  constructor(
    private readonly output: AudioOutput,
    private readonly reportPlayback: ReportPlayback,
    private readonly player: PlayerState,
    private readonly tally: UnreportedTime,
    private readonly savePosition: SavePosition,
    private readonly listeningHistory: ListeningHistory,
    private readonly settings: PlaybackSettings,
    private readonly clock: Clock,
  ) {}

  /**
   * Fades the volume as the timer ends. Then pauses at the position where the fade began, because the rest may not have
   * been heard. Called repeatedly while the audio plays.
   */
  update(): void {
    const now = this.clock.elapsed();
    const { sleep, track, position } = this.player;
    if (isSleepDue(sleep, now)) {
      this.player.setSleep(NO_SLEEP, now);
      this.fallAsleep(sleep.kind === 'minutes' ? sleep.drift : null);
      return;
    }
    const loudness = sleepLoudness(sleep, now);
    if (loudness < 1 || this.isFaded) this.settings.fadeTo(loudness);
    this.isFaded = loudness < 1;
    if (track !== null) this.player.setSleep(sleepDrifting(sleep, { track: track.id, position }, now), now);
  }

  private fallAsleep(drift: Drift | null): void {
    this.listeningHistory.stop('sleep-timer', drift ?? undefined);
    if (drift === null || drift.track === this.player.track?.id) this.pauseAt(drift);
    else this.goBackTo(drift);
    this.settings.fadeTo(1);
    this.isFaded = false;
  }

  /** The report of the pause has the position where the fade began. */
  private pauseAt(drift: Drift | null): void {
    if (drift !== null) {
      this.player.seek(drift.position);
      this.output.seek(this.player.position);
      // Newer than the positions that were saved during the fade.
      this.savePosition.saveChosen();
    }
    this.output.pause();
  }

  /** Another track began during the fade. Its listening is reported before it is left. */
  private goBackTo({ track, position }: Drift): void {
    this.tally.soundStopped(this.clock.elapsed());
    this.output.pause();
    this.player.soundStopped();
    void this.reportPlayback.reportBeforeChange();
    const index = this.player.tracks.findIndex(({ id }) => id === track);
    if (index === -1) return;
    this.player.chooseTrack(index, position);
    this.savePosition.saveChosen();
    void this.reportPlayback.report();
  }

  /** Chooses when playback stops by itself: after minutes of playing, or at the end of the chapter (PLAY-38). */
  set(choice: SleepChoice): void {
    this.settings.keepSleepChoice(choice);
    const now = this.clock.elapsed();
    const timer = startSleep(choice, now);
    // Only time spent playing counts.
    this.player.setSleep(this.player.soundingSince === null ? sleepPaused(timer, now) : timer, now);
    // A new choice ends the fade of the earlier one.
    this.settings.fadeTo(1);
  }

  /**
   * Restarts the chosen time if the listener shows during the fade that they are awake.
   *
   * @returns true if the time was extended. Before the fade, nothing changes
   */
  extend(): boolean {
    const { sleep } = this.player;
    if (!isDrifting(sleep)) return false;
    const now = this.clock.elapsed();
    this.player.setSleep(sleepExtended(sleep, now), now);
    this.settings.fadeTo(1);
    return true;
  }
}
