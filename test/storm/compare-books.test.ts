import { describe, expect, test } from 'vitest';
import type { StoredReports } from '../../e2e/support/provider.ts';
import { type Account, Books } from './books.ts';
import { compareBooks } from './compare-books.ts';

const LISTENER = 'one@listener.test';
const CONTENT = 'quiet-mind';

/** Ten seconds of listening that end at the position of ten seconds. */
function tenSecondsHeard(): { readonly books: Books; readonly account: Account } {
  const books = new Books();
  const account = books.account(LISTENER, CONTENT);
  account.heard = 10_000;
  account.played = 10_000;
  account.starts = 1;
  account.place = { chapter: null, position: 10, rate: 1, duration: 60 };
  return { books, account };
}

const stored = (durations: readonly number[], position = 10): StoredReports => ({
  royalties: durations.map((duration) => ({ email: LISTENER, content_id: CONTENT, duration })),
  positions: [
    {
      email: LISTENER,
      item_id: CONTENT,
      chapter_index: null,
      chapter_position: null,
      last_position: position * 1000,
    },
  ],
});

const rulesOf = (books: Books): readonly string[] =>
  books.breaches.map(({ rule }) => rule.split(' ', 1).join(''));

describe('the books of listener and provider', () => {
  test('agree if each second is counted once and the position is stored', () => {
    const { books } = tenSecondsHeard();
    compareBooks(books, stored([4_000, 6_000]));
    expect(rulesOf(books)).toEqual([]);
  });

  test('report seconds that are counted twice', () => {
    const { books } = tenSecondsHeard();
    compareBooks(books, stored([4_000, 6_000, 4_000]));
    expect(rulesOf(books)).toEqual(['PROG-62']);
    expect(books.figure('milliseconds counted twice')).toBe(4_000);
  });

  test('report seconds that are missing without a reason', () => {
    const { books } = tenSecondsHeard();
    compareBooks(books, stored([6_000]));
    expect(rulesOf(books)).toEqual(['PROG-63']);
  });

  test('accept missing seconds up to the amount of their reason', () => {
    const { books, account } = tenSecondsHeard();
    account.explain('page killed', 1_000);
    compareBooks(books, stored([9_000]));
    expect(rulesOf(books)).toEqual([]);
    expect(books.figure('milliseconds given up: page killed')).toBe(1_000);

    const tooMany = tenSecondsHeard();
    tooMany.account.explain('page killed', 1_000);
    compareBooks(tooMany.books, stored([8_000]));
    expect(rulesOf(tooMany.books)).toEqual(['PROG-63']);
  });

  test('accept a royalty whose call was never answered', () => {
    const { books, account } = tenSecondsHeard();
    account.sent.push({ duration: 4_000, status: null }, { duration: 6_000, status: 200 });
    compareBooks(books, stored([6_000]));
    expect(rulesOf(books)).toEqual([]);
  });

  test('do not accept a royalty that was refused, because the page sends it again', () => {
    const { books, account } = tenSecondsHeard();
    account.sent.push({ duration: 4_000, status: 503 }, { duration: 6_000, status: 200 });
    compareBooks(books, stored([6_000]));
    expect(rulesOf(books)).toEqual(['PROG-63']);
  });

  test('report a position that is more than a second from the last one', () => {
    const { books } = tenSecondsHeard();
    compareBooks(books, stored([10_000], 8.5));
    expect(rulesOf(books)).toEqual(['PROG-64']);
  });

  test('accept the target of the last seek, if the page ended before the sound moved', () => {
    const { books, account } = tenSecondsHeard();
    account.soughtBy = (_, duration) => duration / 2;
    compareBooks(books, stored([10_000], 30));
    expect(rulesOf(books)).toEqual([]);
    expect(books.figure('places at the target of a seek before its sound')).toBe(1);

    const elsewhere = tenSecondsHeard();
    elsewhere.account.soughtBy = (_, duration) => duration / 2;
    compareBooks(elsewhere.books, stored([10_000], 32));
    expect(rulesOf(elsewhere.books)).toEqual(['PROG-64']);
  });

  test('report a position that is not stored', () => {
    const { books } = tenSecondsHeard();
    compareBooks(books, { ...stored([10_000]), positions: [] });
    expect(rulesOf(books)).toEqual(['PROG-64']);
  });
});
