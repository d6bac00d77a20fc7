import { rewindAfter } from '../../domain/playback/rewind.ts';
import { milliseconds, seconds, type Instant, type Seconds } from '../../domain/time.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import type { AudioOutput } from '../../ports/audio-output.ts';
import type { Clock } from '../../ports/clock.ts';
import { PlayerState } from './player-state.ts';
import { PlaybackSettingsState } from './settings/playback-settings-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

// The audio element may report a slightly later position after it was paused.
const STILL = seconds(0.5);

type Pause = { readonly track: TrackId; readonly position: Seconds; readonly at: Instant };

/** Goes back a little before playback continues, in proportion to the pause, if the listener turned that on. */
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

  /** The audio has paused. */
  paused(): void {
    const { track, position } = this.player;
    this.last = track === null ? null : { track: track.id, position, at: this.clock.now() };
  }

  /** The audio is about to continue. A position that the listener chose during the pause is not changed. */
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
