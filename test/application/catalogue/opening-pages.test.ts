// Proves CAT-34, CAT-40, CAT-41, CAT-42, CAT-48.
import { describe, expect, test } from 'vitest';
import { LoadPages } from '../../../src/application/catalogue/load-pages.ts';
import { SearchCatalogue, SearchState } from '../../../src/application/catalogue/search.ts';
import { authorId, categoryId, contentId, topicId } from '../../../src/domain/catalogue/content.ts';
import { Harness } from '../../harness.ts';
import { episodes, LONG_BOOK, PODCAST, QUIET_MIND } from '../titles.ts';

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
    return { harness, state: harness.get(SearchState), catalogue: harness.get(SearchCatalogue) };
  };

  test('finds titles, and the state has the search on the screen with its results so far', async () => {
    const { harness, state, catalogue } = searches();
    const older = catalogue.search('long', null);
    catalogue.show('long', older);
    const newer = catalogue.search('quiet', null);
    catalogue.show('quiet', newer);
    expect(state.results).toEqual([]);
    await harness.passes(0);
    expect(older.list.items.map((item) => item.id)).toEqual([LONG_BOOK.id]);
    expect(newer.list.items.map((item) => item.id)).toEqual([QUIET_MIND.id]);
    expect(state.query).toBe('quiet');
    expect(state.results.map((item) => item.id)).toEqual([QUIET_MIND.id]);
    // Back on the older page, which still has its list.
    catalogue.show('long', older);
    expect(state.results.map((item) => item.id)).toEqual([LONG_BOOK.id]);
  });

  test('that is only preloaded does not change the search on the screen', async () => {
    const { harness, state, catalogue } = searches();
    catalogue.show('long', catalogue.search('long', null));
    await harness.passes(0);
    catalogue.search('long', 'Fiction');
    catalogue.search('quiet', null);
    await harness.passes(0);
    expect(state.query).toBe('long');
    expect(state.results.map((item) => item.id)).toEqual([LONG_BOOK.id]);
  });

  test('for an empty term has no results', async () => {
    const { harness, state, catalogue } = searches();
    catalogue.show('long', catalogue.search('long', null));
    await harness.passes(0);
    catalogue.show('', null);
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

  test('an author has their titles', async () => {
    const author = await pages().load.author(AMARA.id);
    expect(author.ok && [author.value.name, author.value.items.map(({ id }) => id)]).toEqual([
      AMARA.name,
      [book.id],
    ]);
    expect(await pages().load.author(authorId('nobody'))).toEqual({
      ok: false,
      error: { kind: 'not-found' },
    });
  });

  test('a category has groups by topic, and a topic has groups by category', async () => {
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

  test('a category whose titles have no topic shows all of them in one group', async () => {
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
