// Proves BOOK-10, BOOK-11, BOOK-13.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bookmarkLink,
  bookmarksCsv,
  bookmarksMarkdown,
} from '../../../src/domain/bookmarks/bookmark-export.ts';
import { bookmarkId } from '../../../src/domain/bookmarks/bookmark.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { aBookmark } from '../../arbitraries/bookmark.ts';
import { aBookmarkOf } from '../../application/stored-positions.ts';
import { law } from '../laws.ts';

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
    'has a heading and one row for each bookmark, each with seven cells',
    [fc.array(aBookmark(), { maxLength: 8 })],
    (bookmarks) => {
      const rows = cellsOf(bookmarksCsv(bookmarks, ORIGIN));
      expect(rows).toHaveLength(bookmarks.length + 1);
      for (const row of rows) expect(row).toHaveLength(7);
    },
  );

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

  test.each(['=1+1', '+1', '-1', '@x', '\t=1', '  =1', '＝1'])('%j is no formula', (note) => {
    const [, row] = cellsOf(bookmarksCsv([aBookmarkOf({ note, title: note, trackTitle: note })], ORIGIN));
    expect([row?.[0], row?.[1], row?.[4]]).toEqual([`'${note}`, `'${note}`, `'${note}`]);
  });

  test('a time that is no date is left empty', () => {
    expect(bookmarksCsv([aBookmarkOf({ createdAt: instant(9e15) })], ORIGIN)).toContain(',"",');
  });
});

describe('Markdown', () => {
  test('has a heading for each title, a link to each second, and the notes', () => {
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
  ])('%j shows as it is', (note, written) => {
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

test('a link names the second, or only the page if it cannot name the second', () => {
  expect(bookmarkLink(ORIGIN, aBookmarkOf())).toBe('https://hark.test/audios/long-book?chapter=2&t=65');
  expect(bookmarkLink(ORIGIN, aBookmarkOf({ link: null }))).toBe('https://hark.test/audios/long-book');
});
