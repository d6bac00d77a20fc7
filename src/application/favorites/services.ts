import { FavoritesState } from './favorites-state.ts';
import { lazy } from '../service-table.ts';

/** What the views may use of the feature `favorites`. */
export const favoritesServices = {
  favorites: FavoritesState,
  favoriteToggle: lazy(
    async () => (await import('./favorite-toggle.ts')).FavoriteToggle,
    ['toggleTitle', 'loadFollowed', 'toggleAuthor'],
  ),
};
