import { describe, expect, test } from 'vitest';

import { HttpContentApi } from '../../../src/adapters/http/http-content-api.ts';
import { ResponseCache } from '../../../src/adapters/http/response-cache.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-log.ts';
import { authorId, categoryId, contentId, ContentType, topicId } from '../../../src/domain/content.ts';
import { DEFAULT_SPEED } from '../../../src/domain/speed.ts';
import { instant, milliseconds } from '../../../src/domain/time.ts';
import { ok } from '../../../src/domain/result.ts';
import type { ContentApi } from '../../../src/ports/content-api.ts';

type Sent = { readonly method: string; readonly url: string; readonly body: unknown };
type Reply = () => Promise<Response> | Response;

const SESSION = ok({ accessToken: 'token', expiresAt: instant(Number.MAX_SAFE_INTEGER) });

const AUTH = { session: async () => SESSION, renew: async () => SESSION };

const make = (reply: Reply = () => Response.json({})) => {
  const sent: Sent[] = [];
  const clock = new MemoryClock();
  const log = new MemoryLog();
  const cache = new ResponseCache(new MemoryKeyValueStore(), clock, (work) => work());
  const spy: typeof fetch = async (input, { method = 'GET', body } = {}) => {
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : null;
    sent.push({
      method,
      url: new Request(input).url,
      body: text === null ? null : (JSON.parse(text) as unknown),
    });
    return reply();
  };
  const options = { apiUrl: 'https://api.invalid', auth: AUTH, clock, random: () => 0, fetch: spy };
  return { api: new HttpContentApi(options, cache, log), cache, clock, log, sent };
};

const ITEM = { id: '7', title: 'Tide', is_favorite: false };
const PAGE = { results: [ITEM], next_page_key: 2 };
const page = () => Response.json(PAGE);

