import { trackToPreload } from '../../../domain/playback/next-track.ts';
import type { TrackId } from '../../../domain/playback/track.ts';
import type { AudioOutput } from '../../../ports/audio-output.ts';
import type { Clock } from '../../../ports/clock.ts';
import { AudioAddresses } from './audio-addresses.ts';
import { PlayerState } from '../player-state.ts';
import { type Inject, PORTS } from '../../../ports/tokens.ts';

/** Has the next track at hand when the current one ends, so that chapter follows chapter without a wait. */
export class PreloadNextTrack {
  static readonly inject: Inject<typeof PreloadNextTrack> = [
    AudioAddresses,
    PORTS.audioOutput,
    PlayerState,
    PORTS.clock,
  ];
  /** What was prepared last; once is enough, even where it failed. */
  private preloaded: TrackId | null = null;

  constructor(
    private readonly addresses: AudioAddresses,
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly clock: Clock,
  ) {}

  /** Looks whether it is time; to be called now and then while the sound goes on. */
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
    // The listener may have gone elsewhere in the meantime.
    if (url.ok && this.preloaded === id && this.player.track?.id !== id) this.output.preload(url.value);
  }
}
