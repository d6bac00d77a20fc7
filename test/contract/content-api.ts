import { describe, expect, test } from 'vitest';

import { contentId, ContentType } from '../../src/domain/content.ts';
import type { AuthorId, CategoryId, ContentId, ContentItem, TopicId } from '../../src/domain/content.ts';
import { PAGE_SIZES, QUICK_LISTEN_LIMIT } from '../../src/domain/limits.ts';
import { DEFAULT_SPEED } from '../../src/domain/speed.ts';
import { milliseconds, seconds } from '../../src/domain/time.ts';
import type { Answer, ContentApi, Page, PageKey } from '../../src/ports/content-api.ts';

/** A provider with a signed-in listener, and what its catalogue is known to hold. */
export type ContentApiWorld = {
  readonly api: ContentApi;
  /** More than one page of episodes. */
  readonly podcast: ContentId;
  /** A collection whose tracks have to be fetched. */
  readonly collection: ContentId;
  readonly chaptered: ContentId;
  readonly author: AuthorId;
  /** Content stands under both of them together. */
  readonly category: CategoryId;
  readonly topic: TopicId;
  /** A term with more results than fit on one page. */
  readonly term: string;
  /** Something that is not a favourite of the listener's. */
  readonly notFavorite: ContentId;
};

const valueOf = async <Value>(answer: Answer<Value>): Promise<Value> => {
  const result = await answer;
  if (!result.ok) throw new Error(`the call failed: ${result.error.kind}`);
  return result.value;
};

const NOT_FOUND = { ok: false, error: { kind: 'not-found' } };

/** Every item of a list, and that paging through it ends. */
const everything = async <Item>(
  list: (page: PageKey | null) => Answer<Page<Item>>,
): Promise<readonly Item[]> => {
  const items: Item[] = [];
  let key: PageKey | null = null;
  for (let pages = 0; pages < 200; pages += 1) {
    const page: Page<Item> = await valueOf(list(key));
    items.push(...page.items);
    key = page.next;
    if (key === null) return items;
  }
  throw new Error('the list has no end');
};

const idsOf = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id);

