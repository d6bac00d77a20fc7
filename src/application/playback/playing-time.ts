import { rewindAfter } from '../../domain/playback/rewind.ts';
import { milliseconds, seconds, type Instant, type Milliseconds, type Seconds } from '../../domain/time.ts';
import {
  isEvening,
  sleepPaused,
  sleepPlaying,
  type SleepTimer,
  startSleep,
} from '../../domain/playback/sleep.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import type { AudioOutput } from '../../ports/audio-output.ts';
import type { Clock } from '../../ports/platform.ts';
import { FindResumePosition } from './find-resume-position.ts';
import { UnreportedTime } from '../progress/unreported-time.ts';
import { type Attempt, PlayerState } from '../player-state.ts';
import { PlaybackSettingsState } from './playback-settings-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import type { DatedTrackPosition } from '../../domain/playback/track-position.ts';

// The audio element may report a slightly later position after it was paused.
const STILL = seconds(0.5);

/** After a longer pause, another device may have gone on (PROG-73). */
const LONG = milliseconds(60_000);

type Pause = {
  readonly track: TrackId;
  readonly position: Seconds;
  readonly at: Instant;
  /** When the provider was last asked during this pause; its start before that. By both clocks, as each may stand still. */
  readonly checked: { readonly now: Instant; readonly elapsed: Milliseconds };
};

/**
 * Counts the time in which the audio sounds, for reports and for the sleep timer. Remembers the last pause, and what follows
 * from its length when playback continues.
 */
export class PlayingTime {
  static readonly inject: Inject<typeof PlayingTime> = [
    PORTS.audioOutput,
    PlayerState,
    PlaybackSettingsState,
    FindResumePosition,
    UnreportedTime,
    PORTS.clock,
  ];
  private last: Pause | null = null;

  constructor(
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly settings: PlaybackSettingsState,
    private readonly findResumePosition: FindResumePosition,
    private readonly tally: UnreportedTime,
    private readonly clock: Clock,
  ) {}

  /** The audio sounds from now on. */
  start(): void {
    const now = this.clock.elapsed();
    this.player.soundStarted(this.clock.now());
    const { track, speed } = this.player;
    if (track !== null) this.tally.soundStarted(track.contentId, speed, now);
    this.player.setSleep(sleepPlaying(this.keptSleep(now) ?? this.player.sleep, now), now);
  }

  /** The timer that starts by itself, because it was off when the listener pressed Play in the evening (PLAY-130). */
  private keptSleep(now: Milliseconds): SleepTimer | null {
    const { keepsSleep, sleepChoice } = this.settings;
    const isOff = this.player.sleep.kind === 'off';
    return keepsSleep && isOff && isEvening(new Date(this.clock.now()).getHours())
      ? startSleep(sleepChoice, now)
      : null;
  }

  /** Adds the time since the last update. Called repeatedly while the audio sounds. */
  update(): void {
    this.tally.update(this.clock.elapsed());
  }

  /** The audio is silent from now on. */
  stop(): void {
    const now = this.clock.elapsed();
    this.tally.soundStopped(now);
    this.player.setSleep(sleepPaused(this.player.sleep, now), now);
  }

  /** The audio has stopped: at a pause, an end or a failure. */
  beginPause(): void {
    const { track, position } = this.player;
    this.last =
      track === null ? null : { track: track.id, position, at: this.clock.now(), checked: this.times() };
  }

  /** True after more than a minute, unless the listener has chosen a position or was asked for one. */
  get isLong(): boolean {
    if (this.last === null || !this.isStill(this.last)) return false;
    if (this.player.positionNote?.kind === 'question') return false;
    const { now, elapsed } = this.times();
    const { checked } = this.last;
    return Math.max(now - checked.now, elapsed - checked.elapsed) > LONG;
  }

  /** The listener has chosen this track, so the position of another device does not count (PROG-26). */
  stayHere(): void {
    if (this.last !== null) this.last = { ...this.last, checked: this.times() };
  }

  /**
   * Follows another device that has gone on during a long pause: moves to its position, or asks the listener (PROG-73).
   * Returns false if there is nothing to play now: the listener has to choose, or has done something else meanwhile.
   */
  async followElsewhere(attempt: Attempt): Promise<boolean> {
    const { last } = this;
    if (last === null) return true;
    this.player.playRequested();
    const found = await this.findResumePosition.ask(last.at);
    if (!this.player.isCurrentAttempt(attempt)) return false;
    this.last = { ...last, checked: this.times() };
    if (found === null || !this.isStill(last)) return true;
    if (found.other !== null) {
      this.player.askForPosition(found.trackPosition, found.other);
      return false;
    }
    if (found.from !== 'here') this.goTo(found.trackPosition);
    return true;
  }

  /** Goes back a little before the audio continues. A position that the listener chose during the pause is not changed (PLAY-44). */
  rewind(): void {
    const { last } = this;
    this.last = null;
    if (!this.settings.rewindsOnResume || last === null || !this.isStill(last)) return;
    this.player.seek(seconds(this.player.position - rewindAfter(milliseconds(this.clock.now() - last.at))));
    if (this.player.isLoaded) this.output.seek(this.player.position);
  }

  private goTo({ index, position, at }: DatedTrackPosition): void {
    const isRewound = this.settings.rewindsOnResume && at !== null;
    const back = isRewound ? rewindAfter(milliseconds(this.clock.now() - at)) : 0;
    this.player.positionFollowed({ index, position: seconds(Math.max(position - back, 0)) });
    if (this.player.isLoaded) this.output.seek(this.player.position);
  }

  private times(): Pause['checked'] {
    return { now: this.clock.now(), elapsed: this.clock.elapsed() };
  }

  private isStill({ track, position }: Pause): boolean {
    return track === this.player.track?.id && Math.abs(position - this.player.position) <= STILL;
  }
}
