import { AS_SENT } from '../../../src/domain/catalogue/arrangement.ts';
import { PlayerControls } from '../../../src/application/playback/player-controls.ts';
import { describe, expect, test, vi } from 'vitest';
import { LoadPages } from '../../../src/application/catalogue/load-pages.ts';
import { NewEpisodes } from '../../../src/application/catalogue/new-episodes.ts';
import { LoadPdf } from '../../../src/application/playback/load-pdf.ts';
import { Lists } from '../../../src/application/catalogue/lists.ts';
import { SearchState } from '../../../src/application/catalogue/search-state.ts';
import type { User } from '../../../src/domain/account/user.ts';
import {
  authorId,
  categoryId,
  contentId,
  type ContentItem,
  topicId,
} from '../../../src/domain/catalogue/content.ts';
import { failed, ok } from '../../../src/domain/result.ts';
import { instant, milliseconds, seconds } from '../../../src/domain/time.ts';
import { Harness } from '../../harness.ts';
import { episodes, FREE_LISTENER, LONG_BOOK, PODCAST, QUIET_MIND, SUBSCRIBER, title } from '../titles.ts';

/** Tells whether a promise has resolved. */
const watched = (promise: Promise<unknown>): { readonly isResolved: boolean } => {
  const state = { isResolved: false };
  const watch = async () => {
    await promise;
    state.isResolved = true;
  };
  void watch();
  return state;
};

test('new episodes are the newest unheard ones of all followed podcasts that load (PROG-90)', async () => {
  const other = title({ ...PODCAST, id: contentId('other') });
  const broken = title({ ...PODCAST, id: contentId('broken') });
  const [one, two, three, four] = episodes(4).map((each, at) => ({
    ...each,
    runTime: seconds(60),
    publishedAt: at === 3 ? null : instant(1000 * at),
  }));
  if (!one || !two || !three || !four) throw new Error('There are four episodes');
  const heard = { ...three, progress: { position: seconds(60), chapterIndex: null } };
  const harness = new Harness({
    items: [PODCAST, other, broken],
    episodes: new Map([
      [PODCAST.id, [one, heard, four]],
      [other.id, [two]],
    ]),
  });
  const own = harness.api.catalogue.podcastEpisodes.bind(harness.api.catalogue);
  harness.api.catalogue.podcastEpisodes = async (id, page) =>
    id === broken.id ? failed({ kind: 'server' }) : own(id, page);
  const found = await harness.get(NewEpisodes).load([QUIET_MIND, PODCAST, broken, other]);
  expect(found.map(({ id }) => id)).toEqual([two.id, one.id]);

  const oldestFirst = episodes(60).map((each, at) => ({ ...each, publishedAt: instant(1000 * (at + 1)) }));
  const longer = new Harness({ items: [PODCAST], episodes: new Map([[PODCAST.id, oldestFirst]]) });
  const [newest] = await longer.get(NewEpisodes).load([PODCAST]);
  expect(newest?.id).toBe('episode-60');
});

describe('the home page', () => {
  test('is complete when all parts have loaded', async () => {
    const harness = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER });
    const together = watched(harness.get(LoadPages).home().together);
    await harness.passes(0);
    expect(together.isResolved).toBe(true);
  });

  test('shows the loaded shelves after at most 0.7 s, without the parts that are late (CAT-8)', async () => {
    const harness = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER });
    harness.api.catalogue.forYou = () => new Promise(() => undefined);
    const home = harness.get(LoadPages).home();
    const together = watched(home.together);
    await harness.passes(0.6);
    expect(together.isResolved).toBe(false);
    await harness.passes(0.2);
    expect(together.isResolved).toBe(true);
    expect(await home.shelves).toMatchObject({ ok: true });
  });

  test('requests ten topics (CAT-6)', () => {
    const harness = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER });
    const topics = vi.spyOn(harness.api.catalogue, 'topics');
    harness.get(LoadPages).home();
    expect(topics.mock.calls.map(([limit]) => limit)).toEqual([10]);
  });

  test('requests recommendations by the call of the home page, and no discounted titles', () => {
    const harness = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER });
    harness.get(LoadPages).home();
    expect(harness.api.faults.calls).toContain('catalogue.forYou');
    expect(harness.api.faults.calls).not.toContain('catalogue.recommended');
    expect(harness.api.faults.calls).not.toContain('catalogue.discounted');
  });
});

