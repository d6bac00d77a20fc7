import { isEndNear, trackToPreload } from '../../../domain/playback/next-track.ts';
import type { Track } from '../../../domain/playback/track.ts';
import { keyOf } from '../../../domain/playback/up-next.ts';
import type { AudioOutput } from '../../../ports/audio-output.ts';
import type { Clock } from '../../../ports/clock.ts';
import { AudioAddresses } from './audio-addresses.ts';
import { PlayerState } from '../player-state.ts';
import { type Inject, PORTS } from '../../../ports/tokens.ts';
import { CheckEntry } from '../up-next/check-entry.ts';
import { UpNextState } from '../up-next/up-next-state.ts';

/**
 * Preloads the next track before the current one ends, so that there is no gap. After the last track this is a track
 * of the first entry of Up Next.
 */
export class PreloadNextTrack {
  static readonly inject: Inject<typeof PreloadNextTrack> = [
    AudioAddresses,
    PORTS.audioOutput,
    PlayerState,
    UpNextState,
    CheckEntry,
    PORTS.clock,
  ];
  /** The last preloaded track or entry. Each is preloaded once, even if that failed. */
  private preloaded: string | null = null;

  constructor(
    private readonly addresses: AudioAddresses,
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly upNext: UpNextState,
    private readonly checkEntry: CheckEntry,
    private readonly clock: Clock,
  ) {}

  /** Preloads if it is time. Called repeatedly while the audio plays. */
  preloadWhenDue(): void {
    const { playback, duration, sleep } = this.player;
    if (!isEndNear(playback, duration) || sleep.kind === 'end-of-chapter') {
      this.preloaded = null;
      return;
    }
    const next = trackToPreload(playback, duration, this.clock.now());
    const [entry] = this.upNext.entries;
    if (next !== null) this.preloadOnce(next.id, async () => Promise.resolve(next));
    else if (entry !== undefined)
      this.preloadOnce(keyOf(entry), async () => this.checkEntry.firstTrack(entry));
  }

  private preloadOnce(key: string, find: () => Promise<Track | null>): void {
    if (key === this.preloaded) return;
    this.preloaded = key;
    void this.preload(key, find);
  }

  private async preload(key: string, find: () => Promise<Track | null>): Promise<void> {
    const track = await find();
    if (track === null || this.preloaded !== key) return;
    const url = await this.addresses.preload(track.src);
    // The listener may have moved to another track in the meantime.
    const isWanted = this.preloaded === key && this.player.track?.id !== track.id;
    if (url.ok && isWanted) this.output.preload(url.value);
  }
}
