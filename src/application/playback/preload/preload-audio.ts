import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { decidePlay } from '../../../domain/entitlement/play-decision.ts';
import { formatTracks } from '../../../domain/playback/track-list.ts';
import { isTrackValid } from '../../../domain/entitlement/validity.ts';
import type { AudioOutput } from '../../../ports/audio-output.ts';
import type { Clock } from '../../../ports/clock.ts';
import { AudioAddresses } from './audio-addresses.ts';
import { PlayerState } from '../player-state.ts';
import { UserState } from '../../session/user-state.ts';
import { type Inject, PORTS } from '../../../ports/tokens.ts';

/**
 * The listener points at a title: where a click would play it, and what it would play is known already, its address
 * is asked for ahead. When it is the Play button that is pointed at, the beginning of the sound is fetched as well,
 * unless something sounds already. Never for what would be offered or would not play.
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

  /** @param what the title is pointed at, or the button that plays it */
  async preload(item: ContentItem, what: 'title' | 'sound'): Promise<void> {
    const now = this.clock.now();
    const { listener } = this.user;
    if (this.player.isCurrentAudio(item) || listener.kind === 'unknown') return;
    if (decidePlay(listener.user, item, now).kind !== 'play') return;
    const tracks = formatTracks(item, []).filter((track) => isTrackValid(track, now));
    const chapter = item.progress?.chapterIndex ?? null;
    const track = tracks.find(({ chapterIndex }) => chapterIndex === chapter) ?? tracks[0];
    if (track === undefined) return;
    const url = await this.addresses.preload(track.src);
    // What sounds may have its next chapter at hand, and a click may have come in the meantime.
    const isFree =
      !this.player.isPlaying && this.player.pendingId === null && this.player.phase !== 'loading';
    if (what === 'sound' && url.ok && isFree) this.output.preload(url.value);
  }
}
