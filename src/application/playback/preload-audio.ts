import type { ContentId, ContentItem } from '../../domain/catalogue/content.ts';
import { decidePlay } from '../../domain/entitlement/play-decision.ts';
import type { AudioOutput } from '../../ports/audio-output.ts';
import type { Clock } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { PlayerState } from '../player-state.ts';
import { UserState } from '../session/user-state.ts';
import { AudioAddresses } from './audio-addresses.ts';
import { LoadPlayback, type ProbableStart } from './load-playback.ts';

/**
 * How many addresses are preloaded for titles that nobody has pointed at. `AudioAddresses` keeps one more, for a title that the
 * listener points at.
 */
const MOST_ADDRESSES = 3;

/** Preloads the title that the listener points at (PLAY-57). */
export class PreloadAudio {
  static readonly inject: Inject<typeof PreloadAudio> = [
    AudioAddresses,
    LoadPlayback,
    PORTS.audioOutput,
    PlayerState,
    UserState,
    PORTS.clock,
  ];

  /** The title that the listener pointed at last. */
  private pointedAt: ContentId | null = null;

  constructor(
    private readonly addresses: AudioAddresses,
    private readonly loadPlayback: LoadPlayback,
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly user: UserState,
    private readonly clock: Clock,
  ) {}

  /**
   * Preloads what a title needs to start, if a click would play it: its position, its address and the start of its sound.
   * No sound is preloaded while another one plays.
   */
  async preload(item: ContentItem): Promise<void> {
    if (!this.mayPlay(item)) return;
    this.pointedAt = item.id;
    this.loadPlayback.askEarly(item);
    const guess = this.loadPlayback.guess(item, null);
    // A begun title is probably still at the same position, so its sound does not wait for the provider's record of it.
    if (guess !== null && guess.position > 0) await this.preloadSound(item, guess);
    else if (guess !== null) void this.addresses.preload(guess.track.src);
    const start = await this.loadPlayback.foresee(item);
    if (start !== null) await this.preloadSound(item, start);
  }

  /** Preloads the addresses of the titles that the listener will most probably go on with. */
  preloadAddresses(items: readonly ContentItem[]): void {
    for (const item of items.slice(0, MOST_ADDRESSES)) {
      const guess = this.mayPlay(item) ? this.loadPlayback.guess(item, null) : null;
      if (guess !== null) void this.addresses.preload(guess.track.src);
    }
  }

  private mayPlay(item: ContentItem): boolean {
    const { listener } = this.user;
    if (this.player.isCurrentAudio(item) || listener.kind === 'unknown') return false;
    return decidePlay(listener.user, item, this.clock.now()).kind === 'play';
  }

  private async preloadSound(item: ContentItem, { track, position }: ProbableStart): Promise<void> {
    const url = await this.addresses.preload(track.src);
    // Only one sound can be preloaded: while a title plays, that is its next chapter. Or there was a click in the meantime.
    const isFree =
      !this.player.isPlaying && this.player.pendingId === null && this.player.phase !== 'loading';
    if (url.ok && isFree && this.pointedAt === item.id) this.output.preload(url.value, position);
  }
}
