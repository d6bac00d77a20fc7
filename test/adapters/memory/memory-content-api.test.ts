import { describe, expect, test } from 'vitest';

import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryContentApi } from '../../../src/adapters/memory/memory-content-api.ts';
import type { MemoryContentSeed } from '../../../src/adapters/memory/memory-content.ts';
import { authorId, contentId, ContentType } from '../../../src/domain/catalogue/content.ts';
import type { ContentItem } from '../../../src/domain/catalogue/content.ts';
import { PAGE_SIZES, QUICK_LISTEN_LIMIT } from '../../../src/domain/catalogue/limits.ts';
import { DEFAULT_SPEED } from '../../../src/domain/playback/speed.ts';
import { milliseconds, seconds } from '../../../src/domain/time.ts';
import { NOBODY, userId } from '../../../src/domain/account/user.ts';
import type { ApiResult } from '../../../src/ports/content-api.ts';
import { PLAIN_ITEM } from '../../arbitraries/content.ts';
import { MEMORY_CATALOGUE } from '../../contract/content-api/memory-catalogue.ts';

const item = (id: string, changes: Partial<ContentItem> = {}): ContentItem => ({
  ...PLAIN_ITEM,
  id: contentId(id),
  title: id,
  ...changes,
});

const many = (count: number, changes: Partial<ContentItem> = {}): readonly ContentItem[] =>
  Array.from({ length: count }, (_, at) => item(`item-${at + 1}`, changes));

const apiOf = (seed: MemoryContentSeed) => new MemoryContentApi(seed, new MemoryClock());

const valueOf = async <Value>(pending: Promise<ApiResult<Value>>): Promise<Value> => {
  const result = await pending;
  if (!result.ok) throw new Error(`failed as ${result.error.kind}`);
  return result.value;
};

const idsOf = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id);

const positionReport = (id: string, position: number) => ({
  id: contentId(id),
  contentType: ContentType.AUDIOBOOK,
  speed: DEFAULT_SPEED,
  lastPosition: milliseconds(position),
});

