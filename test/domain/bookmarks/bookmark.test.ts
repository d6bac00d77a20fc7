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
import { law } from 'audio-streaming-laws/laws';
import {
  bookmarkLink,
  bookmarksCsv,
  bookmarksMarkdown,
} from '../../../src/domain/bookmarks/bookmark-export.ts';

const someBookmarks = () => fc.array(aBookmark(), { maxLength: 20 });
const sortedIds = (bookmarks: readonly { readonly id: string }[]) => bookmarks.map(({ id }) => id).toSorted();

describe('grouping', () => {
  law('loses no bookmark and doubles none (BOOK-5)', [someBookmarks()], (bookmarks) => {
    expect(sortedIds(groupByTitle(bookmarks).flatMap((group) => group.bookmarks))).toEqual(
      sortedIds(bookmarks),
    );
  });

  law('makes one group for each title', [someBookmarks()], (bookmarks) => {
    const pages = groupByTitle(bookmarks).map(({ page }) => page);
    expect(new Set(pages).size).toBe(pages.length);
    expect(new Set(pages)).toEqual(new Set(bookmarks.map(({ page }) => page)));
  });

  test('puts the title with the newest bookmark first, and each title in its own order (BOOK-5)', () => {
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
    'is never longer than allowed, and storing it again changes nothing (BOOK-4)',
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
  law('of a track is within one second (BOOK-3)', [aPosition(), aPosition()], (one, other) => {
    const isSame = isSameSecond(aBookmarkOf({ position: one }), aBookmarkOf({ position: other }));
    expect(isSame).toBe(Math.abs(one - other) < 1);
  });

  law('is never that of another track or title (BOOK-3)', [aBookmark(), aBookmark()], (one, other) => {
    if (one.track !== other.track || one.audio !== other.audio) expect(isSameSecond(one, other)).toBe(false);
  });
});

describe('a search', () => {
  law('without words finds everything', [someBookmarks()], (bookmarks) => {
    expect(findBookmarks(bookmarks, '  ')).toEqual(bookmarks);
  });

  test('needs every word, in title, track or note (BOOK-6)', () => {
    const bookmark = aBookmarkOf({ note: 'The tide turns' });
    expect(findBookmarks([bookmark], 'TIDE long chapter')).toEqual([bookmark]);
    expect(findBookmarks([bookmark], 'tide ebb')).toEqual([]);
    const shown = (title: string) => title.replace('Chapter', 'Kapitel');
    expect(findBookmarks([{ ...bookmark, trackTitle: 'Chapter 3' }], 'kapitel', shown)).toHaveLength(1);
    expect(
      bookmarksMarkdown([{ ...bookmark, trackTitle: 'Chapter 3' }], ORIGIN, 'Lesezeichen', shown),
    ).toContain('[Kapitel 3, ');
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

  test('is kept behind a run time that is too short, as PROG-75 says (BOOK-12)', () => {
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

  test('is in the title that was opened, in its parent, and in what sounded (BOOK-5)', () => {
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

const ORIGIN = 'https://hark.test';

/** Reads CSV (RFC 4180) as a spreadsheet does. */
function cellsOf(csv: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r\n)/gu;
  let end = 0;
  for (const [whole, quoted, plain = '', separator] of csv.matchAll(cell)) {
    end += whole.length;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (separator === ',') continue;
    rows.push(row);
    row = [];
  }
  expect(end, 'everything was read').toBe(csv.length);
  return rows;
}

describe('CSV', () => {
  law(
    'has a heading and one row for each bookmark, each with seven cells (BOOK-11)',
    [fc.array(aBookmark(), { maxLength: 8 })],
    (bookmarks) => {
      const rows = cellsOf(bookmarksCsv(bookmarks, ORIGIN));
      expect(rows).toHaveLength(bookmarks.length + 1);
      for (const row of rows) expect(row).toHaveLength(7);
    },
  );

  test('has the title of a track as it is shown', () => {
    const csv = bookmarksCsv([aBookmarkOf({})], ORIGIN, (title) => title.replace('Chapter', 'Kapitel'));
    expect(cellsOf(csv)[1]?.[1]).toBe('Kapitel 2');
  });

  test('has title, track, position, note, time and link', () => {
    const bookmark = aBookmarkOf({ note: 'A "note",\nin two lines', createdAt: instant(0) });
    expect(cellsOf(bookmarksCsv([bookmark], ORIGIN))).toEqual([
      ['title', 'track', 'position', 'seconds', 'note', 'added', 'link'],
      [
        'Long Book',
        'Chapter 2',
        '1:05',
        '65',
        'A "note",\nin two lines',
        '1970-01-01T00:00:00.000Z',
        'https://hark.test/audios/long-book?chapter=2&t=65',
      ],
    ]);
  });

  test.each(['=1+1', '+1', '-1', '@x', '\t=1', '  =1', '＝1'])('%j is no formula (BOOK-11)', (note) => {
    const [, row] = cellsOf(bookmarksCsv([aBookmarkOf({ note, title: note, trackTitle: note })], ORIGIN));
    expect([row?.[0], row?.[1], row?.[4]]).toEqual([`'${note}`, `'${note}`, `'${note}`]);
  });

  test('a time that is no date is left empty', () => {
    expect(bookmarksCsv([aBookmarkOf({ createdAt: instant(9e15) })], ORIGIN)).toContain(',"",');
  });
});

describe('Markdown', () => {
  test('has a heading for each title, a link to each second, and the notes (BOOK-10)', () => {
    const text = bookmarksMarkdown(
      [
        aBookmarkOf({ note: 'First line\n\nSecond line' }),
        aBookmarkOf({
          id: bookmarkId('2'),
          page: contentId('quiet-mind'),
          title: 'Quiet Mind',
          trackTitle: null,
          link: { chapter: null, second: seconds(5) },
          position: seconds(5),
          createdAt: instant(0),
        }),
      ],
      ORIGIN,
    );
    expect(text).toBe(
      [
        '# Bookmarks',
        '',
        '## Long Book',
        '',
        '- [Chapter 2, 1:05](<https://hark.test/audios/long-book?chapter=2&t=65>)',
        '  > First line\\',
        '  > Second line',
        '',
        '## Quiet Mind',
        '',
        '- [0:05](<https://hark.test/audios/quiet-mind?t=5>)',
        '',
      ].join('\n'),
    );
  });

  test.each([
    ['# no heading', String.raw`\# no heading`],
    ['1. no list', String.raw`1\. no list`],
    ['- no list', String.raw`\- no list`],
    ['[no](link) <b>', String.raw`\[no\]\(link\) \<b\>`],
    ['*no* _emphasis_ `code`', String.raw`\*no\* \_emphasis\_ \`code\``],
    ['a\\b', String.raw`a\\b`],
  ])('%j shows as it is (BOOK-10)', (note, written) => {
    expect(bookmarksMarkdown([aBookmarkOf({ note })], ORIGIN)).toContain(`\n  > ${written}\n`);
  });

  law(
    'no text of a bookmark starts a line of its own',
    [fc.array(aBookmark(), { maxLength: 8 })],
    (bookmarks) => {
      for (const line of bookmarksMarkdown(bookmarks, ORIGIN).split('\n')) {
        expect(line).toMatch(/^(?:|#{1,2} ?.*|- \[.*|  > .*)$/u);
      }
    },
  );
});

test('a link names the second, or only the page if it cannot name the second (BOOK-13)', () => {
  expect(bookmarkLink(ORIGIN, aBookmarkOf())).toBe('https://hark.test/audios/long-book?chapter=2&t=65');
  expect(bookmarkLink(ORIGIN, aBookmarkOf({ link: null }))).toBe('https://hark.test/audios/long-book');
});
