import { describe, expect, test } from 'vitest';

import { authorId, categoryId, contentId, ContentType, topicId } from '../../src/domain/catalogue/content.ts';
import type { AuthorId, CategoryId, ContentId, TopicId } from '../../src/domain/catalogue/content.ts';
import { PAGE_SIZES, QUICK_LISTEN_LIMIT } from '../../src/domain/catalogue/limits.ts';
import { DEFAULT_SPEED } from '../../src/domain/playback/speed.ts';
import { milliseconds, seconds } from '../../src/domain/time.ts';
import type { ApiResult, ContentApi, Page, PageKey } from '../../src/ports/content-api.ts';

/** A provider with a signed-in listener, and what its catalogue is known to hold. */
export type ContentApiWorld = {
  readonly api: ContentApi;
  /** More than one page of episodes. */
  readonly podcast: ContentId;
  /** The podcast's episodes in their order. */
  readonly episodes: readonly ContentId[];
  /** A collection whose tracks have to be fetched; absent for a provider without `collections`. */
  readonly collection?: ContentId;
  /** A book in chapters; absent for a provider without `chapters`. */
  readonly chaptered?: ContentId;
  readonly author: AuthorId;
  /** Content stands under both of them together. */
  readonly category: CategoryId;
  readonly topic: TopicId;
  /** A term with more results than fit on one page. */
  readonly term: string;
  /** Something that is not a favourite of the listener's, and can be heard. */
  readonly notFavorite: ContentId;
  /** Whether calls get through to the provider. */
  setReachable(isReachable: boolean): Promise<void> | void;
};

/** What not every provider has. Its calls exist all the same, and their lists are empty. */
export type ContentFeature = 'chapters' | 'collections' | 'trending' | 'discounts';

/** Every call of the port: an adapter that lacks one is told which. */
type Part = Exclude<keyof ContentApi, 'forget'>;

const CALLS: { readonly [Name in Part]: Readonly<Record<keyof ContentApi[Name], true>> } = {
  catalogue: {
    browse: true,
    forYou: true,
    recommended: true,
    newReleases: true,
    trending: true,
    discounted: true,
    quickListens: true,
    curatedCollections: true,
    content: true,
    contentOfCategory: true,
    contentOfCategoryAndTopic: true,
    groupsOfCategory: true,
    groupsOfTopic: true,
    random: true,
    collectionTracks: true,
    podcastEpisodes: true,
    categories: true,
    category: true,
    topics: true,
    topic: true,
    authors: true,
    author: true,
    search: true,
    library: true,
  },
  playback: {
    tokenize: true,
    playbackRecord: true,
    activeContent: true,
    reportPlayback: true,
    reportRoyalty: true,
  },
  users: {
    me: true,
    update: true,
    passwordChanged: true,
    requestPasswordReset: true,
    createAccount: true,
    recordLoginAttempt: true,
    purchased: true,
  },
  favorites: {
    saveContent: true,
    contents: true,
    saveAuthor: true,
    authors: true,
  },
};

const valueOf = async <Value>(answer: Promise<ApiResult<Value>>): Promise<Value> => {
  const result = await answer;
  if (!result.ok) throw new Error(`the call was expected to succeed, and failed as "${result.error.kind}"`);
  return result.value;
};

/** What a world has to hold unless its suite was told otherwise. */
const known = <Id>(id: Id | undefined, what: string): Id => {
  if (id === undefined) throw new Error(`the world of this suite has to name ${what}`);
  return id;
};

const NOT_FOUND = { ok: false, error: { kind: 'not-found' } };

/** Every item of a list, and that paging through it ends. */
const everything = async <Item>(
  list: (page: PageKey | null) => Promise<ApiResult<Page<Item>>>,
): Promise<readonly Item[]> => {
  const items: Item[] = [];
  let key: PageKey | null = null;
  for (let pages = 0; pages < 200; pages += 1) {
    const page: Page<Item> = await valueOf(list(key));
    items.push(...page.items);
    key = page.next;
    if (key === null) return items;
  }
  throw new Error('paging has to end: after 200 pages there was still a next one');
};

