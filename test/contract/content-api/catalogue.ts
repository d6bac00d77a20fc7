import { expect, test } from 'vitest';

import type { Arrangement } from '../../../src/domain/catalogue/arrangement.ts';
import {
  authorId,
  categoryId,
  contentId,
  ContentType,
  narratorId,
  seriesId,
  topicId,
  QUICK_LISTEN_LIMIT,
} from '../../../src/domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../../src/domain/catalogue/page-sizes.ts';
import type { Catalogue, ContentGroup } from '../../../src/ports/content-api.ts';
import {
  everything,
  idsOf,
  known,
  testOf,
  valueOf,
  type CallsOf,
  type ProviderUnderTest,
  type Query,
} from './suite.ts';
import {
  namedPage,
  itemPage,
  mapped,
  pageIn,
  arrangementIn,
  wireItem,
  wireNamed,
  wireWithContent,
} from './wire.ts';

const ARRANGED: Arrangement = { sort: '-title', filters: { language: ['en', 'pt-BR'], narrator: ['A & B'] } };
const ARRANGED_QUERY = 'sort=-title&filter.language=en&filter.language=pt-BR&filter.narrator=A+%26+B';

const CATEGORY = categoryId('rest');
const TOPIC = topicId('sleep');

/** The HTTP requests and responses of the calls of `Catalogue`. */
export const CATALOGUE_CALLS: CallsOf<Catalogue> = {
  browse: {
    route: 'GET /browse',
    examples: [[async (catalogue) => catalogue.browse(), '/browse']],
    respond: async (catalogue) =>
      mapped(catalogue.browse(), (shelves) => ({
        new_releases: shelves.newReleases.map(wireItem),
        discounts: shelves.discounts.map(wireItem),
        trending: shelves.trending.map(wireItem),
        curated_collections: shelves.curatedCollections.map(wireItem),
        categories: shelves.categories.map(wireNamed),
        authors: shelves.authors.map(wireNamed),
        quick_listens: shelves.quickListens.map(wireItem),
      })),
  },
  forYou: {
    route: 'GET /for-you',
    examples: [[async (catalogue) => catalogue.forYou(), '/for-you']],
    respond: async (catalogue) =>
      mapped(catalogue.forYou(), (items) => ({ recommended: items.map(wireItem) })),
  },
  recommended: {
    route: 'GET /for-you/recommended',
    examples: [
      [async (catalogue) => catalogue.recommended(null), '/for-you/recommended?limit=15&next_page=1'],
      [
        async (catalogue) => catalogue.recommended(2, ARRANGED),
        `/for-you/recommended?limit=15&next_page=2&${ARRANGED_QUERY}`,
      ],
    ],
    respond: async (catalogue, { query }) =>
      itemPage(catalogue.recommended(pageIn(query), arrangementIn(query))),
  },
  newReleases: {
    route: 'GET /new-releases',
    examples: [
      [async (catalogue) => catalogue.newReleases(null), '/new-releases?limit=15&next_page=1'],
      [
        async (catalogue) => catalogue.newReleases(2, ARRANGED),
        `/new-releases?limit=15&next_page=2&${ARRANGED_QUERY}`,
      ],
    ],
    respond: async (catalogue, { query }) =>
      itemPage(catalogue.newReleases(pageIn(query), arrangementIn(query))),
  },
  trending: {
    route: 'GET /trending',
    examples: [
      [async (catalogue) => catalogue.trending('abc'), '/trending?limit=15&next_page=abc'],
      [
        async (catalogue) => catalogue.trending(2, ARRANGED),
        `/trending?limit=15&next_page=2&${ARRANGED_QUERY}`,
      ],
    ],
    respond: async (catalogue, { query }) =>
      itemPage(catalogue.trending(pageIn(query), arrangementIn(query))),
  },
  discounted: {
    route: 'GET /content/discounted',
    examples: [
      [async (catalogue) => catalogue.discounted(3), '/content/discounted?limit=15&next_page=3'],
      [
        async (catalogue) => catalogue.discounted(2, ARRANGED),
        `/content/discounted?limit=15&next_page=2&${ARRANGED_QUERY}`,
      ],
    ],
    respond: async (catalogue, { query }) =>
      itemPage(catalogue.discounted(pageIn(query), arrangementIn(query))),
  },
  quickListens: {
    route: 'GET /quick-listens',
    examples: [
      [async (catalogue) => catalogue.quickListens(null), '/quick-listens?limit=15&next_page=1'],
      [
        async (catalogue) => catalogue.quickListens(2, ARRANGED),
        `/quick-listens?limit=15&next_page=2&${ARRANGED_QUERY}`,
      ],
    ],
    respond: async (catalogue, { query }) =>
      itemPage(catalogue.quickListens(pageIn(query), arrangementIn(query))),
  },
  curatedCollections: {
    route: 'GET /featured-curated-collection',
    examples: [
      [
        async (catalogue) => catalogue.curatedCollections(null),
        '/featured-curated-collection?limit=15&next_page=1',
      ],
      [
        async (catalogue) => catalogue.curatedCollections(2, ARRANGED),
        `/featured-curated-collection?limit=15&next_page=2&${ARRANGED_QUERY}`,
      ],
    ],
    respond: async (catalogue, { query }) =>
      itemPage(catalogue.curatedCollections(pageIn(query), arrangementIn(query))),
  },
  content: {
    route: 'GET /content/{id}',
    examples: [
      [async (catalogue) => catalogue.content(contentId('book')), '/content/book'],
      [async (catalogue) => catalogue.content(contentId('a/b')), '/content/a%2Fb'],
    ],
    respond: async (catalogue, { id }) => mapped(catalogue.content(contentId(id)), wireItem),
  },
  contentOfCategory: {
    route: 'GET /content',
    examples: [
      [async (catalogue) => catalogue.contentOfCategory(CATEGORY, null), '/content?cid=rest'],
      [
        async (catalogue) => catalogue.contentOfCategory(CATEGORY, 2, ARRANGED),
        `/content?cid=rest&next_page=2&${ARRANGED_QUERY}`,
      ],
    ],
    respond: async (catalogue, { query }) =>
      itemPage(catalogue.contentOfCategory(categoryIn(query), pageIn(query), arrangementIn(query))),
  },
  contentOfCategoryAndTopic: {
    route: 'GET /content',
    examples: [
      [
        async (catalogue) => catalogue.contentOfCategoryAndTopic(CATEGORY, TOPIC, null),
        '/content?cid=rest&tid=sleep&limit=15&next_page=1',
      ],
      [
        async (catalogue) => catalogue.contentOfCategoryAndTopic(CATEGORY, TOPIC, 2, ARRANGED),
        `/content?cid=rest&tid=sleep&limit=15&next_page=2&${ARRANGED_QUERY}`,
      ],
    ],
    respond: async (catalogue, { query }) =>
      itemPage(
        catalogue.contentOfCategoryAndTopic(
          categoryIn(query),
          topicIn(query),
          pageIn(query),
          arrangementIn(query),
        ),
      ),
  },
  groupsOfCategory: {
    route: 'GET /segregated',
    examples: [[async (catalogue) => catalogue.groupsOfCategory(CATEGORY), '/segregated?cid=rest']],
    respond: async (catalogue, { query }) =>
      mapped(catalogue.groupsOfCategory(categoryIn(query)), wireGroups),
  },
  groupsOfTopic: {
    route: 'GET /segregated',
    examples: [[async (catalogue) => catalogue.groupsOfTopic(TOPIC), '/segregated?tid=sleep']],
    respond: async (catalogue, { query }) => mapped(catalogue.groupsOfTopic(topicIn(query)), wireGroups),
  },
  random: {
    route: 'GET /content',
    examples: [[async (catalogue) => catalogue.random(), '/content?random=1']],
    respond: async (catalogue) => mapped(catalogue.random(), wireItem),
  },
  collectionTracks: {
    route: 'GET /curated-collection-tracks/',
    examples: [
      [
        async (catalogue) => catalogue.collectionTracks(contentId('collection')),
        '/curated-collection-tracks/?limit=1000&cid=collection',
      ],
    ],
    respond: async (catalogue, { query }) =>
      itemPage(catalogue.collectionTracks(contentId(query.get('cid') ?? ''))),
  },
  podcastEpisodes: {
    route: 'GET /podcast-episodes/',
    examples: [
      [
        async (catalogue) => catalogue.podcastEpisodes(contentId('podcast'), null),
        '/podcast-episodes/?pid=podcast&limit=50&next_page=1',
      ],
    ],
    respond: async (catalogue, { query }) =>
      itemPage(catalogue.podcastEpisodes(contentId(query.get('pid') ?? ''), pageIn(query))),
  },
  categories: {
    route: 'GET /categories',
    examples: [[async (catalogue) => catalogue.categories(), '/categories']],
    respond: async (catalogue) => mapped(catalogue.categories(), wireNamedList),
  },
  category: {
    route: 'GET /categories/{id}',
    examples: [[async (catalogue) => catalogue.category(CATEGORY), '/categories/rest']],
    respond: async (catalogue, { id }) => mapped(catalogue.category(categoryId(id)), wireNamed),
  },
  topics: {
    route: 'GET /topics',
    examples: [
      [async (catalogue) => catalogue.topics(10), '/topics?limit=10'],
      [async (catalogue) => catalogue.topics(PAGE_SIZES.topics), '/topics?limit=50'],
    ],
    respond: async (catalogue, { query }) =>
      mapped(catalogue.topics(Number(query.get('limit'))), wireNamedList),
  },
  topic: {
    route: 'GET /topics/{id}',
    examples: [[async (catalogue) => catalogue.topic(TOPIC), '/topics/sleep']],
    respond: async (catalogue, { id }) => mapped(catalogue.topic(topicId(id)), wireNamed),
  },
  authors: {
    route: 'GET /authors/',
    examples: [[async (catalogue) => catalogue.authors(null), '/authors/?limit=15&next_page=1']],
    respond: async (catalogue, { query }) => namedPage(catalogue.authors(pageIn(query))),
  },
  author: {
    route: 'GET /authors/{id}',
    examples: [
      [async (catalogue) => catalogue.author(authorId('author')), '/authors/author'],
      [
        async (catalogue) => catalogue.author(authorId('author'), ARRANGED),
        `/authors/author?${ARRANGED_QUERY}`,
      ],
    ],
    respond: async (catalogue, { id, query }) =>
      mapped(catalogue.author(authorId(id), arrangementIn(query)), wireWithContent),
  },
  narrators: {
    route: 'GET /narrators',
    examples: [[async (catalogue) => catalogue.narrators(null), '/narrators?limit=15&next_page=1']],
    respond: async (catalogue, { query }) => namedPage(catalogue.narrators(pageIn(query))),
  },
  narrator: {
    route: 'GET /narrators/{id}',
    examples: [
      [async (catalogue) => catalogue.narrator(narratorId('narrator')), '/narrators/narrator'],
      [
        async (catalogue) => catalogue.narrator(narratorId('narrator'), ARRANGED),
        `/narrators/narrator?${ARRANGED_QUERY}`,
      ],
    ],
    respond: async (catalogue, { id, query }) =>
      mapped(catalogue.narrator(narratorId(id), arrangementIn(query)), wireWithContent),
  },
  allSeries: {
    route: 'GET /series',
    examples: [[async (catalogue) => catalogue.allSeries('abc'), '/series?limit=15&next_page=abc']],
    respond: async (catalogue, { query }) => namedPage(catalogue.allSeries(pageIn(query))),
  },
  series: {
    route: 'GET /series/{id}',
    examples: [[async (catalogue) => catalogue.series(seriesId('tides')), '/series/tides']],
    respond: async (catalogue, { id }) => mapped(catalogue.series(seriesId(id)), wireWithContent),
  },
  search: {
    route: 'GET /search',
    examples: [
      [
        async (catalogue) => catalogue.search({ term: '123 & more', category: null }, null),
        '/search?term=123+%26+more&limit=3',
      ],
      [
        async (catalogue) => catalogue.search({ term: 'true', category: 'Sleep' }, 6),
        '/search?term=true&limit=3&skip=6&category=Sleep',
      ],
      [
        async (catalogue) => catalogue.search({ term: 'tide', category: null }, null, ARRANGED),
        `/search?term=tide&limit=3&${ARRANGED_QUERY}`,
      ],
    ],
    respond: async (catalogue, { query }) =>
      itemPage(
        catalogue.search(
          { term: query.get('term') ?? '', category: query.get('category') },
          query.get('skip'),
          arrangementIn(query),
        ),
      ),
  },
  library: {
    route: 'GET /library',
    examples: [
      [async (catalogue) => catalogue.library(null), '/library?next_page=1'],
      [async (catalogue) => catalogue.library('abc', ARRANGED), `/library?next_page=abc&${ARRANGED_QUERY}`],
    ],
    respond: async (catalogue, { query }) => itemPage(catalogue.library(pageIn(query), arrangementIn(query))),
  },
};