describe('the catalogue in memory', () => {
  test('has only the given titles', async () => {
    const api = apiOf({ items: [] });
    expect(await valueOf(api.catalogue.browse())).toEqual({
      newReleases: [],
      discounts: [],
      trending: [],
      curatedCollections: [],
      categories: [],
      authors: [],
      quickListens: [],
    });
    expect(await valueOf(api.catalogue.topics(10))).toEqual([]);
    expect(await valueOf(api.catalogue.podcastEpisodes(contentId('x'), null))).toEqual({
      items: [],
      next: null,
    });
    expect(await valueOf(api.catalogue.collectionTracks(contentId('x')))).toEqual({ items: [], next: null });
    expect(await api.catalogue.random()).toEqual({ ok: false, error: { kind: 'not-found' } });
    expect(await valueOf(api.favorites.contents({ podcasts: false }, null))).toEqual({
      items: [],
      next: null,
    });
    expect(await valueOf(api.users.me())).toEqual(NOBODY);
    expect([api.playback.reports, api.playback.royalties]).toEqual([[], []]);
    expect([api.users.loginAttempts, api.users.passwordResets]).toEqual([[], []]);
  });

  test('has at most a page of titles on a shelf', async () => {
    const authors = Array.from({ length: 20 }, (_, at) => ({
      id: authorId(`author-${at}`),
      name: `${at}`,
      imageUrl: null,
    }));
    const api = apiOf({ items: many(20, { runTime: seconds(60) }), authors });
    const shelves = await valueOf(api.catalogue.browse());
    for (const shelf of ['newReleases', 'trending', 'quickListens'] as const) {
      expect(shelves[shelf], shelf).toHaveLength(PAGE_SIZES.trending);
    }
    expect(shelves.authors).toHaveLength(PAGE_SIZES.authors);
    expect(await valueOf(api.catalogue.forYou())).toHaveLength(PAGE_SIZES.recommended);
    expect((await valueOf(api.catalogue.authors(2))).items).toHaveLength(20 - PAGE_SIZES.authors);
  });

  test.each(['discounted', 'quickListens', 'curatedCollections'] as const)(
    'lists only the titles that belong to %s',
    async (list) => {
      const api = apiOf({
        items: [
          item('plain'),
          item('long', { runTime: seconds(QUICK_LISTEN_LIMIT + 1) }),
          item('quickListens', { runTime: QUICK_LISTEN_LIMIT }),
          item('discounted', { discount: { ...PLAIN_ITEM.discount, price: 0.01 } }),
          item('curatedCollections', { type: ContentType.CURATED_COLLECTION }),
        ],
      });
      const shelves = await valueOf(api.catalogue.browse());
      expect(idsOf((await valueOf(api.catalogue[list](null))).items)).toEqual([list]);
      const shelf = list === 'discounted' ? 'discounts' : list;
      expect(idsOf(shelves[shelf])).toEqual([list]);
    },
  );

  test('has no next page after a page that is just full', async () => {
    const api = apiOf({
      items: many(PAGE_SIZES.trending),
      episodes: new Map([[contentId('podcast'), many(PAGE_SIZES.podcastEpisodes * 2)]]),
    });
    expect((await valueOf(api.catalogue.trending(null))).next).toBeNull();
    const first = await valueOf(api.catalogue.podcastEpisodes(contentId('podcast'), null));
    expect(first.next).toBe(2);
    const second = await valueOf(api.catalogue.podcastEpisodes(contentId('podcast'), first.next));
    expect([second.items.length, second.next]).toEqual([PAGE_SIZES.podcastEpisodes, null]);
  });

  test('returns the first page for a page before it', async () => {
    const api = apiOf({ items: many(2) });
    expect((await valueOf(api.catalogue.trending(0))).items).toHaveLength(2);
    expect((await valueOf(api.catalogue.search({ term: 'item', category: null }, -3))).items).toHaveLength(2);
  });

  describe('in a search', () => {
    const author = { id: authorId('a'), name: 'Ines Odum' };
    const narrator = { id: authorId('b'), name: 'Bram Sato' };
    const api = apiOf({
      items: [
        item('1', { title: 'Slow Évening rain', authors: [author, narrator], categories: ['Rest'] }),
        item('2', { title: 'Evening rain 42', categories: ['Wander'] }),
        item('3', { title: 'Morning, rainbow', authors: [narrator] }),
      ],
    });
    const found = async (term: string, category: string | null = null) =>
      idsOf((await valueOf(api.catalogue.search({ term, category }, null))).items);

    test.each([
      ['rain', ['1', '2', '3']],
      ['RAIN evening', ['2']],
      ['éven', ['1']],
      ['ines', ['1']],
      ['sato', ['1', '3']],
      ['4', ['2']],
      ['2', []],
      ['ain', []],
      ['rain snow', []],
      ['ening', []],
      ['odumbram', []],
      ['ndefined', []],
      ['Stryker', []],
      ['', []],
      ['%', []],
      [' , rainb.', ['3']],
    ])('finds titles by the starts of all words of %j', async (term, ids) => {
      expect(await found(term)).toEqual(ids);
    });

    test('finds titles in a category', async () => {
      expect(await found('rain', 'Rest')).toEqual(['1']);
      expect(await found('rain', 'Nothing')).toEqual([]);
    });

    test('returns pages', async () => {
      const three = apiOf({ items: many(3) });
      const query = { term: 'item', category: null };
      expect(await valueOf(three.catalogue.search(query, null))).toMatchObject({ next: null });
      const four = apiOf({ items: many(4) });
      expect((await valueOf(four.catalogue.search(query, null))).next).toBe(3);
      const rest = await valueOf(four.catalogue.search(query, 3));
      expect([idsOf(rest.items), rest.next]).toEqual([['item-4'], null]);
    });
  });

  test("lists an author's titles, also those with other authors", async () => {
    const ines = { id: authorId('a'), name: 'Ines Odum', imageUrl: null };
    const bram = { id: authorId('b'), name: 'Bram Sato', imageUrl: null };
    const api = apiOf({
      items: [item('hers', { authors: [ines] }), item('theirs', { authors: [bram, ines] }), item('nobodys')],
      authors: [bram, ines],
    });
    expect(idsOf((await valueOf(api.catalogue.author(ines.id))).items)).toEqual(['hers', 'theirs']);
    expect(idsOf((await valueOf(api.catalogue.author(bram.id))).items)).toEqual(['theirs']);
  });

  test('marks favourites on a title, its tracks and its children', async () => {
    const track = item('track', { isFavorite: true });
    const api = apiOf({
      items: [item('collection', { tracks: [track, item('other')] })],
      episodes: new Map([[contentId('podcast'), [item('episode', { isFavorite: true }), item('late')]]]),
    });
    const { tracks } = await valueOf(api.catalogue.content(contentId('collection')));
    // A track that is in no list is not a favourite until it is saved.
    expect(tracks.map(({ isFavorite }) => isFavorite)).toEqual([false, false]);
    const episodes = await valueOf(api.catalogue.podcastEpisodes(contentId('podcast'), null));
    expect(episodes.items.map(({ isFavorite }) => isFavorite)).toEqual([true, false]);
    expect(idsOf((await valueOf(api.favorites.contents({ podcasts: false }, null))).items)).toEqual([
      'episode',
    ]);
  });

  test('has saved, purchased and played titles in the library', async () => {
    const api = apiOf({
      items: [item('saved'), item('bought', { isPurchased: true }), item('played'), item('no')],
    });
    await api.favorites.saveContent(contentId('saved'), true);
    await api.playback.reportPlayback([positionReport('played', 1000)]);
    expect(await valueOf(api.catalogue.library(null))).toMatchObject({ next: null });
    expect(idsOf((await valueOf(api.catalogue.library(null))).items)).toEqual(['saved', 'bought', 'played']);
  });
});

