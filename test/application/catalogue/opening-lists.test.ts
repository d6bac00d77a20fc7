import { type Arrangement, AS_SENT } from '../../../src/domain/catalogue/arrangement.ts';
import { describe, expect, test } from 'vitest';
import { NOBODY, userId } from '../../../src/domain/account/user.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { ListPreferences } from '../../../src/application/catalogue/list-preferences.ts';
import { Lists, type ListSource } from '../../../src/application/catalogue/lists.ts';
import { type Identified } from '../../../src/application/catalogue/paged-list.ts';
import type { MemoryCall } from '../../../src/adapters/memory/memory-content.ts';
import {
  categoryId,
  ContentType,
  contentId,
  narratorId,
  topicId,
} from '../../../src/domain/catalogue/content.ts';
import { failed, ok } from '../../../src/domain/result.ts';
import type { FavoriteKind } from '../../../src/domain/favorites.ts';
import { Harness } from '../../harness.ts';
import { SUBSCRIBER, title } from '../titles.ts';

const LISTS: readonly (readonly [string, (lists: Lists) => ListSource<Identified>, MemoryCall])[] = [
  ['new releases', ({ newReleases }) => newReleases, 'catalogue.newReleases'],
  ['recommended titles', ({ recommended }) => recommended, 'catalogue.recommended'],
  ['trending titles', ({ trending }) => trending, 'catalogue.trending'],
  ['discounted titles', ({ discounted }) => discounted, 'catalogue.discounted'],
  ['curated collections', ({ curatedCollections }) => curatedCollections, 'catalogue.curatedCollections'],
  ['quick listens', ({ quickListens }) => quickListens, 'catalogue.quickListens'],
  ['recently listened titles', ({ recentlyListened }) => recentlyListened, 'playback.activeContent'],
  ['purchased titles', ({ purchased }) => purchased, 'users.purchased'],
  ['the library', ({ library }) => library, 'catalogue.library'],
  ['authors', ({ authors }) => authors, 'catalogue.authors'],
  ['followed authors', ({ favoriteAuthors }) => favoriteAuthors, 'favorites.authors'],
  ['favourite audios', (lists) => lists.favorites('audios'), 'favorites.contents'],
  [
    'the content of a category and a topic',
    (lists) => lists.categoryTopic(categoryId('fiction'), topicId('sea')),
    'catalogue.contentOfCategoryAndTopic',
  ],
];

/** One favourite of each content type. */
const favorites = [
  ContentType.DEFAULT,
  ContentType.AUDIOBOOK,
  ContentType.AUDIOBOOK_WITH_CHAPTERS,
  ContentType.PODCAST,
  ContentType.PODCAST_EPISODE,
  ContentType.CURATED_COLLECTION,
  ContentType.COLLECTION_TRACK,
].map((type) => title({ id: contentId(`type-${type}`), type, isFavorite: true }));

describe('the lists by name', () => {
  test.each(LISTS)('%s: one request of its own (CAT-16)', async (_name, list, call) => {
    const harness = new Harness({ items: favorites, user: SUBSCRIBER });
    expect(await list(harness.get(Lists))(null, AS_SENT)).toMatchObject({ ok: true });
    expect(harness.api.faults.calls).toEqual([call]);
  });

  test.each<readonly [FavoriteKind, readonly number[]]>([
    ['audios', [0, 1, 2]],
    ['podcasts', [3, 4]],
    ['collections', [5, 6]],
  ])('favourite %s are those of their content types', async (kind, types) => {
    const harness = new Harness({ items: favorites, user: SUBSCRIBER });
    const opened = harness.get(Lists).open(harness.get(Lists).favorites(kind));
    await opened.loadMore();
    expect(opened.list.items.map((item) => item.type).toSorted((one, other) => one - other)).toEqual(types);
  });

  test('the library loads page by page to its last title (FAV-16)', async () => {
    const saved = Array.from({ length: 60 }, (_, number) =>
      title({ id: contentId(`saved-${number}`), isFavorite: true }),
    );
    const harness = new Harness({ items: saved, user: SUBSCRIBER });
    const opened = harness.get(Lists).open(harness.get(Lists).library);
    await opened.loadRest();
    expect(opened.list.items).toHaveLength(60);
  });

  test('favourites that cannot be loaded are a failure, not an empty list (FAV-15)', async () => {
    const harness = new Harness({ items: favorites, user: SUBSCRIBER });
    harness.api.faults.failNext('favorites.contents', 'server');
    expect(await harness.get(Lists).favorites('audios')(null, AS_SENT)).toEqual({
      ok: false,
      error: { kind: 'server' },
    });
  });

  test('a retry leaves the list failed until its page has loaded', async () => {
    const harness = new Harness({ items: favorites, user: SUBSCRIBER });
    harness.api.faults.failNext('favorites.contents', 'server');
    const opened = harness.get(Lists).open(harness.get(Lists).favorites('audios'));
    await opened.loadMore();
    harness.api.faults.failNext('favorites.contents', 'server');
    const again = opened.retry();
    expect(opened.list.phase).toBe('failed');
    await again;
    expect(opened.list.phase).toBe('failed');
    const last = opened.retry();
    expect(opened.list.phase).toBe('failed');
    await last;
    expect(opened.list.phase).toBe('loaded');
    expect(opened.list.items).toHaveLength(3);
  });
});

