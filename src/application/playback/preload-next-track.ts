import type { Track } from '../../domain/playback/track.ts';
import { isEndNear, trackToPreload, endBeforeSkip } from '../../domain/playback/player.ts';
import { keyOf } from '../../domain/playback/up-next.ts';
import type { AudioOutput } from '../../ports/audio-output.ts';
import type { Clock } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { PlayerState } from '../player-state.ts';
import { AudioAddresses } from './audio-addresses.ts';
import { FollowingEpisode } from './following-episode.ts';
import { UpNextState } from './up-next-state.ts';
import { UpNext } from './up-next.ts';

/** Preloads what follows the track that plays (PLAY-56, PLAY-58, PLAY-87). */
export class PreloadNextTrack {
  static readonly inject: Inject<typeof PreloadNextTrack> = [
    AudioAddresses,
    PORTS.audioOutput,
    PlayerState,
    PORTS.clock,
    UpNextState,
    UpNext,
    FollowingEpisode,
  ];

  /** The last preloaded track or entry. Each is preloaded once, even if that failed. */
  private preloaded: string | null = null;

  constructor(
    private readonly addresses: AudioAddresses,
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly clock: Clock,
    private readonly upNext: UpNextState,
    private readonly upNextQueue: UpNext,
    private readonly followingEpisode: FollowingEpisode,
  ) {}

  /**
   * Preloads the next track before the current one ends, so that there is no gap. After the last track this is a track
   * of the first entry of Up Next. Called repeatedly while the audio plays.
   */
  preloadWhenDue(): void {
    const { playback, sleep, skips } = this.player;
    const duration = endBeforeSkip(this.player.duration, skips);
    if (!isEndNear(playback, duration) || sleep.kind === 'end-of-chapter') {
      this.preloaded = null;
      return;
    }
    const next = trackToPreload(playback, duration, this.clock.now(), this.followingEpisode.isSkipped);
    const [entry] = this.upNext.entries;
    if (next !== null) this.preloadOnce(next.id, async () => Promise.resolve(next));
    else if (entry !== undefined)
      this.preloadOnce(keyOf(entry), async () => this.upNextQueue.firstTrack(entry));
  }

  private preloadOnce(key: string, find: () => Promise<Track | null>): void {
    if (key === this.preloaded) return;
    this.preloaded = key;
    void this.preloadTrack(key, find);
  }

  private async preloadTrack(key: string, find: () => Promise<Track | null>): Promise<void> {
    const track = await find();
    if (track === null || this.preloaded !== key) return;
    const url = await this.addresses.preload(track.src);
    // The listener may have moved to another track in the meantime.
    const isWanted = this.preloaded === key && this.player.track?.id !== track.id;
    if (url.ok && isWanted) this.output.preload(url.value);
  }
}