const idsOf = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id);

/**
 * The tests that every adapter of the content provider must pass.
 *
 * @param make makes a new provider for each test
 * @param without the features that this provider does not have
 */
export const describeContentApi = (
  name: string,
  make: () => Promise<ContentApiWorld>,
  without: readonly ContentFeature[] = [],
): void => {
  const has = (feature: ContentFeature): boolean => !without.includes(feature);
  const untested = (_what: string, _run: () => Promise<void>): void => undefined;
  /** Makes a test of what not every provider has. */
  const testOf = (feature: ContentFeature) => (has(feature) ? test : untested);

  describe(`${name} is a ContentApi`, () => {
    test('has every call of the port', async () => {
      const { api } = await make();
      for (const part of ['catalogue', 'playback', 'users', 'favorites'] as const) {
        for (const call of Object.keys(CALLS[part])) {
          const found: unknown = Reflect.get(api[part], call);
          expect(typeof found, `the call ${part}.${call} is missing`).toBe('function');
        }
      }
    });

    test('fills the shelves of the home page', async () => {
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
        expect(shelves[shelf].length > 0, `whether the shelf ${shelf} holds anything`).toBe(has(feature));
      }
      for (const { id, type } of shelves.curatedCollections) {
        expect(type, `${id} stands among the curated collections`).toBe(ContentType.CURATED_COLLECTION);
      }
      for (const { id, runTime } of shelves.quickListens) {
        expect(runTime, `${id} stands among the quick listens`).toBeLessThanOrEqual(QUICK_LISTEN_LIMIT);
      }
      expect((await valueOf(api.catalogue.forYou())).length, 'the items for you').toBeGreaterThan(0);
    });

    test.each([
      ['recommended', null],
      ['newReleases', null],
      ['trending', 'trending'],
      ['discounted', 'discounts'],
      ['quickListens', null],
      ['curatedCollections', 'collections'],
    ] as const)('pages %s to its end, and names everything once', async (list, feature) => {
      const { api } = await make();
      const ids = idsOf(await everything((page) => api.catalogue[list](page)));
      expect(ids.length > 0, `whether ${list} holds anything`).toBe(feature === null || has(feature));
      expect(new Set(ids).size, `${list} names something twice`).toBe(ids.length);
    });

    test('lists newest first what the shelves begin with', async () => {
      const { api } = await make();
      const { newReleases } = await valueOf(api.catalogue.browse());
      const { items } = await valueOf(api.catalogue.newReleases(null));
      const both = Math.min(newReleases.length, items.length);
      expect(idsOf(items).slice(0, both)).toEqual(idsOf(newReleases).slice(0, both));
    });

    test('says that it cannot be reached, and does not call that an empty list', async () => {
      const { api, setReachable, notFavorite } = await make();
      await setReachable(false);
      try {
        const unreachable = { ok: false, error: { kind: 'unreachable' } };
        const answers = await Promise.all([
          api.catalogue.browse(),
          api.catalogue.newReleases(null),
          api.catalogue.content(notFavorite),
          api.catalogue.search({ term: 'evening', category: null }, null),
        ]);
        for (const answer of answers) expect(answer).toEqual(unreachable);
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

    testOf('chapters')('tells everything of one item', async () => {
      const { api, chaptered } = await make();
      const book = known(chaptered, 'a book in chapters');
      const item = await valueOf(api.catalogue.content(book));
      expect(item.id).toBe(book);
      expect(item.type).toBe(ContentType.AUDIOBOOK_WITH_CHAPTERS);
      expect(item.chapters.map(({ index }) => index)).toEqual(item.chapters.map((_, at) => at + 1));
      expect(item.chapters.every(({ title, url }) => title !== '' && url !== '')).toBe(true);
    });

    test('finds nothing where there is nothing, whatever the id holds', async () => {
      const { api } = await make();
      const ids = ['nothing', '', '.', '..', '../user', 'a/b', '#', '?', '%', 'é ñ', '__proto__', '\uD800'];
      for (const id of ids) expect([id, await api.catalogue.content(contentId(id))]).toEqual([id, NOT_FOUND]);
      expect(await api.catalogue.category(categoryId('nothing')), 'a category').toEqual(NOT_FOUND);
      expect(await api.catalogue.topic(topicId('nothing')), 'a topic').toEqual(NOT_FOUND);
      expect(await api.catalogue.author(authorId('nothing')), 'an author').toEqual(NOT_FOUND);
    });

    test('has nothing under a category or a topic that there is none of', async () => {
      const world = await make();
      const { catalogue } = world.api;
      const [category, topic] = [categoryId('nothing'), topicId('nothing')];
      for (const [what, answer] of [
        ['content of a category', await catalogue.contentOfCategory(category)],
        ['content of both', await catalogue.contentOfCategoryAndTopic(category, world.topic, null)],
        ['content of both', await catalogue.contentOfCategoryAndTopic(world.category, topic, null)],
        ['groups of a category', await catalogue.groupsOfCategory(category)],
        ['groups of a topic', await catalogue.groupsOfTopic(topic)],
      ] as const) {
        const found = answer.ok ? ('items' in answer.value ? answer.value.items : answer.value) : [];
        expect(found, what).toEqual([]);
        expect(answer.ok || answer.error.kind === 'not-found', `${what} that there is none of`).toBe(true);
      }
    });

    test('fetches every episode page by page, in their order', async () => {
      const { api, podcast, episodes } = await make();
      const fetched = await everything((page) => api.catalogue.podcastEpisodes(podcast, page));
      expect(idsOf(fetched), 'the episodes in their order, each once').toEqual(episodes);
      for (const { id, type } of fetched) {
        expect(type, `${id} stands among the episodes`).toBe(ContentType.PODCAST_EPISODE);
      }
    });

    test('answers the same page again by the same items in the same order', async () => {
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

    testOf('collections')('fetches the tracks of a collection whole', async () => {
      const { api, collection } = await make();
      const tracks = await valueOf(api.catalogue.collectionTracks(known(collection, 'a collection')));
      expect(tracks.items.length, 'how many tracks it has').toBeGreaterThan(0);
      expect(tracks.next, 'where its next page begins').toBeNull();
      for (const { id, type } of tracks.items) {
        expect(type, `${id} stands among the tracks`).toBe(ContentType.COLLECTION_TRACK);
      }
    });

    test('leads from categories and topics to content', async () => {
      const { api, category, topic } = await make();
      expect(idsOf(await valueOf(api.catalogue.categories()))).toContain(category);
      expect(idsOf(await valueOf(api.catalogue.topics(PAGE_SIZES.topics)))).toContain(topic);
      expect((await valueOf(api.catalogue.category(category))).id).toBe(category);
      expect((await valueOf(api.catalogue.topic(topic))).id).toBe(topic);
      expect(idsOf(await valueOf(api.catalogue.groupsOfCategory(category)))).toContain(topic);
      expect(idsOf(await valueOf(api.catalogue.groupsOfTopic(topic)))).toContain(category);
      const { name } = await valueOf(api.catalogue.category(category));
      const { name: topicName } = await valueOf(api.catalogue.topic(topic));
      const { items: ofCategory } = await valueOf(api.catalogue.contentOfCategory(category));
      const both = await everything((page) => api.catalogue.contentOfCategoryAndTopic(category, topic, page));
      expect(ofCategory.length, 'how much stands under the category').toBeGreaterThan(0);
      expect(both.length, 'how much stands under category and topic together').toBeGreaterThan(0);
      for (const { id, categories } of [...ofCategory, ...both]) {
        expect(categories, `the categories of ${id}, which was found under ${name}`).toContain(name);
      }
      for (const { id, topics } of both) {
        expect(topics, `the topics of ${id}, which was found under ${topicName}`).toContain(topicName);
      }
    });

    test('groups content by the other kind of subject, and leaves out what is empty', async () => {
      const { api, category, topic } = await make();
      const { name } = await valueOf(api.catalogue.category(category));
      const { name: topicName } = await valueOf(api.catalogue.topic(topic));
      for (const group of await valueOf(api.catalogue.groupsOfCategory(category))) {
        expect(group.items.length, `how much stands under the topic ${group.name}`).toBeGreaterThan(0);
        for (const { id, categories, topics } of group.items) {
          expect(categories, `the categories of ${id}`).toContain(name);
          expect(topics, `the topics of ${id}`).toContain(group.name);
        }
      }
      for (const group of await valueOf(api.catalogue.groupsOfTopic(topic))) {
        expect(group.items.length, `how much stands under the category ${group.name}`).toBeGreaterThan(0);
        for (const { id, categories, topics } of group.items) {
          expect(topics, `the topics of ${id}`).toContain(topicName);
          expect(categories, `the categories of ${id}`).toContain(group.name);
        }
      }
    });

    test('leads from authors to their content', async () => {
      const { api, author } = await make();
      expect(idsOf(await everything((page) => api.catalogue.authors(page)))).toContain(author);
      const { id, items } = await valueOf(api.catalogue.author(author));
      expect(id).toBe(author);
      expect(items.length).toBeGreaterThan(0);
      expect(items.every(({ authors }) => authors.some((reference) => reference.id === author))).toBe(true);
    });

    test('searches by plain text, pages by what to skip, and keeps to a category', async () => {
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
      // What no database can hold may be refused; it must not break anything.
      const nul = await api.catalogue.search({ term: '\u0000', category: null }, null);
      expect(nul.ok || nul.error.kind === 'rejected').toBe(true);
    });

    test('picks something by chance', async () => {
      const { api } = await make();
      expect((await valueOf(api.catalogue.random())).title).not.toBe('');
    });

    test('remembers a favourite, shows it everywhere, and forgets it again', async () => {
      const { api, notFavorite } = await make();
      const isFavorite = async () => (await valueOf(api.catalogue.content(notFavorite))).isFavorite;
      const favorites = async () => [
        ...(await everything((page) => api.favorites.contents({ podcasts: false }, page))),
        ...(await everything((page) => api.favorites.contents({ podcasts: true }, page))),
      ];
      expect(await isFavorite()).toBe(false);
      await valueOf(api.favorites.saveContent(notFavorite, true));
      expect(await isFavorite()).toBe(true);
      expect(idsOf(await favorites())).toContain(notFavorite);
      expect(idsOf(await everything((page) => api.catalogue.library(page)))).toContain(notFavorite);
      await valueOf(api.favorites.saveContent(notFavorite, true));
      expect((await favorites()).filter(({ id }) => id === notFavorite)).toHaveLength(1);
      await valueOf(api.favorites.saveContent(notFavorite, false));
      expect(await isFavorite()).toBe(false);
      expect(idsOf(await favorites())).not.toContain(notFavorite);
    });

    test('keeps podcasts apart among the favourites', async () => {
      const { api, podcast } = await make();
      await valueOf(api.favorites.saveContent(podcast, true));
      expect(idsOf(await everything((page) => api.favorites.contents({ podcasts: true }, page)))).toContain(
        podcast,
      );
      expect(
        idsOf(await everything((page) => api.favorites.contents({ podcasts: false }, page))),
      ).not.toContain(podcast);
    });

    test('remembers whom the listener follows', async () => {
      const { api, author } = await make();
      const followed = async () => idsOf(await everything((page) => api.favorites.authors(page)));
      await valueOf(api.favorites.saveAuthor(author, true));
      expect(await followed()).toContain(author);
      await valueOf(api.favorites.saveAuthor(author, false));
      expect(await followed()).not.toContain(author);
    });

    testOf('chapters')('keeps the place in a chapter, once, however often it is told', async () => {
      const world = await make();
      const { api } = world;
      const chaptered = known(world.chaptered, 'a book in chapters');
      const report = {
        id: chaptered,
        contentType: ContentType.AUDIOBOOK_WITH_CHAPTERS,
        speed: DEFAULT_SPEED,
        chapterIndex: 2,
        chapterPosition: milliseconds(12_345),
      };
      await valueOf(api.playback.reportPlayback([report]));
      await valueOf(api.playback.reportPlayback([report]));
      expect(await valueOf(api.playback.playbackRecord(chaptered))).toMatchObject({
        isActive: true,
        type: ContentType.AUDIOBOOK_WITH_CHAPTERS,
        chapterIndex: 2,
        position: seconds(12.345),
        speed: 1,
      });
      const active = await everything((page) => api.playback.activeContent(page));
      expect(active[0]?.id).toBe(chaptered);
      expect(active.filter(({ id }) => id === chaptered)).toHaveLength(1);
    });

    test('keeps the place in what has no chapters', async () => {
      const { api, notFavorite } = await make();
      const { type } = await valueOf(api.catalogue.content(notFavorite));
      const place = { id: notFavorite, contentType: type, lastPosition: milliseconds(61_000) };
      await valueOf(api.playback.reportPlayback([{ ...place, speed: DEFAULT_SPEED }]));
      expect(await valueOf(api.playback.playbackRecord(notFavorite))).toMatchObject({
        chapterIndex: null,
        position: seconds(61),
      });
    });

    test('remembers nothing of what was never played', async () => {
      const { api, podcast } = await make();
      expect(await valueOf(api.playback.playbackRecord(podcast))).toBeNull();
    });

    test('takes a royalty report', async () => {
      const { api, notFavorite } = await make();
      const heard = { contentId: notFavorite, duration: milliseconds(4200) };
      expect(await api.playback.reportRoyalty([heard])).toEqual({ ok: true, value: undefined });
    });

    test('makes a media address playable', async () => {
      const { api, notFavorite } = await make();
      const item = await valueOf(api.catalogue.content(notFavorite));
      const url = await valueOf(api.playback.tokenize(item.url ?? ''));
      expect(new URL(url).protocol).toMatch(/^https?:$/u);
    });

    test('knows the listener, and takes changes of name and address', async () => {
      const { api } = await make();
      const before = await valueOf(api.users.me());
      expect(before.id).not.toBe('');
      await valueOf(api.users.update({ name: 'Wren Okafor' }));
      expect(await valueOf(api.users.me())).toEqual({ ...before, name: 'Wren Okafor' });
      await valueOf(api.users.update({ name: before.name }));
      expect(await valueOf(api.users.me())).toEqual(before);
    });

    test('is told of sign-ins, passwords and accounts', async () => {
      const { api } = await make();
      const { email, name: fullName } = await valueOf(api.users.me());
      const done = { ok: true, value: undefined };
      expect(await api.users.recordLoginAttempt({ email, success: true })).toEqual(done);
      expect(await api.users.requestPasswordReset(email)).toEqual(done);
      expect(await api.users.passwordChanged()).toEqual(done);
      expect(await api.users.createAccount({ email, name: fullName })).toEqual(done);
    });

    test('lists what was bought', async () => {
      const { api } = await make();
      const bought = await everything((page) => api.users.purchased(page));
      for (const { id, isPurchased } of bought) {
        expect(isPurchased, `whether ${id}, which is listed, was bought`).toBe(true);
      }
    });

    test('knows no favourite that does not exist', async () => {
      const { api } = await make();
      expect(await api.favorites.saveContent(contentId('nothing'), true)).toMatchObject({ ok: false });
      expect(await api.favorites.saveAuthor(authorId('nothing'), true)).toMatchObject({ ok: false });
    });

    test('answers nobody who has stopped waiting', async () => {
      const { api } = await make();
      const cancelled = AbortSignal.abort();
      expect(await api.catalogue.browse(cancelled)).toEqual({ ok: false, error: { kind: 'cancelled' } });
      expect(await api.users.me(cancelled)).toEqual({ ok: false, error: { kind: 'cancelled' } });
    });
  });
};