describe('a list that is refreshed', () => {
  const PAGE = 15;

  /** Forty titles in pages of fifteen. Two pages have loaded. `becomes` changes what later requests return. */
  const opened = async () => {
    const harness = new Harness({ items: [], user: SUBSCRIBER });
    let now: 'unchanged' | 'bought' | 'unreachable' = 'unchanged';
    const all = Array.from({ length: 40 }, (_, at) => title({ id: contentId(`title-${at}`) }));
    const list = harness.get(Lists).open(async (key) => {
      if (now === 'unreachable') return failed({ kind: 'server' });
      const start = Number(key ?? 0);
      const items = all
        .slice(start, start + PAGE)
        .map((item) => ({ ...item, isPurchased: now === 'bought' }));
      return ok({ items, next: start + PAGE < all.length ? start + PAGE : null });
    });
    await list.loadMore();
    await list.loadMore();
    return {
      list,
      becomes: (later: typeof now) => {
        now = later;
      },
    };
  };

  test('replaces as many items as it had, and continues from there (CAT-26)', async () => {
    const { list, becomes } = await opened();
    const before = list.list.items;
    expect(before).toHaveLength(2 * PAGE);
    becomes('bought');
    await list.refresh();
    expect(list.list.items.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(list.list.items.every(({ isPurchased }) => isPurchased)).toBe(true);
    await list.loadRest();
    expect(list.list.items).toHaveLength(40);
  });

  test('keeps its items if the refresh fails (CAT-26)', async () => {
    const { list, becomes } = await opened();
    const before = list.list.items;
    becomes('unreachable');
    await list.refresh();
    expect(list.list.items).toBe(before);
    expect(list.list.phase).toBe('loaded');
  });
});

describe('a sorted and filtered list (CAT-233, CAT-234)', () => {
  const narrators = ['Rolf Berg', 'Ana'].map((name) => ({ id: narratorId(name), name }));
  const items = ['b', 'c', 'a'].map((name, at) =>
    title({ id: contentId(name), title: name, narrators: narrators.slice(at % 2, (at % 2) + 1) }),
  );
  const opened = async (arrangement: Arrangement, arranges = true) => {
    const harness = new Harness({ items, user: SUBSCRIBER, arranges });
    const lists = harness.get(Lists);
    const list = lists.open(lists.newReleases, arrangement);
    await list.loadMore();
    return { harness, list };
  };
  const ids = (list: { readonly list: { readonly items: readonly { readonly id: string }[] } }) =>
    list.list.items.map(({ id }) => id);

  test('asks once for what is offered', async () => {
    const { harness, list } = await opened({ sort: '-title', filters: { narrator: ['Rolf Berg'] } });
    expect(ids(list)).toEqual(['b', 'a']);
    expect(harness.api.faults.calls).toHaveLength(1);
  });

  test('ignores what an old link names and is no longer offered', async () => {
    const old = { sort: 'mood', filters: { narrator: ['Nobody', 'Ana'], mood: ['calm'] } };
    const { list } = await opened(old);
    expect(ids(list)).toEqual(['c']);
    expect(list.list.arrangement).toEqual({ sort: null, filters: { narrator: ['Ana'] } });
  });

  test('keeps what only this browser knows, also beside an old filter (CAT-206)', async () => {
    const { harness, list } = await opened({ sort: null, filters: { downloaded: ['yes'], mood: ['calm'] } });
    expect(ids(list)).toEqual(['b', 'c', 'a']);
    expect(list.list.arrangement.filters).toEqual({ downloaded: ['yes'] });
    await list.refresh();
    expect(harness.api.faults.calls).toHaveLength(3);
  });

  test.each([
    ['offers nothing', null],
    ['refuses the call', 'rejected'],
  ] as const)('shows the list as it is, if the provider %s', async (_case, failure) => {
    const harness = new Harness({ items, user: SUBSCRIBER });
    if (failure !== null) harness.api.faults.failNext('catalogue.newReleases', failure);
    const lists = harness.get(Lists);
    const list = lists.open(lists.newReleases, { sort: 'title', filters: {} });
    await list.loadMore();
    expect([ids(list), list.list.arrangement, list.list.offered]).toEqual([['b', 'c', 'a'], AS_SENT, null]);
  });

  test('a failure of the network is no reason to forget the filters', async () => {
    const harness = new Harness({ items, user: SUBSCRIBER, arranges: true });
    harness.api.faults.failNext('catalogue.newReleases', 'unreachable');
    const lists = harness.get(Lists);
    const list = lists.open(lists.newReleases, { sort: 'title', filters: {} });
    await list.loadMore();
    await list.retry();
    expect(ids(list)).toEqual(['a', 'b', 'c']);
  });
});

test('a listener finds each page sorted as before, and another listener does not (CAT-237)', () => {
  const store = new MemoryKeyValueStore();
  const of = (name: string) => new ListPreferences(store, { user: { ...NOBODY, id: userId(name) } });
  const byTitle = { sort: 'title', filters: { language: ['en', 'fi'] } };
  of('mine').remember('/library', byTitle);
  expect(of('mine').recall('/library')).toEqual({ sort: 'title', 'filter.language': ['en', 'fi'] });
  expect([of('mine').recall('/trending'), of('other').recall('/library')]).toEqual([null, null]);
  of('mine').remember('/library', AS_SENT);
  expect(of('mine').recall('/library')).toBeNull();
  store.set('lists:mine', '[["/library", {"sort": 5}], 7, ["/trending", {"sort": "added"}]]');
  expect([of('mine').recall('/library'), of('mine').recall('/trending')]).toEqual([null, { sort: 'added' }]);
  store.set('lists:mine', '{');
  expect(of('mine').recall('/library')).toBeNull();
});
