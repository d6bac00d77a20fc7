import { lazy } from '../service-table.ts';

/** What the views may use of the feature `bookmarks`. */
export const bookmarksServices = {
  addBookmark: lazy(async () => (await import('./add-bookmark.ts')).AddBookmark, ['add']),
  bookmarkList: lazy(
    async () => (await import('./bookmark-list.ts')).BookmarkList,
    ['setNote', 'remove', 'takeBack', 'putBack', 'leave', 'open'],
  ),
};
