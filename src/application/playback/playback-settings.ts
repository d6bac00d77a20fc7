import type { ContentId } from '../../domain/catalogue/content.ts';
import { inPlayOrder } from '../../domain/playback/episodes.ts';
import { showOf, type Speed } from '../../domain/playback/player.ts';
import type { SleepChoice } from '../../domain/playback/sleep.ts';
import type { AudioOutput } from '../../ports/audio-output.ts';
import type { Clock, Subscription } from '../../ports/platform.ts';
import { UnreportedTime } from '../progress/unreported-time.ts';
import { ReportPlayback } from '../progress/report-playback.ts';
import { PlayingTime } from './playing-time.ts';
import { PlaybackSettingsState, type PodcastSettings } from './playback-settings-state.ts';
import { PlayerState } from '../player-state.ts';
import { AudioOutputState } from './audio-output-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Speed, volume and mute, and the device that plays. */
export class PlaybackSettings {
  static readonly inject: Inject<typeof PlaybackSettings> = [
    PORTS.audioOutput,
    ReportPlayback,
    PlayerState,
    AudioOutputState,
    PlaybackSettingsState,
    UnreportedTime,
    PlayingTime,
    PORTS.clock,
  ];

  /** The volume before it was muted. */
  private loudness = 1;

  constructor(
    private readonly output: AudioOutput,
    private readonly reportPlayback: ReportPlayback,
    private readonly player: PlayerState,
    private readonly outputState: AudioOutputState,
    private readonly settings: PlaybackSettingsState,
    private readonly tally: UnreportedTime,
    private readonly playingTime: PlayingTime,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes the speed, which the title keeps. Listening so far counts at the earlier speed. The position is reported
   * with the new speed, but not during a long pause: another device may have gone on since (PROG-7).
   */
  async setSpeed(speed: Speed): Promise<void> {
    if (speed === this.player.speed) return;
    const reported = this.playingTime.isLong ? Promise.resolve() : this.reportPlayback.report(speed);
    this.tally.setSpeed(speed, this.clock.elapsed());
    this.player.setSpeed(speed);
    if (this.player.audio !== null) {
      this.settings.setSpeed(showOf(this.player.audio), speed, this.clock.now());
    }
    this.output.setSpeed(speed);
    await reported;
  }

  /** Changes the speed of a podcast and its episodes, also while it is not in the player (PLAY-124). */
  async setSpeedOf(podcast: ContentId, speed: Speed): Promise<void> {
    if (this.isOpen(podcast)) await this.setSpeed(speed);
    else this.settings.setSpeed(podcast, speed, this.clock.now());
  }

  /** Changes the other settings of a podcast, from the next start or end of an episode on (PLAY-124). */
  setPodcast(podcast: PodcastSettings): void {
    this.settings.setPodcast(podcast);
    if (!this.isOpen(podcast.id)) return;
    this.player.setSkips(podcast.skips);
    this.player.tracksCompleted(inPlayOrder(this.player.tracks, podcast.playOrder));
  }

  private isOpen(podcast: ContentId): boolean {
    return this.player.audio !== null && showOf(this.player.audio) === podcast;
  }

  /** Follows whether another device can play. What the output allows is known when the page starts. */
  start(): Subscription {
    this.outputState.setVolumeControl(this.output.canSetVolume);
    const devices = this.output.otherDevices?.states.subscribe((state) => this.outputState.setDevice(state));
    return { unsubscribe: () => devices?.unsubscribe() };
  }

  /** Opens the browser's list of other devices (PLAY-110). */
  async chooseDevice(): Promise<void> {
    await this.output.otherDevices?.choose();
  }

  /** From 0 to 1. Other values are limited to this range. */
  setVolume(volume: number): void {
    this.outputState.setVolume(volume);
    this.fadeTo(1);
  }

  /** Plays at a share of the volume that the listener set: 1 is the whole volume. */
  fadeTo(share: number): void {
    this.output.setVolume(this.outputState.volume * share);
  }

  /** Keeps what was chosen for the sleep timer (PLAY-130). */
  keepSleepChoice(choice: SleepChoice): void {
    this.settings.setSleepChoice(choice);
  }

  /** Mutes the audio, or restores the earlier volume (PLAY-45). */
  toggleMute(): void {
    const { volume } = this.outputState;
    if (volume > 0) this.loudness = volume;
    this.setVolume(volume > 0 ? 0 : this.loudness);
  }
}
