import { bookmarkId, type Bookmark } from '../../src/domain/bookmarks/bookmark.ts';
import { contentId } from '../../src/domain/catalogue/content.ts';
import { historyEntryId, type HistoryEntry } from '../../src/domain/history.ts';
import { trackId } from '../../src/domain/playback/track.ts';
import { instant, seconds } from '../../src/domain/time.ts';

const POINT = {
  track: trackId('long-book_2'),
  contentId: contentId('long-book'),
  trackTitle: 'Chapter 2',
  position: seconds(65),
};

const TITLE = {
  audio: contentId('long-book'),
  page: contentId('long-book'),
  title: 'Long Book',
  imageUrl: null,
};

/** A bookmark in the second chapter of a book, with changes. */
export const aBookmarkOf = (changes: Partial<Bookmark> = {}): Bookmark => ({
  ...TITLE,
  ...POINT,
  id: bookmarkId('page-1.1'),
  link: { chapter: 2, second: seconds(65) },
  note: '',
  createdAt: instant(1_000),
  ...changes,
});

/** An entry of the history, in the second chapter of a book, with changes. */
export const anEntryOf = (changes: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...TITLE,
  id: historyEntryId('page-1.1'),
  start: { ...POINT, at: instant(1_000) },
  end: { ...POINT, position: seconds(125), at: instant(61_000) },
  stop: 'paused',
  isFromElsewhere: false,
  ...changes,
});
