import type { ContentItem } from '../../domain/catalogue/content.ts';
import { linkedPositionIn, shareLink, type LinkedPosition } from '../../domain/playback/share-link.ts';
import { tileContentId } from '../../domain/entitlement/play-decision.ts';
import { PlayerState } from './player-state.ts';
import type { Inject } from '../../ports/tokens.ts';

/** Makes the address of a title, with the listener's position in it. */
export class ShareLink {
  static readonly inject: Inject<typeof ShareLink> = [PlayerState];

  constructor(private readonly player: PlayerState) {}

  /**
   * The address of `item`. If the player holds it and is past its start, the address has chapter and second.
   *
   * @param origin of the product's pages, without a slash at its end
   */
  linkTo(origin: string, item: ContentItem): string {
    return shareLink(origin, tileContentId(item), this.positionIn(item));
  }

  /** The address of the title in the player, with the position. Null if the player is empty (PLAY-49). */
  linkToCurrent(origin: string): string | null {
    return this.player.audio === null ? null : this.linkTo(origin, this.player.audio);
  }

  private positionIn(item: ContentItem): LinkedPosition | null {
    const { track, tracks, position } = this.player;
    if (track === null || !this.player.isCurrentAudio(item)) return null;
    return linkedPositionIn(item, tracks, track, position);
  }
}
