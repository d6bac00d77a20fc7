// Proves BOOK-3, BOOK-4, BOOK-5, BOOK-6, BOOK-12.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bookmarkId,
  findBookmarks,
  groupByTitle,
  inTitleOrder,
  isSameSecond,
  LONGEST_NOTE,
  noteOf,
} from '../../../src/domain/bookmarks/bookmark.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { linkedPositionIn, linkedTrackPosition } from '../../../src/domain/playback/share-link.ts';
import { isInTitle, storedTitle, trackPoint } from '../../../src/domain/playback/title-position.ts';
import { formatTracks } from '../../../src/domain/playback/track.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { aBookmark } from '../../arbitraries/bookmark.ts';
import { PLAIN_TRACK } from '../../arbitraries/track.ts';
import { aText } from '../../arbitraries/text.ts';
import { aPosition } from '../../arbitraries/time.ts';
import { episodes, LONG_BOOK, PODCAST, QUIET_MIND } from '../../application/titles.ts';
import { aBookmarkOf } from '../../application/stored-positions.ts';
import { law } from '../laws.ts';

const someBookmarks = () => fc.array(aBookmark(), { maxLength: 20 });
const sortedIds = (bookmarks: readonly { readonly id: string }[]) => bookmarks.map(({ id }) => id).toSorted();

describe('grouping', () => {
  law('loses no bookmark and doubles none', [someBookmarks()], (bookmarks) => {
    expect(sortedIds(groupByTitle(bookmarks).flatMap((group) => group.bookmarks))).toEqual(
      sortedIds(bookmarks),
    );
  });

  law('makes one group for each title', [someBookmarks()], (bookmarks) => {
    const pages = groupByTitle(bookmarks).map(({ page }) => page);
    expect(new Set(pages).size).toBe(pages.length);
    expect(new Set(pages)).toEqual(new Set(bookmarks.map(({ page }) => page)));
  });

  test('puts the title with the newest bookmark first, and each title in its own order', () => {
    const old = aBookmarkOf({ id: bookmarkId('1'), createdAt: instant(1) });
    const early = aBookmarkOf({
      id: bookmarkId('2'),
      createdAt: instant(9),
      link: { chapter: 1, second: seconds(200) },
      position: seconds(200),
    });
    const other = aBookmarkOf({ id: bookmarkId('3'), createdAt: instant(5), page: contentId('other') });
    expect(groupByTitle([old, other, early]).map((group) => group.bookmarks)).toEqual([
      [early, old],
      [other],
    ]);
    expect(inTitleOrder([old, early])).toEqual([early, old]);
  });
});

describe('a note', () => {
  law(
    'is never longer than allowed, and storing it again changes nothing',
    [aText(), fc.nat(50)],
    (text, times) => {
      const note = noteOf(text.repeat(times));
      expect([...note].length).toBeLessThanOrEqual(LONGEST_NOTE);
      expect(noteOf(note)).toBe(note);
    },
  );

  test('keeps its lines, and no character is cut in two', () => {
    expect(noteOf('  one\r\ntwo\rthree \n')).toBe('one\ntwo\nthree');
    expect(noteOf('🎧'.repeat(LONGEST_NOTE + 1))).toBe('🎧'.repeat(LONGEST_NOTE));
  });
});

describe('the same second', () => {
  law('of a track is within one second', [aPosition(), aPosition()], (one, other) => {
    const isSame = isSameSecond(aBookmarkOf({ position: one }), aBookmarkOf({ position: other }));
    expect(isSame).toBe(Math.abs(one - other) < 1);
  });

  law('is never that of another track or title', [aBookmark(), aBookmark()], (one, other) => {
    if (one.track !== other.track || one.audio !== other.audio) expect(isSameSecond(one, other)).toBe(false);
  });
});

describe('a search', () => {
  law('without words finds everything', [someBookmarks()], (bookmarks) => {
    expect(findBookmarks(bookmarks, '  ')).toEqual(bookmarks);
  });

  test('needs every word, in title, track or note', () => {
    const bookmark = aBookmarkOf({ note: 'The tide turns' });
    expect(findBookmarks([bookmark], 'TIDE long chapter')).toEqual([bookmark]);
    expect(findBookmarks([bookmark], 'tide ebb')).toEqual([]);
  });
});

describe('the position of a bookmark', () => {
  law('is found again by its link and by its track', [aPosition(), fc.nat(2)], (position, index) => {
    const tracks = formatTracks(LONG_BOOK, []).map((track) => ({ ...track, runTime: null }));
    const track = tracks[index];
    if (track === undefined) throw new Error('no such track');
    const link = linkedPositionIn(LONG_BOOK, tracks, track, position);
    const point = trackPoint(LONG_BOOK, track, position);
    const byTrack = linkedTrackPosition(tracks, { chapter: null, second: position }, point.track);
    expect(byTrack).toEqual({ index, position });
    const byLink = link === null ? { index: 0, position: 0 } : linkedTrackPosition(tracks, link);
    expect(byLink?.index).toBe(index);
    expect(Math.abs((byLink?.position ?? 0) - position)).toBeLessThanOrEqual(1);
  });

  test('is kept behind a run time that is too short, as PROG-75 says', () => {
    const tracks = [{ ...PLAIN_TRACK, runTime: seconds(100) }];
    const at = (second: number) =>
      linkedTrackPosition(tracks, { chapter: null, second: seconds(second) }, PLAIN_TRACK.id)?.position;
    expect([98, 99, 105, 105.5].map(at)).toEqual([98, 0, 0, 105.5]);
  });

  test('stays at its episode when a new episode is published', () => {
    const before = formatTracks(
      PODCAST,
      episodes(3).map((episode) => ({ ...episode, index: null })),
    );
    const track = before[1];
    if (track === undefined) throw new Error('no such track');
    const after = [{ ...track, id: trackPoint(PODCAST, track, seconds(9)).track }, ...before].toReversed();
    const found = linkedTrackPosition(after, { chapter: null, second: seconds(9) }, track.id);
    expect(after[found?.index ?? -1]?.contentId).toBe('episode-2');
    expect(linkedTrackPosition(before.slice(2), { chapter: null, second: seconds(9) }, track.id)).toBeNull();
  });

  test('is in the title that was opened, in its parent, and in what sounded', () => {
    const [episode] = episodes(1);
    if (episode === undefined) throw new Error('no such episode');
    const child = { ...episode, contentId: PODCAST.id };
    const [track] = formatTracks(child, []);
    if (track === undefined) throw new Error('no such track');
    const bookmark = { ...storedTitle(child), ...trackPoint(child, track, seconds(1)) };
    expect([child.id, PODCAST.id, QUIET_MIND.id].map((id) => isInTitle(bookmark, id))).toEqual([
      true,
      true,
      false,
    ]);
    expect(bookmark.trackTitle, 'the track is the whole title').toBeNull();
  });
});
