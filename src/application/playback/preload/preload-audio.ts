import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { decidePlay } from '../../../domain/entitlement/play-decision.ts';
import { buildPlaylist, formatTracks } from '../../../domain/playback/track-list.ts';
import type { AudioOutput } from '../../../ports/audio-output.ts';
import type { Clock } from '../../../ports/clock.ts';
import { AudioAddresses } from './audio-addresses.ts';
import { PlayerState } from '../player-state.ts';
import { UserState } from '../../session/user-state.ts';
import { type Inject, PORTS } from '../../../ports/tokens.ts';

/**
 * Preloads the address of a title that the listener points at, if a click would play it and its tracks are known.
 * Pointing at the Play button also loads the start of the audio, unless something plays already.
 */
export class PreloadAudio {
  static readonly inject: Inject<typeof PreloadAudio> = [
    AudioAddresses,
    PORTS.audioOutput,
    PlayerState,
    UserState,
    PORTS.clock,
  ];

  constructor(
    private readonly addresses: AudioAddresses,
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly user: UserState,
    private readonly clock: Clock,
  ) {}

  /** @param what the listener points at the title, or at its Play button */
  async preload(item: ContentItem, what: 'title' | 'sound'): Promise<void> {
    const now = this.clock.now();
    const { listener } = this.user;
    if (this.player.isCurrentAudio(item) || listener.kind === 'unknown') return;
    if (decidePlay(listener.user, item, now).kind !== 'play') return;
    const tracks = buildPlaylist(formatTracks(item, []), now);
    const chapter = item.progress?.chapterIndex ?? null;
    const track = tracks.find(({ chapterIndex }) => chapterIndex === chapter) ?? tracks[0];
    if (track === undefined) return;
    const url = await this.addresses.preload(track.src);
    // The audio that plays may have preloaded its next chapter, or there was a click in the meantime.
    const isFree =
      !this.player.isPlaying && this.player.pendingId === null && this.player.phase !== 'loading';
    if (what === 'sound' && url.ok && isFree) this.output.preload(url.value);
  }
}