/** Every call of section 7 that is made, with what it looks like on the wire. */
const CALLS: readonly [
  name: string,
  call: (api: ContentApi) => Promise<unknown>,
  wire: string,
  body?: unknown,
][] = [
  ['browse', (api) => api.catalogue.browse(), 'GET /browse'],
  ['for you', (api) => api.catalogue.forYou(), 'GET /for-you'],
  ['recommended', (api) => api.catalogue.recommended(null), 'GET /for-you/recommended?limit=15&next_page=1'],
  ['new releases', (api) => api.catalogue.newReleases(null), 'GET /new-releases?limit=15&next_page=1'],
  ['trending', (api) => api.catalogue.trending('abc'), 'GET /trending?limit=15&next_page=abc'],
  ['discounted', (api) => api.catalogue.discounted(3), 'GET /content/discounted?limit=15&next_page=3'],
  ['quick listens', (api) => api.catalogue.quickListens(null), 'GET /quick-listens?limit=15&next_page=1'],
  [
    'curated collections',
    (api) => api.catalogue.curatedCollections(null),
    'GET /featured-curated-collection?limit=15&next_page=1',
  ],
  ['content', (api) => api.catalogue.content(contentId('a/b')), 'GET /content/a%2Fb'],
  ['content of a category', (api) => api.catalogue.contentOfCategory(categoryId('1')), 'GET /content?cid=1'],
  [
    'content of a category and a topic',
    (api) => api.catalogue.contentOfCategoryAndTopic(categoryId('1'), topicId('2'), null),
    'GET /content?cid=1&tid=2&limit=15&next_page=1',
  ],
  ['groups of a category', (api) => api.catalogue.groupsOfCategory(categoryId('1')), 'GET /segregated?cid=1'],
  ['groups of a topic', (api) => api.catalogue.groupsOfTopic(topicId('2')), 'GET /segregated?tid=2'],
  ['random', (api) => api.catalogue.random(), 'GET /content?random=1'],
  [
    'collection tracks',
    (api) => api.catalogue.collectionTracks(contentId('5')),
    'GET /curated-collection-tracks/?limit=1000&cid=5',
  ],
  [
    'podcast episodes',
    (api) => api.catalogue.podcastEpisodes(contentId('3'), null),
    'GET /podcast-episodes/?pid=3&limit=50&next_page=1',
  ],
  ['categories', (api) => api.catalogue.categories(), 'GET /categories'],
  ['category', (api) => api.catalogue.category(categoryId('1')), 'GET /categories/1'],
  ['topics', (api) => api.catalogue.topics(10), 'GET /topics?limit=10'],
  ['topic', (api) => api.catalogue.topic(topicId('2')), 'GET /topics/2'],
  ['authors', (api) => api.catalogue.authors(null), 'GET /authors/?limit=15&next_page=1'],
  ['author', (api) => api.catalogue.author(authorId('9')), 'GET /authors/9'],
  [
    'search',
    (api) => api.catalogue.search({ term: '123 & more', category: null }, null),
    'GET /search?term=123+%26+more&limit=3',
  ],
  [
    'search within a category, further on',
    (api) => api.catalogue.search({ term: 'true', category: 'Sleep' }, 6),
    'GET /search?term=true&limit=3&skip=6&category=Sleep',
  ],
  ['library', (api) => api.catalogue.library(), 'GET /library'],
  [
    'tokenize',
    (api) => api.playback.tokenize('/m/a.mp3?x=1'),
    'GET /audio/tokenize?url=%2Fm%2Fa.mp3%3Fx%3D1',
  ],
  ['playing data', (api) => api.playback.playingData(contentId('7')), 'GET /user/playing-data/7'],
  [
    'active content',
    (api) => api.playback.activeContent(null),
    'GET /user/content/?active=1&limit=15&next_page=1',
  ],
  [
    'playback report of a chapter',
    (api) =>
      api.playback.reportPlayback([
        {
          id: contentId('7'),
          contentType: ContentType.AUDIOBOOK_WITH_CHAPTERS,
          speed: DEFAULT_SPEED,
          chapterIndex: 2,
          chapterPosition: milliseconds(1500),
        },
      ]),
    'POST /user/content',
    [{ id: '7', playback_speed: 1, content_type: 2, chapter_index: 2, chapter_position: 1500 }],
  ],
  [
    'playback report of anything else',
    (api) =>
      api.playback.reportPlayback([
        {
          id: contentId('7'),
          contentType: ContentType.PODCAST_EPISODE,
          speed: DEFAULT_SPEED,
          lastPosition: milliseconds(1500),
        },
      ]),
    'POST /user/content',
    [{ id: '7', playback_speed: 1, content_type: 4, last_position: 1500 }],
  ],
  [
    'royalty report',
    (api) => api.playback.reportRoyalty([{ contentId: contentId('7'), duration: milliseconds(4000) }]),
    'POST /audio/reporting',
    [{ content_id: '7', duration: 4000 }],
  ],
  ['user', (api) => api.users.me(), 'GET /user'],
  ['changes of the user', (api) => api.users.update({ name: 'Wren' }), 'PUT /user', { full_name: 'Wren' }],
  ['a changed password', (api) => api.users.passwordChanged(), 'POST /user/change_password', {}],
  [
    'a lost password',
    (api) => api.users.requestPasswordReset('a@b.c'),
    'POST /user/forgot_password',
    { email: 'a@b.c' },
  ],
  [
    'a new account',
    (api) => api.users.createAccount({ email: 'a@b.c', name: 'Wren' }),
    'POST /user/create_account',
    { email: 'a@b.c', full_name: 'Wren' },
  ],
  [
    'a sign-in attempt',
    (api) => api.users.recordLoginAttempt({ email: 'a@b.c', success: false }),
    'POST /user/login_attempts',
    { email: 'a@b.c', success: false },
  ],
  ['purchases', (api) => api.users.purchased(null), 'GET /user/purchased-content?limit=25&next_page=1'],
  [
    'a favourite',
    (api) => api.favorites.saveContent(contentId('7'), true),
    'POST /favorites/content',
    { content_id: '7', is_favorite: true },
  ],
  [
    'favourite podcasts',
    (api) => api.favorites.contents({ podcasts: true }, null),
    'GET /favorites/content?podcast=1&limit=25&next_page=1',
  ],
  [
    'other favourites',
    (api) => api.favorites.contents({ podcasts: false }, 2),
    'GET /favorites/content?podcast=0&limit=25&next_page=2',
  ],
  [
    'a followed author',
    (api) => api.favorites.saveAuthor(authorId('9'), false),
    'POST /favorites/authors',
    { author_id: '9', is_favorite: false },
  ],
  ['followed authors', (api) => api.favorites.authors(null), 'GET /favorites/authors?limit=25&next_page=1'],
];

