import { formatRunTime } from '../catalogue/content.ts';
import { csvCell } from '../csv.ts';
import { shareLink } from '../playback/share-link.ts';
import { message } from '../message.ts';
import type { Instant } from '../time.ts';
import { groupByTitle, type Bookmark } from './bookmark.ts';

/** The address of the second that a bookmark marks (BOOK-13). */
export const bookmarkLink = (origin: string, { page, link }: Pick<Bookmark, 'page' | 'link'>): string =>
  shareLink(origin, page, link);

/** The UTC time as `2026-11-23T20:15:00.000Z`; empty if it is no date. */
const isoTime = (at: Instant): string => {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
};

/** Characters that Markdown reads as more than text, anywhere in a line. */
const MARKS = /[\\`*_{}[\]<>()#+\-!|&~=]/gu;

/** Returns Markdown that shows exactly this text, in one line. */
const markdownText = (text: string): string =>
  text
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replaceAll(MARKS, String.raw`\$&`)
    // A number at the beginning of a line starts a numbered list.
    .replace(/^(\d+)\./u, String.raw`$1\.`);

const markdownNote = (note: string): readonly string[] =>
  note
    .split('\n')
    .map(markdownText)
    .filter((line) => line !== '')
    .map((line, at, lines) => `  > ${line}${at < lines.length - 1 ? '\\' : ''}`);

/**
 * Writes bookmarks as Markdown: a heading for each title, a link to each second, and the notes (BOOK-10).
 *
 * @param heading the first heading, in the language of the reader
 * @param shown the title of a track as it is shown
 */
export function bookmarksMarkdown(
  bookmarks: readonly Bookmark[],
  origin: string,
  heading: string = message('Bookmarks'),
  shown: (trackTitle: string) => string = (title) => title,
): string {
  const parts = groupByTitle(bookmarks).map((group) => {
    const rows = group.bookmarks.flatMap((bookmark) => {
      const { trackTitle, position } = bookmark;
      const name = [...(trackTitle === null ? [] : [shown(trackTitle)]), formatRunTime(position)];
      return [
        `- [${markdownText(name.join(', '))}](<${bookmarkLink(origin, bookmark)}>)`,
        ...markdownNote(bookmark.note),
      ];
    });
    return [`## ${markdownText(group.title)}`, '', ...rows].join('\n');
  });
  return `${[`# ${markdownText(heading)}`, ...parts].join('\n\n')}\n`;
}

/**
 * Writes bookmarks as CSV (RFC 4180). No text of them is run as a formula by a spreadsheet (BOOK-11). The names of the columns are
 * for programs, so they are English.
 *
 * @param shown the title of a track as it is shown
 */
export function bookmarksCsv(
  bookmarks: readonly Bookmark[],
  origin: string,
  shown: (trackTitle: string) => string = (title) => title,
): string {
  const rows = groupByTitle(bookmarks).flatMap((group) =>
    group.bookmarks.map((bookmark) =>
      [
        csvCell(bookmark.title),
        csvCell(bookmark.trackTitle === null ? '' : shown(bookmark.trackTitle)),
        csvCell(formatRunTime(bookmark.position)),
        String(Math.floor(bookmark.position)),
        csvCell(bookmark.note),
        csvCell(isoTime(bookmark.createdAt)),
        csvCell(bookmarkLink(origin, bookmark)),
      ].join(','),
    ),
  );
  const heading = ['title', 'track', 'position', 'seconds', 'note', 'added', 'link'].map(csvCell).join(',');
  return [heading, ...rows].map((line) => `${line}\r\n`).join('');
}
