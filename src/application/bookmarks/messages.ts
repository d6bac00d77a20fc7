import type { BookmarkFailure } from '../../ports/bookmark-store.ts';

/** What the listener reads if a bookmark could not be saved or deleted. */
export const NOT_SAVED: Readonly<Record<BookmarkFailure['kind'], string>> = {
  full: 'There is no room left in this browser. The bookmark was not changed.',
  blocked: 'This browser does not store anything for this site. The bookmark was not changed.',
  unreachable: 'You seem to be offline. The bookmark was not changed.',
};
