import type { ContentItem } from '../domain/content.ts';
import { decidePlay } from '../domain/play-decision.ts';
import { formatTracks } from '../domain/track-list.ts';
import { isTrackValid } from '../domain/validity.ts';
import type { Clock } from '../ports/clock.ts';
import type { PlayableAddresses } from './playable-addresses.ts';
import type { PlayerState } from './state/player-state.ts';
import type { UserState } from './state/user-state.ts';

/**
 * The listener points at a title: where a click would play it, and what it would play is known already, its address
 * is asked for ahead. Never for what would be offered or would not play.
 */
export class WarmAudio {
  constructor(
    private readonly addresses: PlayableAddresses,
    private readonly player: PlayerState,
    private readonly user: UserState,
    private readonly clock: Clock,
  ) {}

  run(item: ContentItem): void {
    const now = this.clock.now();
    if (this.player.isCurrentAudio(item) || decidePlay(this.user.user, item, now).kind !== 'play') return;
    const tracks = formatTracks(item, []).filter((track) => isTrackValid(track, now));
    const chapter = item.progress?.chapterIndex ?? null;
    const track = tracks.find(({ chapterIndex }) => chapterIndex === chapter) ?? tracks[0];
    if (track !== undefined) void this.addresses.prepare(track.src);
  }
}