/** Every response takes a second, so that a test can check the state between two pages. */
const openPodcast = async (cancellation?: AbortSignal) => {
  const harness = new Harness({ items: [PODCAST], episodes: new Map([[PODCAST.id, episodes(120)]]) });
  harness.api.faults.delay = milliseconds(1000);
  const opening = harness.get(LoadPages).audio(PODCAST.id, cancellation);
  await harness.passes(1);
  const detail = await opening;
  if (!detail.ok) throw new Error(detail.error.kind);
  const requests = () =>
    harness.api.faults.calls.filter((call) => call === 'catalogue.podcastEpisodes').length;
  return { harness, opened: detail.value.tracks, requests };
};

describe('the episodes on the page of a podcast', () => {
  test('load page by page, and each page is shown at once (CAT-36)', async () => {
    const { harness, opened } = await openPodcast();
    const loading = opened.loadRest();
    const shown = [opened.list.items.length];
    for (let page = 0; page < 3; page += 1) {
      await harness.passes(1);
      shown.push(opened.list.items.length);
    }
    await loading;
    expect(shown).toEqual([0, 50, 100, 120]);
    expect(opened.list.hasMore).toBe(false);
  });

  test('are not all requested by a page that was only preloaded (CAT-48)', async () => {
    const { harness, opened, requests } = await openPodcast();
    await harness.passes(5);
    expect(opened.list.items.length).toBe(50);
    expect(requests()).toBe(1);
  });

  test('are not requested after the listener has left the page (CAT-37)', async () => {
    const leaving = new AbortController();
    const { harness, opened, requests } = await openPodcast(leaving.signal);
    const loading = opened.loadRest();
    await harness.passes(1);
    leaving.abort();
    await harness.passes(5);
    await loading;
    expect(opened.list.items.length).toBe(50);
    expect(requests()).toBe(2);
  });

  test('stop at a page that fails, keep the loaded ones, and continue from there on a retry (CAT-37)', async () => {
    const { harness, opened } = await openPodcast();
    const loading = opened.loadRest();
    await harness.passes(1);
    harness.api.faults.failNext('catalogue.podcastEpisodes', 'server');
    // The second page was requested before, so the third page fails.
    await harness.passes(5);
    await loading;
    expect(opened.list.phase).toBe('failed');
    expect(opened.list.items.length).toBe(100);
    const again = opened.loadRest();
    await harness.passes(1);
    await again;
    expect(opened.list.items.length).toBe(120);
  });
});

const detailOf = async (harness: Harness, id: string) => {
  const detail = await harness.get(LoadPages).audio(contentId(id));
  await harness.passes(0);
  return detail;
};

describe('the page of a title', () => {
  test('opens a book with all of its chapters', async () => {
    const detail = await detailOf(new Harness({ items: [LONG_BOOK] }), LONG_BOOK.id);
    expect(detail.ok && detail.value.tracks.list.items.map((track) => track.title)).toEqual([
      'Chapter 1',
      'Chapter 2',
      'Chapter 3',
    ]);
    expect(detail.ok && detail.value.tracks.list.hasMore).toBe(false);
  });

  test('opens a podcast with its first episodes, and loads the others on request', async () => {
    const harness = new Harness({ items: [PODCAST], episodes: new Map([[PODCAST.id, episodes(120)]]) });
    const detail = await detailOf(harness, PODCAST.id);
    if (!detail.ok) throw new Error(detail.error.kind);
    const opened = detail.value.tracks;
    expect(opened.list.items.length).toBe(50);
    await opened.loadMore();
    await opened.loadMore();
    expect(opened.list.items.length).toBe(120);
    expect(opened.list.hasMore).toBe(false);
  });

  test('is a failure if there is no such title', async () => {
    const detail = await detailOf(new Harness({ items: [] }), 'gone');
    expect(!detail.ok && detail.error.kind).toBe('not-found');
  });
});

