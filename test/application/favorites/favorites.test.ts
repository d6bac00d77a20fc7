import { describe, expect, test } from 'vitest';
import { FavoriteToggle } from '../../../src/application/favorites/favorite-toggle.ts';
import { FavoritesState } from '../../../src/application/favorites/favorites-state.ts';
import { MESSAGES } from '../../../src/application/notices-state.ts';
import { SignOut } from '../../../src/application/session/sign-out.ts';
import { type Author, authorId } from '../../../src/domain/catalogue/content.ts';
import { ok } from '../../../src/domain/result.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import type { PageKey } from '../../../src/ports/content-api.ts';
import { Harness } from '../../harness.ts';
import { PODCAST, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

const author = (name: string): Author => ({ id: authorId(name), name, imageUrl: null });

const AMARA = author('amara');

const at = (authors: readonly Author[] = [AMARA]): Harness => {
  const harness = new Harness({ items: [QUIET_MIND, PODCAST], authors, user: SUBSCRIBER });
  harness.user.setUser(SUBSCRIBER);
  return harness;
};

/** The events that analytics and messaging recorded, each in order. */
const recorded = ({ analytics, messaging }: Harness) => [analytics.events, messaging.events];

type Case = {
  readonly name: string;
  readonly call: 'favorites.saveContent' | 'favorites.saveAuthor';
  readonly press: (harness: Harness) => Promise<void>;
  readonly isFavorite: (harness: Harness) => boolean;
  readonly isSaving: (harness: Harness) => boolean;
  /** What the provider has stored. */
  readonly isStored: (harness: Harness) => boolean;
  readonly event: unknown;
  readonly logged: object;
};

const CASES: readonly Case[] = [
  {
    name: 'a title',
    call: 'favorites.saveContent',
    press: async (harness) => harness.get(FavoriteToggle).toggleTitle(QUIET_MIND),
    isFavorite: (harness) => harness.get(FavoritesState).isFavorite(QUIET_MIND),
    isSaving: (harness) => harness.get(FavoritesState).isSaving(QUIET_MIND.id),
    isStored: ({ api }) => api.content.favorites.has(QUIET_MIND.id),
    event: {
      name: 'Moved to Library',
      properties: { content_id: QUIET_MIND.id, content_type: QUIET_MIND.type },
    },
    logged: { message: 'A favourite was not saved', details: { kind: 'server', content: QUIET_MIND.id } },
  },
  {
    name: 'a podcast',
    call: 'favorites.saveContent',
    press: async (harness) => harness.get(FavoriteToggle).toggleTitle(PODCAST),
    isFavorite: (harness) => harness.get(FavoritesState).isFavorite(PODCAST),
    isSaving: (harness) => harness.get(FavoritesState).isSaving(PODCAST.id),
    isStored: ({ api }) => api.content.favorites.has(PODCAST.id),
    event: { name: 'Follow Button Clicked', properties: { content_id: PODCAST.id } },
    logged: { message: 'A favourite was not saved', details: { kind: 'server', content: PODCAST.id } },
  },
  {
    name: 'an author',
    call: 'favorites.saveAuthor',
    press: async (harness) => harness.get(FavoriteToggle).toggleAuthor(AMARA.id),
    isFavorite: (harness) => harness.get(FavoritesState).isFollowed(AMARA.id) === true,
    isSaving: (harness) => harness.get(FavoritesState).isSaving(AMARA.id),
    isStored: ({ api }) => api.content.favoriteAuthors.has(AMARA.id),
    event: { name: 'Follow Button Clicked', properties: { author_id: AMARA.id } },
    logged: { message: 'A follow was not saved', details: { kind: 'server', author: AMARA.id } },
  },
];

describe.each(CASES)('saving $name', ({ call, press, isFavorite, isSaving, isStored, event, logged }) => {
  test('changes the state and is recorded after the save has succeeded, not before (FAV-8, ANA-20, ANA-21, MSG-11)', async () => {
    const harness = at();
    harness.api.faults.delay = milliseconds(1_000);
    const saving = press(harness);
    await harness.passes(0.9);
    expect(isSaving(harness)).toBe(true);
    expect(isFavorite(harness)).toBe(false);
    expect(recorded(harness)).toEqual([[], []]);
    await harness.passes(0.1);
    await saving;
    expect(isSaving(harness)).toBe(false);
    expect(isFavorite(harness)).toBe(true);
    expect(isStored(harness)).toBe(true);
    expect(recorded(harness)).toEqual([[event], [event]]);
    expect(harness.notices).toEqual([]);
  });

  test('sends one request, however often the button is pressed meanwhile (FAV-6)', async () => {
    const harness = at();
    harness.api.faults.delay = milliseconds(1_000);
    void press(harness);
    await harness.passes(0.5);
    void press(harness);
    await harness.passes(2);
    expect(harness.api.faults.calls).toEqual([call]);
    expect(isFavorite(harness)).toBe(true);
    expect(recorded(harness)).toEqual([[event], [event]]);
  });

  test('does not affect the next listener, if this one signed out meanwhile (FAV-14)', async () => {
    const harness = at();
    harness.api.faults.delay = milliseconds(1_000);
    const saving = press(harness);
    harness.get(SignOut).end();
    await harness.passes(2);
    await saving;
    expect(isStored(harness)).toBe(true);
    expect(isFavorite(harness)).toBe(false);
    expect(recorded(harness)).toEqual([[], []]);
  });

  test('and removing it again is not recorded (FAV-8)', async () => {
    const harness = at();
    await press(harness);
    await press(harness);
    expect(harness.api.faults.calls).toEqual([call, call]);
    expect(isFavorite(harness)).toBe(false);
    expect(isStored(harness)).toBe(false);
    expect(recorded(harness)).toEqual([[event], [event]]);
  });

  test('that fails changes nothing, shows an alert, and can be repeated (FAV-7)', async () => {
    const harness = at();
    harness.api.faults.failNext(call, 'server');
    await press(harness);
    expect(isFavorite(harness)).toBe(false);
    expect(isSaving(harness)).toBe(false);
    expect(harness.notices).toEqual([MESSAGES.saveFailed]);
    expect(harness.log.entries).toEqual([{ level: 'warn', ...logged }]);
    expect(recorded(harness)).toEqual([[], []]);
    await press(harness);
    expect(isFavorite(harness)).toBe(true);
    harness.api.faults.failNext(call, 'server');
    await press(harness);
    expect(isFavorite(harness), 'a favourite stays a favourite').toBe(true);
  });
});

describe('whether the listener follows an author', () => {
  const loadFollowed = async (harness: Harness): Promise<FavoritesState> => {
    await harness.get(FavoriteToggle).loadFollowed(AMARA.id);
    return harness.get(FavoritesState);
  };

  test('does not affect the next listener, if this one signed out before it was loaded (FAV-14)', async () => {
    const harness = at();
    harness.api.content.favoriteAuthors.add(AMARA.id);
    harness.api.faults.delay = milliseconds(1_000);
    const loading = loadFollowed(harness);
    harness.get(SignOut).end();
    await harness.passes(2);
    expect((await loading).isFollowed(AMARA.id)).toBeNull();
  });

  test('is unknown before it was loaded, and after a failure', async () => {
    const harness = at();
    harness.api.content.favoriteAuthors.add(AMARA.id);
    expect(harness.get(FavoritesState).isFollowed(AMARA.id)).toBeNull();
    harness.api.faults.failNext('favorites.authors', 'server');
    expect((await loadFollowed(harness)).isFollowed(AMARA.id)).toBeNull();
    expect((await loadFollowed(harness)).isFollowed(AMARA.id)).toBe(true);
  });

  test('changes to no at the next press, if the list contains the author', async () => {
    const harness = at();
    harness.api.content.favoriteAuthors.add(AMARA.id);
    await loadFollowed(harness);
    await harness.get(FavoriteToggle).toggleAuthor(AMARA.id);
    expect(harness.api.content.favoriteAuthors.has(AMARA.id)).toBe(false);
    expect(recorded(harness)).toEqual([[], []]);
  });

  test('follows the last press, also if an older list arrives later (FAV-13)', async () => {
    const harness = at();
    harness.api.content.favoriteAuthors.add(AMARA.id);
    await loadFollowed(harness);
    await harness.get(FavoriteToggle).toggleAuthor(AMARA.id);
    harness.get(FavoritesState).setFollowedAuthors([AMARA.id]);
    expect(harness.get(FavoritesState).isFollowed(AMARA.id)).toBe(false);
  });
});

const authorOf = (number: number): Author => ({
  id: authorId(`author-${number}`),
  name: `Author ${number}`,
  imageUrl: null,
});

/** A listener who follows the first `count` of eighty authors. */
const following = (count: number): Harness => {
  const authors = Array.from({ length: 80 }, (_, at) => authorOf(at + 1));
  const harness = new Harness({ items: [], authors, user: SUBSCRIBER });
  for (const { id } of authors.slice(0, count)) harness.api.content.favoriteAuthors.add(id);
  return harness;
};

const pageRequests = (harness: Harness): number =>
  harness.api.faults.calls.filter((call) => call === 'favorites.authors').length;

const isFollowed = (harness: Harness, number: number): boolean | null =>
  harness.get(FavoritesState).isFollowed(authorOf(number).id);

test.each([
  ['on the first page', 25, 1],
  ['on the second page', 26, 2],
  ['on the last page', 80, 4],
])('a followed author %s is found, and no further page is requested (FAV-11)', async (_, number, pages) => {
  const harness = following(80);
  await harness.get(FavoriteToggle).loadFollowed(authorOf(number).id);
  expect(isFollowed(harness, number)).toBe(true);
  expect(pageRequests(harness)).toBe(pages);
});

test('an author who is not followed is searched for to the end of the list (FAV-11)', async () => {
  const harness = following(60);
  await harness.get(FavoriteToggle).loadFollowed(authorOf(70).id);
  expect(isFollowed(harness, 70)).toBeNull();
  expect(pageRequests(harness)).toBe(3);
});

test('a page that fails ends the search, and the earlier pages count (FAV-12)', async () => {
  const harness = following(80);
  const loading = harness.get(FavoriteToggle).loadFollowed(authorOf(80).id);
  harness.api.faults.failNext('favorites.authors', 'server');
  await loading;
  expect(pageRequests(harness)).toBe(2);
  expect([isFollowed(harness, 25), isFollowed(harness, 80)]).toEqual([true, null]);
});

test('the search ends when the page is left (FAV-12)', async () => {
  const harness = following(80);
  harness.api.faults.delay = milliseconds(1_000);
  const left = new AbortController();
  void harness.get(FavoriteToggle).loadFollowed(authorOf(80).id, left.signal);
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
    return Promise.resolve(ok({ items: [authorOf(pages)], next: nextOf(page) }));
  };
  await harness.get(FavoriteToggle).loadFollowed(authorId('nobody'));
  return pages;
};

test('a repeated key ends the list (CAT-22, FAV-12)', async () => {
  expect(await pagesRead(() => 2)).toBe(2);
});

test('a list without an end is read for 40 pages (FAV-11)', async () => {
  expect(await pagesRead((page) => Number(page ?? 1) + 1)).toBe(40);
});
