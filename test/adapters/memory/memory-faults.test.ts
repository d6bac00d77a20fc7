import { describe, expect, test } from 'vitest';

import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryContentApi } from '../../../src/adapters/memory/memory-content-api.ts';
import type { MemoryCall } from '../../../src/adapters/memory/memory-faults.ts';
import { authorId, categoryId, contentId, topicId } from '../../../src/domain/catalogue/content.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import type { ApiResult } from '../../../src/ports/content-api.ts';
import { KNOWN_CONTENT, MEMORY_CATALOGUE } from '../../contract/memory-catalogue.ts';

type Call = (api: MemoryContentApi) => Promise<ApiResult<unknown>>;

const CATEGORY = categoryId('rest');
const TOPIC = topicId('sleep');
const SEARCH = { term: 'evening', category: null };

const CALLS: Readonly<Record<MemoryCall, Call>> = {
  'catalogue.browse': async ({ catalogue }) => catalogue.browse(),
  'catalogue.forYou': async ({ catalogue }) => catalogue.forYou(),
  'catalogue.recommended': async ({ catalogue }) => catalogue.recommended(null),
  'catalogue.newReleases': async ({ catalogue }) => catalogue.newReleases(null),
  'catalogue.trending': async ({ catalogue }) => catalogue.trending(null),
  'catalogue.discounted': async ({ catalogue }) => catalogue.discounted(null),
  'catalogue.quickListens': async ({ catalogue }) => catalogue.quickListens(null),
  'catalogue.curatedCollections': async ({ catalogue }) => catalogue.curatedCollections(null),
  'catalogue.content': async ({ catalogue }) => catalogue.content(contentId('book')),
  'catalogue.contentOfCategory': async ({ catalogue }) => catalogue.contentOfCategory(CATEGORY),
  'catalogue.contentOfCategoryAndTopic': async ({ catalogue }) =>
    catalogue.contentOfCategoryAndTopic(CATEGORY, TOPIC, null),
  'catalogue.groupsOfCategory': async ({ catalogue }) => catalogue.groupsOfCategory(CATEGORY),
  'catalogue.groupsOfTopic': async ({ catalogue }) => catalogue.groupsOfTopic(TOPIC),
  'catalogue.random': async ({ catalogue }) => catalogue.random(),
  'catalogue.collectionTracks': async ({ catalogue }) => catalogue.collectionTracks(KNOWN_CONTENT.collection),
  'catalogue.podcastEpisodes': async ({ catalogue }) =>
    catalogue.podcastEpisodes(KNOWN_CONTENT.podcast, null),
  'catalogue.categories': async ({ catalogue }) => catalogue.categories(),
  'catalogue.category': async ({ catalogue }) => catalogue.category(CATEGORY),
  'catalogue.topics': async ({ catalogue }) => catalogue.topics(10),
  'catalogue.topic': async ({ catalogue }) => catalogue.topic(TOPIC),
  'catalogue.authors': async ({ catalogue }) => catalogue.authors(null),
  'catalogue.author': async ({ catalogue }) => catalogue.author(authorId('author')),
  'catalogue.search': async ({ catalogue }) => catalogue.search(SEARCH, null),
  'catalogue.library': async ({ catalogue }) => catalogue.library(null),
  'playback.tokenize': async ({ playback }) => playback.tokenize('/media/a.mp3'),
  'playback.playbackRecord': async ({ playback }) => playback.playbackRecord(contentId('book')),
  'playback.activeContent': async ({ playback }) => playback.activeContent(null),
  'playback.reportPlayback': async ({ playback }) => playback.reportPlayback([]),
  'playback.reportRoyalty': async ({ playback }) => playback.reportRoyalty([]),
  'users.me': async ({ users }) => users.me(),
  'users.update': async ({ users }) => users.update({ name: 'Wren' }),
  'users.passwordChanged': async ({ users }) => users.passwordChanged(),
  'users.requestPasswordReset': async ({ users }) => users.requestPasswordReset('wren@listener.test'),
  'users.createAccount': async ({ users }) =>
    users.createAccount({ email: 'wren@listener.test', name: 'Wren' }),
  'users.recordLoginAttempt': async ({ users }) =>
    users.recordLoginAttempt({ email: 'wren@listener.test', success: false }),
  'users.purchased': async ({ users }) => users.purchased(null),
  'favorites.saveContent': async ({ favorites }) => favorites.saveContent(contentId('book'), true),
  'favorites.contents': async ({ favorites }) => favorites.contents({ podcasts: false }, null),
  'favorites.saveAuthor': async ({ favorites }) => favorites.saveAuthor(authorId('author'), true),
  'favorites.authors': async ({ favorites }) => favorites.authors(null),
};

const isCall = (name: string): name is MemoryCall => name in CALLS;

const make = () => {
  const clock = new MemoryClock();
  return { clock, api: new MemoryContentApi(MEMORY_CATALOGUE, clock) };
};

const failure = (kind: string) => ({ ok: false, error: { kind } });

describe('every call of the content API in memory', () => {
  test.each(Object.keys(CALLS).filter(isCall))(
    '%s is taken down by its name, and fails on demand',
    async (name) => {
      const { api } = make();
      const call = CALLS[name];
      expect(api.faults.calls, 'before anything was asked').toEqual([]);
      expect(await call(api)).toMatchObject({ ok: true });
      expect(api.faults.calls).toEqual([name]);
      api.faults.failNext(name, 'rate-limited');
      expect(await call(api)).toEqual(failure('rate-limited'));
      expect(await call(api), 'the time after').toMatchObject({ ok: true });
      expect(api.faults.calls).toEqual([name, name, name]);
    },
  );
});

describe('MemoryFaults', () => {
  test('fails a call as often as it is told, in the order in which it was told, and no other', async () => {
    const { api } = make();
    api.faults.failNext('users.me', 'server', 2);
    api.faults.failNext('users.me', 'timeout');
    expect((await api.catalogue.browse()).ok, 'another call').toBe(true);
    for (const kind of ['server', 'server', 'timeout']) expect(await api.users.me()).toEqual(failure(kind));
    expect((await api.users.me()).ok).toBe(true);
  });

  test('answers after its delay, and not before', async () => {
    const { api, clock } = make();
    api.faults.delay = milliseconds(500);
    const answers: boolean[] = [];
    void api.users.me().then(({ ok }) => answers.push(ok));
    await clock.run(499);
    expect(answers).toEqual([]);
    await clock.run(1);
    expect(answers).toEqual([true]);
  });

  test('answers without a delay unless it is told, though the clock stands still', async () => {
    const { api } = make();
    expect((await api.users.me()).ok).toBe(true);
  });

  test('answers nobody who stopped waiting during the delay', async () => {
    const { api, clock } = make();
    api.faults.delay = milliseconds(500);
    const controller = new AbortController();
    const answer = api.users.me(controller.signal);
    await clock.run(100);
    controller.abort();
    await clock.run(400);
    expect(await answer).toEqual(failure('cancelled'));
  });
});