describe('a search', () => {
  const searches = () => {
    const harness = new Harness({ items: [QUIET_MIND, LONG_BOOK] });
    return { harness, state: harness.get(SearchState), lists: harness.get(Lists) };
  };

  test('finds titles, and the state has the search on the screen with its results so far (CAT-34)', async () => {
    const { harness, state, lists } = searches();
    const older = lists.search('long', null);
    lists.showSearch('long', older);
    const newer = lists.search('quiet', null);
    lists.showSearch('quiet', newer);
    expect(state.results).toEqual([]);
    await harness.passes(0);
    expect(older.list.items.map((item) => item.id)).toEqual([LONG_BOOK.id]);
    expect(newer.list.items.map((item) => item.id)).toEqual([QUIET_MIND.id]);
    expect(state.query).toBe('quiet');
    expect(state.results.map((item) => item.id)).toEqual([QUIET_MIND.id]);
    // Back on the older page, which still has its list.
    lists.showSearch('long', older);
    expect(state.results.map((item) => item.id)).toEqual([LONG_BOOK.id]);
  });

  test('that is only preloaded does not change the search on the screen (CAT-34, CAT-48)', async () => {
    const { harness, state, lists } = searches();
    lists.showSearch('long', lists.search('long', null));
    await harness.passes(0);
    lists.search('long', 'Fiction');
    lists.search('quiet', null);
    await harness.passes(0);
    expect(state.query).toBe('long');
    expect(state.results.map((item) => item.id)).toEqual([LONG_BOOK.id]);
  });

  test('for an empty term has no results (CAT-33)', async () => {
    const { harness, state, lists } = searches();
    lists.showSearch('long', lists.search('long', null));
    await harness.passes(0);
    lists.showSearch('', null);
    expect([state.query, state.results]).toEqual(['', []]);
  });
});

describe('the pages of an author, a category and a topic', () => {
  const [AMARA, FICTION, SEA] = [
    { id: authorId('amara'), name: 'Amara', imageUrl: null },
    { id: categoryId('fiction'), name: 'Fiction', imageUrl: null },
    { id: topicId('sea'), name: 'The Sea', imageUrl: null },
  ];
  const book = { ...LONG_BOOK, authors: [AMARA], categories: [FICTION.name], topics: [SEA.name] };
  const pages = () => {
    const harness = new Harness({
      items: [book, QUIET_MIND],
      authors: [AMARA],
      categories: [FICTION],
      topics: Array.from({ length: 60 }, (_, index) =>
        index === 0 ? SEA : { ...SEA, id: topicId(`topic-${index}`), name: `Topic ${index}` },
      ),
    });
    return { calls: () => harness.api.faults.calls, load: harness.get(LoadPages) };
  };

  test('an author has their titles (CAT-42)', async () => {
    const author = await pages().load.author(AMARA.id, AS_SENT);
    expect(author.ok && [author.value.name, author.value.items.map(({ id }) => id)]).toEqual([
      AMARA.name,
      [book.id],
    ]);
    expect(await pages().load.author(authorId('nobody'), AS_SENT)).toEqual({
      ok: false,
      error: { kind: 'not-found' },
    });
  });

  test('a category has groups by topic, and a topic has groups by category (CAT-40)', async () => {
    const { calls, load } = pages();
    const category = load.category(FICTION.id);
    expect(await category.heading).toMatchObject({ ok: true, value: { name: FICTION.name } });
    expect(await category.groups).toMatchObject({ value: [{ name: SEA.name, items: [{ id: book.id }] }] });
    const topic = load.topic(SEA.id);
    expect(await topic.heading).toMatchObject({ ok: true, value: { name: SEA.name } });
    expect(await topic.groups).toMatchObject({ value: [{ name: FICTION.name, items: [{ id: book.id }] }] });
    expect(calls()).toEqual([
      'catalogue.category',
      'catalogue.groupsOfCategory',
      'catalogue.topic',
      'catalogue.groupsOfTopic',
    ]);
  });

  test('a category whose titles have no topic shows all of them in one group (CAT-41)', async () => {
    const plain = { ...book, topics: [] };
    const harness = new Harness({ items: [plain, QUIET_MIND], categories: [FICTION] });
    const { groups } = harness.get(LoadPages).category(FICTION.id);
    expect(await groups).toMatchObject({
      value: [{ id: null, name: 'All titles', items: [{ id: plain.id }] }],
    });
    harness.api.faults.failNext('catalogue.contentOfCategory', 'server');
    expect(await harness.get(LoadPages).category(FICTION.id).groups).toEqual({
      ok: false,
      error: { kind: 'server' },
    });
  });

  test('a category and a topic on one page have both names', async () => {
    const names = pages().load.categoryTopicNames(FICTION.id, SEA.id);
    expect(await names.category).toMatchObject({ value: { name: FICTION.name } });
    expect(await names.topic).toMatchObject({ value: { name: SEA.name } });
  });

  test('their lists have all categories, and fifty topics', async () => {
    const { load } = pages();
    expect(await load.categories()).toMatchObject({ value: [{ name: FICTION.name }] });
    const topics = await load.topics();
    expect(topics.ok && topics.value).toHaveLength(50);
  });
});