const NOT_FOUND = { ok: false, error: { kind: 'not-found' } };

/** What the calls have to do. */
export const testCatalogue = (provider: ProviderUnderTest): void => {
  const { make, has } = provider;

  test('returns the shelves of the home page, and titles for the listener', async () => {
    const { api } = await make();
    const shelves = await valueOf(api.catalogue.browse());
    for (const shelf of ['newReleases', 'categories', 'authors', 'quickListens'] as const) {
      expect(shelves[shelf].length, `the shelf ${shelf} is empty`).toBeGreaterThan(0);
    }
    for (const [shelf, feature] of [
      ['trending', 'trending'],
      ['discounts', 'discounts'],
      ['curatedCollections', 'collections'],
    ] as const) {
      expect(shelves[shelf].length > 0, `whether the shelf ${shelf} has titles`).toBe(has(feature));
    }
    for (const { id, type } of shelves.curatedCollections) {
      expect(type, `the type of ${id}, a curated collection`).toBe(ContentType.CURATED_COLLECTION);
    }
    for (const { id, runTime } of shelves.quickListens) {
      expect(runTime, `the run time of ${id}, a quick listen`).toBeLessThanOrEqual(QUICK_LISTEN_LIMIT);
    }
    expect((await valueOf(api.catalogue.forYou())).length, 'the titles for the listener').toBeGreaterThan(0);
  });

  test.each([
    ['recommended', null],
    ['newReleases', null],
    ['trending', 'trending'],
    ['discounted', 'discounts'],
    ['quickListens', null],
    ['curatedCollections', 'collections'],
  ] as const)('%s: its last page has no next page, and no title is listed twice', async (list, feature) => {
    const { api } = await make();
    const ids = idsOf(await everything((page) => api.catalogue[list](page)));
    expect(ids.length > 0, `whether ${list} has titles`).toBe(feature === null || has(feature));
    expect(new Set(ids).size, `${list} lists a title twice`).toBe(ids.length);
  });

  test('lists new releases in the order of their shelf', async () => {
    const { api } = await make();
    const { newReleases } = await valueOf(api.catalogue.browse());
    const { items } = await valueOf(api.catalogue.newReleases(null));
    const both = Math.min(newReleases.length, items.length);
    expect(idsOf(items).slice(0, both)).toEqual(idsOf(newReleases).slice(0, both));
  });

  test('fails as unreachable, instead of returning an empty list', async () => {
    const { api, setReachable, notFavorite } = await make();
    await setReachable(false);
    try {
      const unreachable = { ok: false, error: { kind: 'unreachable' } };
      const results = await Promise.all([
        api.catalogue.browse(),
        api.catalogue.newReleases(null),
        api.catalogue.content(notFavorite),
        api.catalogue.search({ term: 'evening', category: null }, null),
      ]);
      for (const result of results) expect(result).toEqual(unreachable);
    } finally {
      await setReachable(true);
    }
  });

  test('returns pages of the expected sizes', async () => {
    const { api, podcast, term } = await make();
    expect((await valueOf(api.catalogue.recommended(null))).items.length).toBeLessThanOrEqual(
      PAGE_SIZES.recommended,
    );
    expect((await valueOf(api.catalogue.podcastEpisodes(podcast, null))).items).toHaveLength(
      PAGE_SIZES.podcastEpisodes,
    );
    expect((await valueOf(api.catalogue.search({ term, category: null }, null))).items).toHaveLength(
      PAGE_SIZES.search,
    );
    expect((await valueOf(api.catalogue.topics(2))).length, 'two topics').toBe(2);
    expect((await valueOf(api.catalogue.topics(1))).length, 'one topic').toBe(1);
  });

  testOf(provider, 'chapters')('returns a title with its chapters', async () => {
    const { api, chaptered } = await make();
    const book = known(chaptered, 'a book in chapters');
    const item = await valueOf(api.catalogue.content(book));
    expect(item.id).toBe(book);
    expect(item.type).toBe(ContentType.AUDIOBOOK_WITH_CHAPTERS);
    expect(item.chapters.map(({ index }) => index)).toEqual(item.chapters.map((_, at) => at + 1));
    expect(item.chapters.every(({ title, url }) => title !== '' && url !== '')).toBe(true);
  });

  test('fails as not found for an unknown id, whatever characters it has', async () => {
    const { api } = await make();
    const ids = ['nothing', '', '.', '..', '../user', 'a/b', '#', '?', '%', 'é ñ', '__proto__', '\uD800'];
    for (const id of ids) expect([id, await api.catalogue.content(contentId(id))]).toEqual([id, NOT_FOUND]);
    expect(await api.catalogue.category(categoryId('nothing')), 'a category').toEqual(NOT_FOUND);
    expect(await api.catalogue.topic(topicId('nothing')), 'a topic').toEqual(NOT_FOUND);
    expect(await api.catalogue.author(authorId('nothing')), 'an author').toEqual(NOT_FOUND);
    expect(await api.catalogue.narrator(narratorId('nothing')), 'a narrator').toEqual(NOT_FOUND);
    expect(await api.catalogue.series(seriesId('nothing')), 'a series').toEqual(NOT_FOUND);
  });

  test('has no content for an unknown category or topic', async () => {
    const fixture = await make();
    const { catalogue } = fixture.api;
    const [category, topic] = [categoryId('nothing'), topicId('nothing')];
    for (const [what, result] of [
      ['content of a category', await catalogue.contentOfCategory(category, null)],
      ['content of both', await catalogue.contentOfCategoryAndTopic(category, fixture.topic, null)],
      ['content of both', await catalogue.contentOfCategoryAndTopic(fixture.category, topic, null)],
      ['groups of a category', await catalogue.groupsOfCategory(category)],
      ['groups of a topic', await catalogue.groupsOfTopic(topic)],
    ] as const) {
      const found = result.ok ? ('items' in result.value ? result.value.items : result.value) : [];
      expect(found, what).toEqual([]);
      expect(result.ok || result.error.kind === 'not-found', `an unknown id: ${what}`).toBe(true);
    }
  });

  test('returns every episode once, page by page, in order', async () => {
    const { api, podcast, episodes } = await make();
    const fetched = await everything((page) => api.catalogue.podcastEpisodes(podcast, page));
    expect(idsOf(fetched), 'the episodes in their order, each once').toEqual(episodes);
    for (const { id, type } of fetched) {
      expect(type, `the type of ${id}, an episode`).toBe(ContentType.PODCAST_EPISODE);
    }
  });

  test('returns the same titles in the same order when a page is requested again', async () => {
    const { api, podcast } = await make();
    const first = await valueOf(api.catalogue.podcastEpisodes(podcast, null));
    const second = await valueOf(api.catalogue.podcastEpisodes(podcast, first.next));
    expect(idsOf((await valueOf(api.catalogue.podcastEpisodes(podcast, null))).items)).toEqual(
      idsOf(first.items),
    );
    expect(idsOf((await valueOf(api.catalogue.podcastEpisodes(podcast, first.next))).items)).toEqual(
      idsOf(second.items),
    );
  });

  testOf(provider, 'collections')('returns all tracks of a collection on one page', async () => {
    const { api, collection } = await make();
    const tracks = await valueOf(api.catalogue.collectionTracks(known(collection, 'a collection')));
    expect(tracks.items.length, 'the number of tracks').toBeGreaterThan(0);
    expect(tracks.next, 'the next page').toBeNull();
    for (const { id, type } of tracks.items) {
      expect(type, `the type of ${id}, a track`).toBe(ContentType.COLLECTION_TRACK);
    }
  });

  test('finds content by category and by topic', async () => {
    const { api, category, topic } = await make();
    expect(idsOf(await valueOf(api.catalogue.categories()))).toContain(category);
    expect(idsOf(await valueOf(api.catalogue.topics(PAGE_SIZES.topics)))).toContain(topic);
    expect((await valueOf(api.catalogue.category(category))).id).toBe(category);
    expect((await valueOf(api.catalogue.topic(topic))).id).toBe(topic);
    expect(idsOf(await valueOf(api.catalogue.groupsOfCategory(category)))).toContain(topic);
    expect(idsOf(await valueOf(api.catalogue.groupsOfTopic(topic)))).toContain(category);
    const { name } = await valueOf(api.catalogue.category(category));
    const { name: topicName } = await valueOf(api.catalogue.topic(topic));
    const { items: ofCategory } = await valueOf(api.catalogue.contentOfCategory(category, null));
    const both = await everything((page) => api.catalogue.contentOfCategoryAndTopic(category, topic, page));
    expect(ofCategory.length, 'the titles of the category').toBeGreaterThan(0);
    expect(both.length, 'the titles of the category that also have the topic').toBeGreaterThan(0);
    for (const { id, categories } of [...ofCategory, ...both]) {
      expect(categories, `the categories of ${id}, which was found in ${name}`).toContain(name);
    }
    for (const { id, topics } of both) {
      expect(topics, `the topics of ${id}, which was found by ${topicName}`).toContain(topicName);
    }
  });

  test('groups the content of a category by topic and of a topic by category, without empty groups', async () => {
    const { api, category, topic } = await make();
    const { name } = await valueOf(api.catalogue.category(category));
    const { name: topicName } = await valueOf(api.catalogue.topic(topic));
    for (const group of await valueOf(api.catalogue.groupsOfCategory(category))) {
      expect(group.items.length, `the titles of the topic ${group.name}`).toBeGreaterThan(0);
      for (const { id, categories, topics } of group.items) {
        expect(categories, `the categories of ${id}`).toContain(name);
        expect(topics, `the topics of ${id}`).toContain(group.name);
      }
    }
    for (const group of await valueOf(api.catalogue.groupsOfTopic(topic))) {
      expect(group.items.length, `the titles of the category ${group.name}`).toBeGreaterThan(0);
      for (const { id, categories, topics } of group.items) {
        expect(topics, `the topics of ${id}`).toContain(topicName);
        expect(categories, `the categories of ${id}`).toContain(group.name);
      }
    }
  });

  test('finds content by author', async () => {
    const { api, author } = await make();
    expect(idsOf(await everything((page) => api.catalogue.authors(page)))).toContain(author);
    const { id, items } = await valueOf(api.catalogue.author(author));
    expect(id).toBe(author);
    expect(items.length).toBeGreaterThan(0);
    expect(items.every(({ authors }) => authors.some((reference) => reference.id === author))).toBe(true);
  });

  testOf(provider, 'series')('lists every series and every narrator once (CAT-331)', async () => {
    const { api, series, narrator } = await make();
    const allSeries = idsOf(await everything((page) => api.catalogue.allSeries(page)));
    expect(allSeries).toContain(known(series, 'a series'));
    expect(new Set(allSeries).size).toBe(allSeries.length);
    const narrators = idsOf(await everything((page) => api.catalogue.narrators(page)));
    expect(narrators).toContain(known(narrator, 'a narrator'));
    expect(new Set(narrators).size).toBe(narrators.length);
  });

  testOf(provider, 'series')('names the series and the narrator of each of their titles', async () => {
    const { api, series, narrator } = await make();
    const ofSeries = await valueOf(api.catalogue.series(known(series, 'a series')));
    const ofNarrator = await valueOf(api.catalogue.narrator(known(narrator, 'a narrator')));
    expect([ofSeries.items.length, ofNarrator.items.length]).not.toContain(0);
    expect(ofSeries.items.every((item) => item.series.some(({ id }) => id === ofSeries.id))).toBe(true);
    expect(ofNarrator.items.every((item) => item.narrators.some(({ id }) => id === ofNarrator.id))).toBe(
      true,
    );
  });

  testOf(provider, 'series')('sorts and filters by what it offers (CAT-233)', async () => {
    const { api } = await make();
    const { offered } = await valueOf(api.catalogue.newReleases(null));
    const { sorts, filters } = known(offered, 'a list that can be sorted and filtered');
    expect(sorts).toContain('title');
    const all = await everything((page) => api.catalogue.newReleases(page));
    const up = await everything((page) => api.catalogue.newReleases(page, { sort: 'title', filters: {} }));
    expect(idsOf(up).toSorted(), 'the same titles in another order').toEqual(idsOf(all).toSorted());
    const [narrator = ''] = filters['narrator'] ?? [];
    const one = { sort: null, filters: { narrator: [narrator] } };
    const read = await everything((page) => api.catalogue.newReleases(page, one));
    expect(read.length).toBeGreaterThan(0);
    expect(read.every(({ narrators }) => narrators.some(({ name }) => name === narrator))).toBe(true);
  });

  test('searches for plain text, page by page, and only in the given category', async () => {
    const { api, term } = await make();
    const all = await everything((page) => api.catalogue.search({ term, category: null }, page));
    expect(all.length).toBeGreaterThan(PAGE_SIZES.search);
    expect(new Set(idsOf(all)).size).toBe(all.length);
    const category = all.flatMap(({ categories }) => categories)[0] ?? '';
    const within = await everything((page) => api.catalogue.search({ term, category }, page));
    expect(within.length).toBeGreaterThan(0);
    expect(within.every(({ categories }) => categories.includes(category))).toBe(true);
    for (const odd of ['zzzz-nothing', '%', "'; drop table items; --", '<script>', '🐙', '"', '-']) {
      expect([odd, (await api.catalogue.search({ term: odd, category: null }, null)).ok]).toEqual([
        odd,
        true,
      ]);
    }
    // A character that no database can store may be refused.
    const nul = await api.catalogue.search({ term: '\u0000', category: null }, null);
    expect(nul.ok || nul.error.kind === 'rejected').toBe(true);
  });

  test('returns a random title', async () => {
    const { api } = await make();
    expect((await valueOf(api.catalogue.random())).title).not.toBe('');
  });
};

const categoryIn = (query: Query) => categoryId(query.get('cid') ?? '');
const topicIn = (query: Query) => topicId(query.get('tid') ?? '');

const wireNamedList = (all: readonly Parameters<typeof wireNamed>[0][]) => ({ results: all.map(wireNamed) });

const wireGroups = (groups: readonly ContentGroup[]) => ({
  results: groups.map(({ id, name, items }) => ({ id, name, content: items.map(wireItem) })),
});
