import type { ContentItem } from '../domain/content.ts';
import { shareLink } from '../domain/share-link.ts';
import { tileContentId } from '../domain/tile.ts';
import type { PlayerState } from './state/player-state.ts';

/** Makes the address that leads others to a title, and to the place where the listener is in it. */
export class ShareLink {
  constructor(private readonly player: PlayerState) {}

  /**
   * The address of `item`; with chapter and second when it is what the player has, beyond its very start.
   *
   * @param origin of this product's pages, without a slash at its end
   */
  run(origin: string, item: ContentItem): string {
    const { track, position } = this.player;
    const isHere = track !== null && this.player.isCurrentAudio(item);
    const second = isHere && position >= 1 ? position : null;
    const isOnlyTrack = this.player.playback.tracks.length === 1;
    const chapter = isHere && (!isOnlyTrack || track.chapterIndex !== null) ? track.index : null;
    const isStart = second === null && (chapter === null || this.player.playback.index === 0);
    return shareLink(origin, tileContentId(item), isStart ? null : { chapter, second });
  }

  /** The address of what the player has, with the place in it; null when it has nothing. */
  ofPlayer(origin: string): string | null {
    return this.player.audio === null ? null : this.run(origin, this.player.audio);
  }
}