const WITH_PDF = title({ id: contentId('with-notes'), pdfUrl: '/media/pdf/with-notes.pdf' });

const load = async (item: ContentItem, harness = new Harness({ items: [item], user: SUBSCRIBER })) => ({
  harness,
  address: await harness.get(LoadPdf).loadAddress(item),
});

describe('the address of a title’s PDF', () => {
  test.each([
    ['without a PDF', QUIET_MIND, undefined],
    ['that the listener may not hear', WITH_PDF, new Harness({ items: [WITH_PDF] })],
  ])('is refused for a title %s, without a request', async (_, item, at) => {
    const { harness, address } = await load(item, at);
    expect(address).toEqual(failed('refused'));
    expect(harness.api.faults.calls).not.toContain('playback.tokenize');
    expect(harness.log.entries).toEqual([]);
  });

  test('is the tokenised one', async () => {
    const { harness, address } = await load(WITH_PDF);
    expect(address).toEqual(ok('https://media.invalid/media/pdf/with-notes.pdf?token=memory'));
    expect(harness.api.faults.calls).toContain('playback.tokenize');
    expect(harness.log.entries).toEqual([]);
  });

  test.each([
    ['server', 'failed'],
    ['forbidden', 'refused'],
  ] as const)('is missing after a failure (%s), which is only logged', async (kind, error) => {
    const harness = new Harness({ items: [WITH_PDF], user: SUBSCRIBER });
    harness.api.faults.failNext('playback.tokenize', kind);
    expect((await load(WITH_PDF, harness)).address).toEqual(failed(error));
    expect(harness.log.entries).toEqual([
      {
        level: 'warn',
        message: 'The PDF has no address',
        details: { kind, content: WITH_PDF.id },
      },
    ]);
    expect(harness.notices).toEqual([]);
    expect((await load(WITH_PDF, harness)).address, 'a second request succeeds').toHaveProperty('ok', true);
  });

  test('is refused if its origin is not allowed, however similar the origin looks', async () => {
    for (const pdfUrl of [
      'https://evil.invalid/notes.pdf',
      'https://media.invalid.evil.invalid/notes.pdf',
      'https://media.invalid@evil.invalid/notes.pdf',
      'https://media.invalid:8443/notes.pdf',
      'http://media.invalid/notes.pdf',
    ]) {
      const { harness, address } = await load({ ...WITH_PDF, pdfUrl });
      expect(address, pdfUrl).toEqual(failed('refused'));
      expect(harness.log.entries.map(({ details }) => details)).toEqual([
        { kind: 'foreign', content: WITH_PDF.id },
      ]);
    }
  });
});

const listening = (user: User): Harness => {
  const harness = new Harness({ items: [QUIET_MIND], user });
  harness.user.setUser(user);
  return harness;
};

const askTheUniverse = async (harness: Harness) => {
  const decision = await harness.get(PlayerControls).playRandom();
  await harness.passes(0);
  return decision;
};

const recorded = ({ analytics }: Harness) =>
  analytics.events.filter(({ name }) => name === 'Ask the Universe Used');

describe('Ask the Universe', () => {
  test('plays a random title and records it (CAT-10, ANA-19)', async () => {
    const harness = listening(SUBSCRIBER);
    expect(await askTheUniverse(harness)).toMatchObject({ kind: 'play' });
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.track?.title).toBe(QUIET_MIND.title);
    expect(recorded(harness)).toEqual([
      { name: 'Ask the Universe Used', properties: { content_id: QUIET_MIND.id } },
    ]);
  });

  test('uses the same decision as a Play click (CAT-10)', async () => {
    const harness = listening(FREE_LISTENER);
    expect(await askTheUniverse(harness)).toMatchObject({ kind: 'offer' });
    expect(harness.player.isPlaying).toBe(false);
    expect(harness.user.subscribeModalVisible).toBe(true);
  });

  test('only logs a failure (CAT-10)', async () => {
    const harness = listening(SUBSCRIBER);
    harness.api.faults.failNext('catalogue.random', 'server');
    expect(await askTheUniverse(harness)).toBeNull();
    expect(harness.log.entries).toEqual([
      { level: 'warn', message: 'No random title could be loaded', details: { kind: 'server' } },
    ]);
    expect(harness.notices).toEqual([]);
    expect(recorded(harness)).toEqual([]);
  });
});