describe('every call of section 7', () => {
  test.each(CALLS)('%s', async (_name, call, wire, body = null) => {
    const { api, sent } = make();
    await call(api);
    const [method = '', address = ''] = wire.split(' ');
    expect(sent).toEqual([{ method, url: `https://api.invalid/api/v2${address}`, body }]);
  });

  test('the unused delete helper is left out', () => {
    expect(CALLS.some(([, , wire]) => wire.startsWith('DELETE'))).toBe(false);
  });
});

describe('answers from the cache', () => {
  const CACHED = CALLS.filter(([, , wire]) =>
    /^GET \/(?:browse|trending|new-releases|content|topics|categories|authors|search|segregated)/u.test(wire),
  ).filter(([name]) => name !== 'random');
  const NEVER = CALLS.filter(([, , wire]) =>
    /^GET (?:\/content\?random=1|\/audio\/|\/user|\/favorites|\/library|\/for-you)/u.test(wire),
  );
  /** An answer that every decoder can read. */
  const anything = () =>
    Response.json({
      ...ITEM,
      ...PAGE,
      name: 'Tide',
      browse: [],
      trending: [],
      recommended: [],
      tokenized_url: 'https://media.invalid/a.mp3',
    });

  test.each(CACHED)('%s is asked for once in five minutes', async (_name, call) => {
    const { api, clock, sent } = make(anything);
    const first = await call(api);
    clock.advance(299_999);
    expect(await call(api)).toBe(first);
    expect(sent).toHaveLength(1);
    clock.advance(1);
    await call(api);
    expect(sent).toHaveLength(2);
  });

  test.each(NEVER)('%s is asked for every time', async (_name, call) => {
    const { api, sent } = make(anything);
    expect(await call(api)).toMatchObject({ ok: true });
    await call(api);
    expect(sent).toHaveLength(2);
  });

  test('an answer that cannot be read is not kept', async () => {
    let isBroken = true;
    const { api, log, sent } = make(() => Response.json(isBroken ? { surprise: true } : ITEM));
    expect(await api.catalogue.content(contentId('7'))).toEqual({ ok: false, error: { kind: 'malformed' } });
    expect(log.entries).toHaveLength(1);
    isBroken = false;
    expect((await api.catalogue.content(contentId('7'))).ok).toBe(true);
    expect(sent).toHaveLength(2);
  });

  test('a saved favourite shows in what was cached; one that was not saved does not', async () => {
    let status = 500;
    const { api } = make(() => Response.json(ITEM, { status }));
    status = 200;
    await api.catalogue.content(contentId('7'));
    const isFavorite = async () => {
      const answer = await api.catalogue.content(contentId('7'));
      return answer.ok && answer.value.isFavorite;
    };
    status = 500;
    expect((await api.favorites.saveContent(contentId('7'), true)).ok).toBe(false);
    expect(await isFavorite()).toBe(false);
    status = 200;
    await api.favorites.saveContent(contentId('7'), true);
    expect(await isFavorite()).toBe(true);
  });
});

