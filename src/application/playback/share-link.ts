import type { ContentItem } from '../../domain/catalogue/content.ts';
import { linkedPositionIn, shareLink, type LinkedPosition } from '../../domain/playback/share-link.ts';
import { tileContentId } from '../../domain/entitlement/play-decision.ts';
import type { PlayerState } from '../player-state.ts';

/**
 * The address of `item`. If the player holds it and is past its start, the address has chapter and second.
 *
 * @param origin of the product's pages, without a slash at its end
 */
export const linkTo = (origin: string, item: ContentItem, player: PlayerState): string =>
  shareLink(origin, tileContentId(item), positionIn(item, player));

/** The address of the title in the player, with the position. Null if the player is empty (PLAY-49). */
export const linkToCurrent = (origin: string, player: PlayerState): string | null =>
  player.audio === null ? null : linkTo(origin, player.audio, player);

const positionIn = (item: ContentItem, player: PlayerState): LinkedPosition | null => {
  const { track, tracks, position } = player;
  if (track === null || !player.isCurrentAudio(item)) return null;
  return linkedPositionIn(item, tracks, track, position);
};
