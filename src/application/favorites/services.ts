import { FavoritesState } from './favorites-state.ts';
import { lazy } from '../service-table.ts';

/** What the views may use of the feature `favorites`. */
export const favoritesServices = {
  favorites: FavoritesState,
  toggleFavorite: lazy(async () => (await import('./toggle-favorite.ts')).ToggleFavorite, ['toggle']),
  toggleFollow: lazy(
    async () => (await import('./toggle-follow.ts')).ToggleFollow,
    ['loadFollowed', 'toggle'],
  ),
};
