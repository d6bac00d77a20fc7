// Proves CAT-22, FAV-11, FAV-12.
import { expect, test } from 'vitest';
import { FavoritesState } from '../../../src/application/favorites/favorites-state.ts';
import { FavoriteToggle } from '../../../src/application/favorites/favorite-toggle.ts';
import { authorId, type Author } from '../../../src/domain/catalogue/content.ts';
import { ok } from '../../../src/domain/result.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import type { PageKey } from '../../../src/ports/content-api.ts';
import { Harness } from '../../harness.ts';
import { SUBSCRIBER } from '../titles.ts';

const author = (number: number): Author => ({
  id: authorId(`author-${number}`),
  name: `Author ${number}`,
  imageUrl: null,
});

/** A listener who follows the first `count` of eighty authors. */
const following = (count: number): Harness => {
  const authors = Array.from({ length: 80 }, (_, at) => author(at + 1));
  const harness = new Harness({ items: [], authors, user: SUBSCRIBER });
  for (const { id } of authors.slice(0, count)) harness.api.content.favoriteAuthors.add(id);
  return harness;
};

const pageRequests = (harness: Harness): number =>
  harness.api.faults.calls.filter((call) => call === 'favorites.authors').length;

const isFollowed = (harness: Harness, number: number): boolean | null =>
  harness.get(FavoritesState).isFollowed(author(number).id);

test.each([
  ['on the first page', 25, 1],
  ['on the second page', 26, 2],
  ['on the last page', 80, 4],
])('a followed author %s is found, and no further page is requested', async (_, number, pages) => {
  const harness = following(80);
  await harness.get(FavoriteToggle).loadFollowed(author(number).id);
  expect(isFollowed(harness, number)).toBe(true);
  expect(pageRequests(harness)).toBe(pages);
});

test('an author who is not followed is searched for to the end of the list', async () => {
  const harness = following(60);
  await harness.get(FavoriteToggle).loadFollowed(author(70).id);
  expect(isFollowed(harness, 70)).toBeNull();
  expect(pageRequests(harness)).toBe(3);
});

test('a page that fails ends the search, and the earlier pages count', async () => {
  const harness = following(80);
  const loading = harness.get(FavoriteToggle).loadFollowed(author(80).id);
  harness.api.faults.failNext('favorites.authors', 'server');
  await loading;
  expect(pageRequests(harness)).toBe(2);
  expect([isFollowed(harness, 25), isFollowed(harness, 80)]).toEqual([true, null]);
});

test('the search ends when the page is left', async () => {
  const harness = following(80);
  harness.api.faults.delay = milliseconds(1_000);
  const left = new AbortController();
  void harness.get(FavoriteToggle).loadFollowed(author(80).id, left.signal);
  await harness.passes(1.5);
  left.abort();
  await harness.passes(10);
  expect(pageRequests(harness)).toBe(2);
  expect(isFollowed(harness, 30)).toBeNull();
});

const pagesRead = async (nextOf: (page: PageKey | null) => PageKey): Promise<number> => {
  let pages = 0;
  const harness = following(0);
  harness.api.favorites.authors = async (page) => {
    pages += 1;
    return Promise.resolve(ok({ items: [author(pages)], next: nextOf(page) }));
  };
  await harness.get(FavoriteToggle).loadFollowed(authorId('nobody'));
  return pages;
};

test('a repeated key ends the list', async () => {
  expect(await pagesRead(() => 2)).toBe(2);
});

test('a list without an end is read for 40 pages', async () => {
  expect(await pagesRead((page) => Number(page ?? 1) + 1)).toBe(40);
});
