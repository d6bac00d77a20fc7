import type { ContentItem } from '../../domain/catalogue/content.ts';
import { FavoritesState } from '../favorites/favorites-state.ts';
import { PlayerState } from './player-state.ts';
import type { Inject } from '../../ports/tokens.ts';

/** Keeps the title in the player as new as the one on a tile or a page. */
export class UpdatePlayerItem {
  static readonly inject: Inject<typeof UpdatePlayerItem> = [PlayerState, FavoritesState];

  constructor(
    private readonly player: PlayerState,
    private readonly favorites: FavoritesState,
  ) {}

  /** Does nothing for a title that the player does not hold. */
  update(item: ContentItem): void {
    if (this.player.isCurrentAudio(item)) this.player.audioUpdated(this.favorites.upToDate(item));
  }
}
