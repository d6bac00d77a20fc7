import { rewindAfter } from '../../domain/playback/rewind.ts';
import { milliseconds, seconds, type Instant, type Seconds } from '../../domain/time.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import type { AudioOutput } from '../../ports/audio-output.ts';
import type { Clock } from '../../ports/clock.ts';
import { PlayerState } from './player-state.ts';
import { PlaybackSettingsState } from './playback-settings-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

// An element may still tell of a place a little further on after it was paused.
const STILL = seconds(0.5);

type Pause = { readonly track: TrackId; readonly position: Seconds; readonly at: Instant };

/** Goes back a little before the sound plays on, in proportion to the pause, where the listener wants that. */
export class RewindAfterPause {
  static readonly inject: Inject<typeof RewindAfterPause> = [
    PORTS.audioOutput,
    PlayerState,
    PlaybackSettingsState,
    PORTS.clock,
  ];
  private last: Pause | null = null;

  constructor(
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly settings: PlaybackSettingsState,
    private readonly clock: Clock,
  ) {}

  /** The sound stopped here. */
  paused(): void {
    const { track, position } = this.player;
    this.last = track === null ? null : { track: track.id, position, at: this.clock.now() };
  }

  /** The sound is about to go on. A place that the listener chose during the pause is left alone. */
  rewind(): void {
    const { last } = this;
    this.last = null;
    if (!this.settings.rewindsOnResume || last === null) return;
    const { track, position } = this.player;
    if (last.track !== track?.id || Math.abs(last.position - position) > STILL) return;
    this.player.seek(seconds(position - rewindAfter(milliseconds(this.clock.now() - last.at))));
    if (this.player.isLoaded) this.output.seek(this.player.position);
  }
}
