import { lazy } from '../service-table.ts';

/** What the views may use of the feature `bookmarks`. */
export const bookmarksServices = {
  addBookmark: lazy(async () => (await import('./add-bookmark.ts')).AddBookmark, ['add']),
  changeBookmarks: lazy(
    async () => (await import('./change-bookmarks.ts')).ChangeBookmarks,
    ['setNote', 'remove', 'takeBack', 'putBack', 'leave'],
  ),
  listBookmarks: lazy(async () => (await import('./list-bookmarks.ts')).ListBookmarks, ['open']),
};
