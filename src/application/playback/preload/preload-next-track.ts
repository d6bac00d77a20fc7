import { upcomingTrack } from '../../../domain/playback/next-track.ts';
import type { TrackId } from '../../../domain/playback/track.ts';
import type { AudioOutput } from '../../../ports/audio-output.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PlayableAddresses } from './audio-addresses.ts';
import type { PlayerState } from '../player-state.ts';

/** Has the next track at hand when the current one ends, so that chapter follows chapter without a wait. */
export class PrepareNext {
  /** What was prepared last; once is enough, even where it failed. */
  private prepared: TrackId | null = null;

  constructor(
    private readonly addresses: PlayableAddresses,
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly clock: Clock,
  ) {}

  /** Looks whether it is time; to be called now and then while the sound goes on. */
  run(): void {
    const { playback, duration, sleep } = this.player;
    const next = upcomingTrack(playback, duration, this.clock.now());
    if (next === null || sleep.kind === 'end-of-chapter') {
      this.prepared = null;
      return;
    }
    if (next.id === this.prepared) return;
    this.prepared = next.id;
    void this.prepare(next.id, next.src);
  }

  private async prepare(id: TrackId, src: string): Promise<void> {
    const url = await this.addresses.prepare(src);
    // The listener may have gone elsewhere in the meantime.
    if (url.ok && this.prepared === id && this.player.track?.id !== id) this.output.prepare(url.value);
  }
}