/** What every content provider has to be (section 7, contract 3 and 4). */
export const describeContentApi = (name: string, make: () => Promise<ContentApiWorld>): void => {
  describe(`${name} is a ContentApi`, () => {
    test('fills the shelves of the home page', async () => {
      const { api } = await make();
      const shelves = await valueOf(api.catalogue.browse());
      expect(shelves.newReleases.length).toBeGreaterThan(0);
      expect(shelves.trending.length).toBeGreaterThan(0);
      expect(shelves.categories.length).toBeGreaterThan(0);
      expect(shelves.authors.length).toBeGreaterThan(0);
      expect(shelves.curatedCollections.every(({ type }) => type === ContentType.CURATED_COLLECTION)).toBe(
        true,
      );
      const isQuick = ({ runTime }: ContentItem) => runTime !== null && runTime <= QUICK_LISTEN_LIMIT;
      expect(shelves.quickListens.every(isQuick)).toBe(true);
      expect((await valueOf(api.catalogue.forYou())).length).toBeGreaterThan(0);
    });

    test.each([
      'recommended',
      'newReleases',
      'trending',
      'discounted',
      'quickListens',
      'curatedCollections',
    ] as const)('pages %s to its end, and names everything once', async (list) => {
      const { api } = await make();
      const ids = idsOf(await everything((page) => api.catalogue[list](page)));
      expect(ids.length).toBeGreaterThan(0);
      expect(new Set(ids).size).toBe(ids.length);
    });

    test('keeps to the page sizes of section 9', async () => {
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
      expect((await valueOf(api.catalogue.topics(2))).length).toBe(2);
    });

    test('tells everything of one item', async () => {
      const { api, chaptered } = await make();
      const item = await valueOf(api.catalogue.content(chaptered));
      expect(item.id).toBe(chaptered);
      expect(item.type).toBe(ContentType.AUDIOBOOK_WITH_CHAPTERS);
      expect(item.chapters.map(({ index }) => index)).toEqual(item.chapters.map((_, at) => at + 1));
      expect(item.chapters.every(({ title, url }) => title !== '' && url !== '')).toBe(true);
    });

    test('finds nothing where there is nothing, whatever the id holds', async () => {
      const { api } = await make();
      const ids = ['nothing', '', '.', '..', '../user', 'a/b', '#', '?', '%', 'é ñ', '__proto__', '\uD800'];
      for (const id of ids) expect([id, await api.catalogue.content(contentId(id))]).toEqual([id, NOT_FOUND]);
    });

    test('fetches episodes page by page, and the tracks of a collection whole', async () => {
      const { api, podcast, collection } = await make();
      const episodes = await everything((page) => api.catalogue.podcastEpisodes(podcast, page));
      expect(episodes.length).toBeGreaterThan(PAGE_SIZES.podcastEpisodes);
      expect(new Set(idsOf(episodes)).size).toBe(episodes.length);
      expect(episodes.every(({ type }) => type === ContentType.PODCAST_EPISODE)).toBe(true);
      const tracks = await valueOf(api.catalogue.collectionTracks(collection));
      expect(tracks.items.length).toBeGreaterThan(0);
      expect(tracks.next).toBeNull();
    });

    test('leads from categories and topics to content', async () => {
      const { api, category, topic } = await make();
      expect(idsOf(await valueOf(api.catalogue.categories()))).toContain(category);
      expect(idsOf(await valueOf(api.catalogue.topics(PAGE_SIZES.topics)))).toContain(topic);
      expect((await valueOf(api.catalogue.category(category))).id).toBe(category);
      expect((await valueOf(api.catalogue.topic(topic))).id).toBe(topic);
      expect(idsOf(await valueOf(api.catalogue.groupsOfCategory(category)))).toContain(topic);
      expect(idsOf(await valueOf(api.catalogue.groupsOfTopic(topic)))).toContain(category);
      expect((await valueOf(api.catalogue.contentOfCategory(category))).items.length).toBeGreaterThan(0);
      const both = await everything((page) => api.catalogue.contentOfCategoryAndTopic(category, topic, page));
      expect(both.length).toBeGreaterThan(0);
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
      expect(idsOf((await valueOf(api.catalogue.library())).items)).toContain(notFavorite);
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

    test('keeps the place in a chapter; repeating the report changes nothing', async () => {
      const { api, chaptered } = await make();
      const report = {
        id: chaptered,
        contentType: ContentType.AUDIOBOOK_WITH_CHAPTERS,
        speed: DEFAULT_SPEED,
        chapterIndex: 2,
        chapterPosition: milliseconds(12_345),
      };
      await valueOf(api.playback.reportPlayback([report]));
      await valueOf(api.playback.reportPlayback([report]));
      expect(await valueOf(api.playback.playingData(chaptered))).toMatchObject({
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
      expect(await valueOf(api.playback.playingData(notFavorite))).toMatchObject({
        chapterIndex: null,
        position: seconds(61),
      });
    });

    test('remembers nothing of what was never played', async () => {
      const { api, podcast } = await make();
      expect(await valueOf(api.playback.playingData(podcast))).toBeNull();
    });

    test('takes a royalty report', async () => {
      const { api, chaptered } = await make();
      const heard = { contentId: chaptered, duration: milliseconds(4200) };
      expect(await api.playback.reportRoyalty([heard])).toEqual({ ok: true, value: undefined });
    });

    test('makes a media address playable', async () => {
      const { api, chaptered } = await make();
      const { chapters } = await valueOf(api.catalogue.content(chaptered));
      const url = await valueOf(api.playback.tokenize(chapters[0]?.url ?? ''));
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
      expect(bought.every(({ isPurchased }) => isPurchased)).toBe(true);
    });

    test('answers nobody who has stopped waiting', async () => {
      const { api } = await make();
      const cancelled = AbortSignal.abort();
      expect(await api.catalogue.browse(cancelled)).toEqual({ ok: false, error: { kind: 'cancelled' } });
      expect(await api.users.me(cancelled)).toEqual({ ok: false, error: { kind: 'cancelled' } });
    });
  });
};
