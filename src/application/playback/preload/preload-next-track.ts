import { trackToPreload } from '../../../domain/playback/next-track.ts';
import type { TrackId } from '../../../domain/playback/track.ts';
import type { AudioOutput } from '../../../ports/audio-output.ts';
import type { Clock } from '../../../ports/clock.ts';
import { AudioAddresses } from './audio-addresses.ts';
import { PlayerState } from '../player-state.ts';
import { type Inject, PORTS } from '../../../ports/tokens.ts';

/** Preloads the next track before the current one ends, so that there is no gap. */
export class PreloadNextTrack {
  static readonly inject: Inject<typeof PreloadNextTrack> = [
    AudioAddresses,
    PORTS.audioOutput,
    PlayerState,
    PORTS.clock,
  ];
  /** The last preloaded track. Each is preloaded once, even if that failed. */
  private preloaded: TrackId | null = null;

  constructor(
    private readonly addresses: AudioAddresses,
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly clock: Clock,
  ) {}

  /** Preloads if it is time. Called repeatedly while the audio plays. */
  preloadWhenDue(): void {
    const { playback, duration, sleep } = this.player;
    const next = trackToPreload(playback, duration, this.clock.now());
    if (next === null || sleep.kind === 'end-of-chapter') {
      this.preloaded = null;
      return;
    }
    if (next.id === this.preloaded) return;
    this.preloaded = next.id;
    void this.preload(next.id, next.src);
  }

  private async preload(id: TrackId, src: string): Promise<void> {
    const url = await this.addresses.preload(src);
    // The listener may have moved to another track in the meantime.
    if (url.ok && this.preloaded === id && this.player.track?.id !== id) this.output.preload(url.value);
  }
}