describe('callers who ask for the same thing at the same time', () => {
  const waitingApi = () => {
    const answers: ((response: Response) => void)[] = [];
    const made = make(() => new Promise((resolve) => answers.push(resolve)));
    return { ...made, answers };
  };

  test('wait for one request', async () => {
    const { api, answers, sent } = waitingApi();
    const asked = [api.catalogue.trending(null), api.catalogue.trending(null), api.catalogue.trending(null)];
    await expect.poll(() => answers.length).toBe(1);
    answers[0]?.(page());
    const [first, ...others] = await Promise.all(asked);
    expect(first?.ok).toBe(true);
    for (const other of others) expect(other).toBe(first);
    expect(sent).toHaveLength(1);
  });

  test('and it goes on for the others when one has lost interest', async () => {
    const { api, answers, sent } = waitingApi();
    const controller = new AbortController();
    const impatient = api.catalogue.trending(null, controller.signal);
    const patient = api.catalogue.trending(null);
    await expect.poll(() => answers.length).toBe(1);
    controller.abort();
    expect(await impatient).toEqual({ ok: false, error: { kind: 'cancelled' } });
    answers[0]?.(page());
    expect((await patient).ok).toBe(true);
    expect(sent).toHaveLength(1);
  });

  test('it is given up when all have, and asked for anew by the next', async () => {
    const { api, answers, sent } = waitingApi();
    const controllers = [new AbortController(), new AbortController()];
    const asked = controllers.map(async ({ signal }) => api.catalogue.trending(null, signal));
    await expect.poll(() => answers.length).toBe(1);
    for (const controller of controllers) controller.abort();
    for (const answer of await Promise.all(asked)) expect(answer.ok).toBe(false);
    const later = api.catalogue.trending(null);
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.(page());
    expect((await later).ok).toBe(true);
    expect(sent).toHaveLength(2);
  });

  test('what was asked before everything was forgotten is kept for nobody', async () => {
    const { api, answers, cache, sent } = waitingApi();
    const before = api.catalogue.trending(null);
    await expect.poll(() => answers.length).toBe(1);
    cache.clear();
    answers[0]?.(page());
    expect((await before).ok).toBe(true);
    void api.catalogue.trending(null);
    await expect.poll(() => sent.length).toBe(2);
  });

  test('two listeners in a row do not share', async () => {
    const { api, answers, cache } = waitingApi();
    const first = api.users.me();
    await expect.poll(() => answers.length).toBe(1);
    cache.clear();
    const second = api.users.me();
    await expect.poll(() => answers.length).toBe(2);
    answers[0]?.(Response.json({ id: 'one', email: '' }));
    answers[1]?.(Response.json({ id: 'two', email: '' }));
    expect(await first).toMatchObject({ value: { id: 'one' } });
    expect(await second).toMatchObject({ value: { id: 'two' } });
  });
});

describe('particular answers', () => {
  test('playing data that is not there is none, and no failure', async () => {
    const { api } = make(() => Response.json({}, { status: 404 }));
    expect(await api.playback.playingData(contentId('7'))).toEqual({ ok: true, value: null });
  });

  test.each([
    ['/m/a.mp3?token=1', 'https://api.invalid/m/a.mp3?token=1'],
    ['https://cdn.invalid/a.mp3', 'https://cdn.invalid/a.mp3'],
  ])('a playable address is absolute: %s', async (sent, address) => {
    const { api } = make(() => Response.json({ tokenized_url: sent }));
    expect(await api.playback.tokenize('/m/a.mp3')).toEqual({ ok: true, value: address });
  });

  test.each(['javascript:alert(1)', 'data:audio/mp3;base64,', 'http://[', ''])(
    'an address that is none is malformed: %s',
    async (sent) => {
      const { api } = make(() => Response.json({ tokenized_url: sent }));
      expect(await api.playback.tokenize('/m/a.mp3')).toEqual({ ok: false, error: { kind: 'malformed' } });
    },
  );

  test.each([
    ['bare', ITEM],
    ['first of results', { results: [ITEM] }],
  ])('random: %s', async (_name, body) => {
    const { api } = make(() => Response.json(body));
    expect(await api.catalogue.random()).toMatchObject({ ok: true, value: { id: '7' } });
  });
});
