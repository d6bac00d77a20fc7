import type { Brand } from '../brand.ts';
import type { ContentId } from '../catalogue/content.ts';
import type { LinkedPosition } from '../playback/share-link.ts';
import type { StoredTitle, TrackPoint } from '../playback/title-position.ts';
import { seconds, type Instant, type Seconds } from '../time.ts';

/** The id of a bookmark. It is unique among all browsers. */
export type BookmarkId = Brand<string, 'BookmarkId'>;
/** Brands a text as the id of a bookmark. */
export const bookmarkId = (value: string): BookmarkId => value as BookmarkId;

/**
 * A second of a track that the listener has marked, with a note that may be empty.
 *
 * - `link`: what an address of this second says; null if the address of the title is enough
 */
export type Bookmark = StoredTitle &
  TrackPoint & {
    readonly id: BookmarkId;
    readonly link: LinkedPosition | null;
    readonly note: string;
    readonly createdAt: Instant;
  };

/** The longest note, in characters (BOOK-4). */
export const LONGEST_NOTE = 1000;

/** Bookmarks of one track that are closer than this mark the same second (BOOK-3). */
const SAME_WITHIN: Seconds = seconds(1);

/** Makes the note that is stored: the text without spaces around it, cut to the longest length (BOOK-4). */
export const noteOf = (text: string): string => {
  const trimmed = text.replaceAll(/\r\n?/gu, '\n').trim();
  // A character of two UTF-16 units counts once, and is never cut in two.
  return [...trimmed].slice(0, LONGEST_NOTE).join('').trim();
};

/** True if both mark the same second of the same track (BOOK-3). */
export const isSameSecond = (
  one: Pick<Bookmark, 'audio' | 'track' | 'position'>,
  other: Pick<Bookmark, 'audio' | 'track' | 'position'>,
): boolean =>
  one.audio === other.audio &&
  one.track === other.track &&
  Math.abs(one.position - other.position) < SAME_WITHIN;

/** The bookmarks of one title, in the order of the title. */
export type BookmarkGroup = Pick<StoredTitle, 'page' | 'title' | 'imageUrl'> & {
  readonly bookmarks: readonly Bookmark[];
};

/** Orders the bookmarks of one title: by chapter, then by position (BOOK-5). */
export const inTitleOrder = (bookmarks: readonly Bookmark[]): readonly Bookmark[] =>
  bookmarks.toSorted(
    (one, other) =>
      (one.link?.chapter ?? 0) - (other.link?.chapter ?? 0) ||
      one.position - other.position ||
      one.createdAt - other.createdAt,
  );

/** Groups bookmarks by their title. The title with the newest bookmark comes first (BOOK-5). */
export const groupByTitle = (bookmarks: readonly Bookmark[]): readonly BookmarkGroup[] => {
  const groups = new Map<ContentId, Bookmark[]>();
  const newestFirst = bookmarks.toSorted((one, other) => other.createdAt - one.createdAt);
  for (const bookmark of newestFirst) {
    const group = groups.get(bookmark.page);
    if (group === undefined) groups.set(bookmark.page, [bookmark]);
    else group.push(bookmark);
  }
  return [...groups.values()].flatMap((group) => {
    const [newest] = group;
    if (newest === undefined) return [];
    const { page, title, imageUrl } = newest;
    return [{ page, title, imageUrl, bookmarks: inTitleOrder(group) }];
  });
};

/**
 * The bookmarks whose title, track or note has each word of the query. An empty query finds all (BOOK-6).
 *
 * @param shown the title of a track as it is shown
 */
export const findBookmarks = (
  bookmarks: readonly Bookmark[],
  query: string,
  shown: (trackTitle: string) => string = (title) => title,
): readonly Bookmark[] => {
  const words = query
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  return bookmarks.filter(({ title, trackTitle, note }) => {
    const text = `${title}\n${trackTitle === null ? '' : shown(trackTitle)}\n${note}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
};