describe('favourites in memory', () => {
  test('exist only for existing titles', async () => {
    const api = apiOf(MEMORY_CATALOGUE);
    const missing = { ok: false, error: { kind: 'not-found' } };
    expect(await api.favorites.saveContent(contentId('nothing'), true)).toEqual(missing);
    expect(await api.favorites.saveAuthor(authorId('nothing'), true)).toEqual(missing);
    api.content.favorites.add(contentId('gone'));
    expect((await valueOf(api.favorites.contents({ podcasts: false }, null))).items).toEqual([]);
  });

  test('count episodes as podcasts', async () => {
    const api = apiOf(MEMORY_CATALOGUE);
    await api.favorites.saveContent(contentId('episode-1'), true);
    expect(idsOf((await valueOf(api.favorites.contents({ podcasts: true }, null))).items)).toEqual([
      'episode-1',
    ]);
  });
});

describe('playing in memory', () => {
  test('records playback and royalty reports', async () => {
    const api = apiOf(MEMORY_CATALOGUE);
    const [one, other] = [positionReport('short-1', 1000), positionReport('short-2', 2000)];
    await api.playback.reportPlayback([one]);
    await api.playback.reportPlayback([other]);
    expect(api.playback.reports).toEqual([one, other]);
    const received = { contentId: contentId('short-1'), duration: milliseconds(4200) };
    await api.playback.reportRoyalty([received]);
    await api.playback.reportRoyalty([received]);
    expect(api.playback.royalties).toEqual([received, received]);
  });

  test('lists active titles, the last played first', async () => {
    const clock = new MemoryClock();
    const api = new MemoryContentApi(MEMORY_CATALOGUE, clock);
    for (const id of ['short-1', 'gone', 'short-2', 'short-3', 'short-1']) {
      await api.playback.reportPlayback([positionReport(id, 1000)]);
    }
    const record = await valueOf(api.playback.playbackRecord(contentId('short-3')));
    expect(record).toEqual({
      isActive: true,
      type: ContentType.AUDIOBOOK,
      chapterIndex: null,
      position: seconds(1),
      speed: DEFAULT_SPEED,
      updatedAt: clock.now(),
    });
    if (record !== null) api.content.records.set(contentId('short-3'), { ...record, isActive: false });
    expect(idsOf((await valueOf(api.playback.activeContent(null))).items)).toEqual(['short-1', 'short-2']);
  });

  test('returns an address with a token', async () => {
    const api = apiOf({ items: [] });
    expect(await valueOf(api.playback.tokenize('/a.mp3?x=1'))).toBe(
      'https://media.invalid/a.mp3?x=1&token=memory',
    );
    expect(await valueOf(api.playback.tokenize('https://cdn.invalid/a.mp3'))).toBe(
      'https://cdn.invalid/a.mp3?token=memory',
    );
  });
});

describe('the listener in memory', () => {
  test('is the last created account', async () => {
    const api = apiOf(MEMORY_CATALOGUE);
    await api.users.createAccount({ email: 'wren@listener.test', name: 'Wren' });
    expect(await valueOf(api.users.me())).toEqual({
      id: userId('wren@listener.test'),
      email: 'wren@listener.test',
      name: 'Wren',
      paymentDetails: null,
    });
  });

  test('has records of sign-ins and password resets', async () => {
    const api = apiOf(MEMORY_CATALOGUE);
    const attempts = [
      { email: 'a@listener.test', success: false },
      { email: 'a@listener.test', success: true },
    ];
    for (const attempt of attempts) await api.users.recordLoginAttempt(attempt);
    for (const email of ['a@listener.test', 'b@listener.test']) await api.users.requestPasswordReset(email);
    expect(api.users.loginAttempts).toEqual(attempts);
    expect(api.users.passwordResets).toEqual(['a@listener.test', 'b@listener.test']);
  });

  test('has purchased the marked titles', async () => {
    const api = apiOf({ items: [item('no'), item('yes', { isPurchased: true })] });
    expect(idsOf((await valueOf(api.users.purchased(null))).items)).toEqual(['yes']);
  });
});
