import { describe, expect, test, vi } from 'vitest';

import { FeedLibrary } from '../../../src/adapters/feed/feed-library.ts';
import { LARGEST_DOCUMENT } from '../../../src/adapters/feed/feed-reader.ts';
import { identityOf } from '../../../src/adapters/feed/identity.ts';
import { CACHE_LIFETIME } from '../../../src/domain/catalogue/cache-policy.ts';
import { contentId, ContentType } from '../../../src/domain/catalogue/content.ts';
import { decidePlay } from '../../../src/domain/entitlement/play-decision.ts';
import { DEFAULT_SPEED } from '../../../src/domain/playback/speed.ts';
import { isFinished } from '../../../src/domain/progress/progress.ts';
import { instant, milliseconds, seconds } from '../../../src/domain/time.ts';
import { NOBODY, userId } from '../../../src/domain/account/user.ts';
import type { ApiResult, ApiFailure } from '../../../src/ports/content-api.ts';
import { FeedHost } from './feed-host.ts';
import { ATOM_URL, CHAPTERS_URL, FIELD_NOTES, SHOW, SHOW_URL } from './feeds.ts';

const episode = (number: number) => contentId(identityOf('episode', SHOW_URL, `walk-${number}`));
const SHOW_ID = contentId(identityOf('show', SHOW_URL));

const valueOf = async <Value>(pending: Promise<ApiResult<Value>>): Promise<Value> => {
  const result = await pending;
  if (!result.ok) throw new Error(`failed as ${result.error.kind}`);
  return result.value;
};

const failureOf = async (pending: Promise<ApiResult<unknown>>): Promise<ApiFailure['kind'] | null> => {
  const result = await pending;
  return result.ok ? null : result.error.kind;
};

const positionReport = (number: number, position: number) => ({
  id: episode(number),
  contentType: ContentType.PODCAST_EPISODE,
  lastPosition: milliseconds(position),
  speed: DEFAULT_SPEED,
});

describe('the catalogue of the feeds', () => {
  test('is requested once for all callers, and again after the cache lifetime', async () => {
    const host = new FeedHost();
    const api = host.api();
    await Promise.all([api.catalogue.browse(), api.catalogue.topics(10), api.catalogue.recommended(null)]);
    expect(host.requests).toEqual([SHOW_URL, ATOM_URL]);
    host.clock.advance(CACHE_LIFETIME - 1);
    await api.catalogue.browse();
    expect(host.requests).toHaveLength(2);
    host.clock.advance(1);
    await api.catalogue.browse();
    expect(host.requests).toHaveLength(4);
  });

  test('lists the newest episodes first, and the show that published last', async () => {
    const { catalogue } = new FeedHost().api();
    const { newReleases } = await valueOf(catalogue.browse());
    expect(newReleases.slice(0, 2).map(({ title }) => title)).toEqual(['The dawn chorus', 'Evening walk 60']);
    const shows = await valueOf(catalogue.recommended(null));
    expect(shows.items.map(({ title }) => title)).toEqual(['Field Notes', 'Evening Walks']);
  });

  test('may be played by everybody', async () => {
    const host = new FeedHost();
    const item = await valueOf(host.api().catalogue.random());
    expect(decidePlay(NOBODY, item, host.clock.now())).toEqual({ kind: 'play', reason: 'free-listen' });
  });

  test('works without a session, and then has no favourites or positions', async () => {
    const host = new FeedHost();
    host.listener = null;
    const api = host.api();
    expect((await valueOf(api.catalogue.browse())).newReleases).not.toEqual([]);
    expect(await failureOf(api.users.me())).toBe('no-session');
    expect(await failureOf(api.favorites.saveContent(SHOW_ID, true))).toBe('no-session');
    expect(await failureOf(api.playback.reportPlayback([positionReport(1, 5000)]))).toBe('no-session');
  });

  test('lists every show by category and topic, even one without subjects', async () => {
    const bare = '<rss><channel><title>Bare</title></channel></rss>';
    const { catalogue } = new FeedHost({ [SHOW_URL]: bare }).api([SHOW_URL]);
    const [category] = await valueOf(catalogue.categories());
    const groups = await valueOf(catalogue.groupsOfCategory(category?.id ?? failNow()));
    expect(groups.map(({ name, items }) => [name, items.length])).toEqual([['Podcasts', 1]]);
  });

  test('has the chapters of an episode, from the feed or from their own document', async () => {
    const { catalogue } = new FeedHost().api();
    const first = await valueOf(catalogue.content(episode(1)));
    expect(first.chapters).toEqual([
      { title: 'Setting out', url: `${first.url}#t=0`, index: 1, runTime: 630.5 },
      { title: 'The river', url: `${first.url}#t=630.5`, index: 2, runTime: 3900 - 630.5 },
    ]);
    expect(first.description).toBe(
      'A walk & a talk, number 1.\n\nChapters\n0:00 Setting out\n10:30 The river',
    );
    const second = await valueOf(catalogue.content(episode(2)));
    expect(second.chapters.map(({ title }) => title)).toEqual(['Hello', 'The lock']);
  });

  test('returns an episode without chapters if their request fails', async () => {
    const host = new FeedHost();
    host.documents[CHAPTERS_URL] = 'not json';
    expect((await valueOf(host.api().catalogue.content(episode(2)))).chapters).toEqual([]);
    expect(host.log.entries.at(-1)?.message).toBe('The chapters of an episode could not be read');
  });

  test('requests chapters only from configured hosts', async () => {
    const elsewhere = SHOW.replace(CHAPTERS_URL, 'https://tracker.invalid/chapters.json');
    const host = new FeedHost({ [SHOW_URL]: elsewhere });
    await host.api([SHOW_URL]).catalogue.content(episode(2));
    expect(host.requests).toEqual([SHOW_URL]);
  });
});

describe('older pages (CAT-83)', () => {
  const OLDER = 'https://feeds.invalid/evening/feed-2.xml';
  const OLDEST = 'https://feeds.invalid/evening/feed-3.xml';
  const page = (guids: readonly string[], next: string | null, rel = 'next'): string =>
    '<rss xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Show</title>' +
    (next === null ? '' : `<atom:link rel="${rel}" href="${next}"/>`) +
    guids
      .map(
        (guid) =>
          `<item><title>${guid}</title><guid>${guid}</guid><enclosure url="/${guid}.mp3" type="audio/mpeg"/>` +
          `<pubDate>${guid.replace(/\D/gu, '')} Jan 2024 10:00:00 GMT</pubDate></item>`,
      )
      .join('') +
    '</channel></rss>';
  const episodesOf = async (api: ReturnType<FeedHost['api']>) =>
    (await valueOf(api.catalogue.podcastEpisodes(SHOW_ID, null))).items.map(({ title }) => title);

  test('add their episodes, once each, and every page is requested once', async () => {
    const host = new FeedHost({
      [SHOW_URL]: page(['e5', 'e4'], 'feed-2.xml'),
      [OLDER]: page(['e4', 'e3'], OLDEST, 'prev-archive'),
      [OLDEST]: page(['e2', 'e1'], SHOW_URL),
    });
    const api = host.api([SHOW_URL]);
    expect(await episodesOf(api)).toEqual(['e5', 'e4', 'e3', 'e2', 'e1']);
    expect(host.requests).toEqual([SHOW_URL, OLDER, OLDEST]);
  });

  test('end at a page that does not exist', async () => {
    const host = new FeedHost({ [SHOW_URL]: page(['e2'], OLDER) });
    expect(await episodesOf(host.api([SHOW_URL]))).toEqual(['e2']);
    expect(host.log.entries).toEqual([]);
  });

  test('that fail leave the newest, and what was read before stays', async () => {
    const host = new FeedHost({ [SHOW_URL]: page(['e2'], OLDER), [OLDER]: page(['e1'], null) });
    const api = host.api([SHOW_URL]);
    expect(await episodesOf(api)).toEqual(['e2', 'e1']);
    host.documents = { [SHOW_URL]: page(['e3', 'e2'], OLDER), [OLDER]: 500 };
    host.clock.advance(CACHE_LIFETIME);
    expect(await episodesOf(api)).toEqual(['e3', 'e2', 'e1']);
    expect(host.log.entries.at(-1)?.message).toBe('An older page of a feed could not be read');
  });

  test('of other origins are not requested', async () => {
    const host = new FeedHost({ [SHOW_URL]: page(['e2'], 'https://elsewhere.invalid/2') });
    expect(await episodesOf(host.api([SHOW_URL]))).toEqual(['e2']);
    expect(host.requests).toEqual([SHOW_URL]);
  });

  test('that do not answer hold up no call: a later one has them', async () => {
    const host = new FeedHost({ [SHOW_URL]: page(['e2'], OLDER), [OLDER]: page(['e1'], null) });
    let answer: (() => void) | null = null;
    const api = host.api([SHOW_URL], undefined, async (input) => {
      const url = input instanceof Request ? input.url : String(input);
      if (url === OLDER) {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
      }
      return new Response(String(host.documents[url]), { headers: host.headers });
    });
    const first = episodesOf(api);
    const reply = await vi.waitUntil(() => answer);
    await host.clock.advanceAsync(1000);
    expect(await first).toEqual(['e2']);
    reply();
    await vi.waitFor(async () => expect(await episodesOf(api)).toEqual(['e2', 'e1']));
  });
});

describe('the numbers of episodes in shared links', () => {
  const released = (guid: string, day: number, extra = ''): string =>
    `<item><title>${guid}</title><guid>${guid}</guid><enclosure url="https://a.invalid/${guid}.mp3" type="audio/mpeg"/>` +
    `<pubDate>${day} Jan 2024 10:00:00 GMT</pubDate>${extra}</item>`;
  const numbersOf = async (...items: readonly string[]): Promise<ReadonlyMap<string, number | null>> => {
    const feed = `<rss><channel><title>Show</title>${items.join('')}</channel></rss>`;
    const { catalogue } = new FeedHost({ [SHOW_URL]: feed }).api([SHOW_URL]);
    const { items: episodes } = await valueOf(catalogue.podcastEpisodes(SHOW_ID, null));
    return new Map(episodes.map(({ title, index }) => [title, index]));
  };
  const numbered = (number: number, season?: number): string =>
    `<itunes:episode>${number}</itunes:episode>${season === undefined ? '' : `<itunes:season>${season}</itunes:season>`}`;

  test('stay the same when a new episode comes', async () => {
    const before = await numbersOf(released('b', 2), released('a', 1));
    const after = await numbersOf(released('c', 3), released('b', 2), released('a', 1));
    expect(after.get('a')).toBe(before.get('a'));
    expect(after.get('b')).toBe(before.get('b'));
    expect(new Set(after.values()).size).toBe(3);
  });

  test('are those of the feed, with the season, and the older episode keeps a number that is used twice', async () => {
    const first = released('first', 1, numbered(2));
    const numbers = await numbersOf(
      released('bonus', 3, numbered(2)),
      first,
      released('later', 4, numbered(2, 3)),
      released('trailer', 2),
    );
    expect(numbers.get('first')).toBe(2);
    expect(numbers.get('later')).toBe(30_002);
    expect(new Set(numbers.values()).size).toBe(4);
    for (const number of numbers.values()) expect(number).toBeLessThan(1_000_000_000);
  });
});

test('an episode of unknown length is not finished after its known chapters', async () => {
  const chapters =
    '<psc:chapters><psc:chapter start="0" title="a"/><psc:chapter start="10" title="b"/></psc:chapters>';
  const feed = `<rss><channel><title>Show</title><item><title>x</title><guid>walk-1</guid>
    <enclosure url="https://a.invalid/1.mp3" type="audio/mpeg"/>${chapters}</item></channel></rss>`;
  const { catalogue } = new FeedHost({ [SHOW_URL]: feed }).api([SHOW_URL]);
  const item = await valueOf(catalogue.content(episode(1)));
  expect(item.chapters).toHaveLength(2);
  expect(isFinished(item, { position: seconds(3000), chapterIndex: null })).toBe(false);
});

test('a show with 130,000 episodes has a place among the others', () => {
  const one = {
    guid: '',
    title: 'x',
    description: '',
    url: 'https://a.invalid/1.mp3',
    pdfUrl: null,
    imageUrl: null,
    author: null,
    publishedAt: null,
    runTime: null,
    season: null,
    number: null,
    isExplicit: false,
    chapters: [],
    chaptersUrl: null,
  };
  const show = (title: string, count: number, published: number) => ({
    url: `https://a.invalid/${title}`,
    title,
    description: '',
    imageUrl: null,
    author: null,
    isExplicit: false,
    subjects: [],
    newUrl: null,
    nextUrl: null,
    isSerial: false,
    dropped: 0,
    episodes: Array.from({ length: count }, (_, at) => ({
      ...one,
      guid: String(at),
      publishedAt: instant(published),
    })),
  });
  const { shows, episodes } = new FeedLibrary([show('long', 130_000, 1), show('short', 1, 2)]);
  expect(shows.map(({ item }) => item.title)).toEqual(['short', 'long']);
  expect(episodes).toHaveLength(130_001);
});

describe('a feed that fails', () => {
  test('is logged, does not affect the others, and is requested again earlier', async () => {
    const host = new FeedHost();
    host.documents[ATOM_URL] = 503;
    const { catalogue } = host.api();
    expect((await valueOf(catalogue.recommended(null))).items).toHaveLength(1);
    expect(host.log.entries).toContainEqual({
      level: 'warn',
      message: 'A feed could not be read',
      details: { url: ATOM_URL, kind: 'server' },
    });
    host.documents[ATOM_URL] = FIELD_NOTES;
    host.clock.advance(60_000);
    expect((await valueOf(catalogue.recommended(null))).items).toHaveLength(2);
    expect(host.requests).toEqual([SHOW_URL, ATOM_URL, ATOM_URL]);
  });

  test('that is silent holds up no call for more than a second, and is told on home', async () => {
    const host = new FeedHost();
    const answer: { give?: (response: Response) => void } = {};
    const oneSilent: typeof fetch = async (input) =>
      (input instanceof Request ? input.url : input.toString()) === SHOW_URL
        ? Promise.resolve(new Response(SHOW))
        : new Promise((resolve) => {
            answer.give = resolve;
          });
    const { catalogue } = host.api(undefined, undefined, oneSilent);
    const first = catalogue.browse();
    await host.clock.advanceAsync(1000);
    expect((await valueOf(first)).missing).toEqual({ kind: 'timeout' });
    // The next call does not wait again.
    expect((await valueOf(catalogue.recommended(null))).items).toHaveLength(1);
    answer.give?.(new Response(FIELD_NOTES));
    await host.clock.advanceAsync(0);
    expect((await valueOf(catalogue.recommended(null))).items).toHaveLength(2);
    expect(await valueOf(catalogue.browse())).not.toHaveProperty('missing');
  });

  test('is told on home until it has content', async () => {
    const host = new FeedHost();
    host.documents[ATOM_URL] = 404;
    const { catalogue } = host.api();
    expect((await valueOf(catalogue.browse())).missing).toEqual({ kind: 'not-found' });
    host.documents[ATOM_URL] = FIELD_NOTES;
    host.clock.advance(2000);
    expect(await valueOf(catalogue.browse())).not.toHaveProperty('missing');
  });

  test('keeps its earlier content', async () => {
    const host = new FeedHost();
    const { catalogue } = host.api();
    await catalogue.browse();
    host.isReachable = false;
    host.clock.advance(CACHE_LIFETIME);
    expect((await valueOf(catalogue.recommended(null))).items).toHaveLength(2);
  });

  test.each([
    [404, 'not-found'],
    [410, 'not-found'],
    [401, 'forbidden'],
    [403, 'forbidden'],
    [429, 'rate-limited'],
    [418, 'rejected'],
    [500, 'server'],
    ['<html/>', 'malformed'],
    [new Uint8Array(LARGEST_DOCUMENT + 1), 'malformed'],
  ] as const)('fails with its own kind if it is the only one: case %#', async (document, kind) => {
    const host = new FeedHost({ [SHOW_URL]: document });
    const { catalogue } = host.api([SHOW_URL]);
    expect(await failureOf(catalogue.browse())).toBe(kind);
    expect(await failureOf(catalogue.trending(null))).toBe(kind);
    // A listener who tries again does not have to wait.
    host.documents[SHOW_URL] = SHOW;
    expect(await failureOf(catalogue.browse())).toBeNull();
  });

  test('times out after ten seconds without a response', async () => {
    const host = new FeedHost();
    let given: ApiFailure['kind'] | null = null;
    const silent: typeof fetch = async (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    void failureOf(host.api([SHOW_URL], undefined, silent).catalogue.browse()).then((kind) => (given = kind));
    await host.clock.advanceAsync(9_900);
    expect(given).toBeNull();
    await host.clock.advanceAsync(200);
    expect(given).toBe('timeout');
  });

  test('is decoded with the encoding that it names', async () => {
    const latin = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><rss><channel><title>Café</title></channel></rss>',
      'latin1',
    );
    const { catalogue } = new FeedHost({ [SHOW_URL]: latin }).api([SHOW_URL]);
    expect((await valueOf(catalogue.recommended(null))).items[0]?.title).toBe('Café');
  });
});

describe('the data of a listener in this browser', () => {
  test('outlives the page, and is separate for each listener', async () => {
    const host = new FeedHost();
    const before = host.api();
    await before.favorites.saveContent(SHOW_ID, true);
    await before.playback.reportPlayback([positionReport(3, 61_000)]);
    await before.users.update({ name: 'Ada Lovelace' });

    const after = host.api();
    expect((await valueOf(after.catalogue.content(SHOW_ID))).isFavorite).toBe(true);
    expect((await valueOf(after.catalogue.content(episode(3)))).progress?.position).toBe(61);
    expect(await valueOf(after.users.me())).toMatchObject({ id: 'ada', name: 'Ada Lovelace' });

    host.listener = 'grace';
    expect((await valueOf(after.catalogue.content(SHOW_ID))).isFavorite).toBe(false);
    expect((await valueOf(after.playback.activeContent(null))).items).toEqual([]);
    expect(await valueOf(after.users.me())).toMatchObject({ id: 'grace', name: 'Friend', email: '' });
  });

  test('has the address of the last successful sign-in', async () => {
    const { users } = new FeedHost().api();
    await users.recordLoginAttempt({ email: 'wrong@listener.test', success: false });
    await users.recordLoginAttempt({ email: 'ada@listener.test', success: true });
    expect((await valueOf(users.me())).email).toBe('ada@listener.test');
  });

  test('lists the played titles, the last one first, each once', async () => {
    const { playback } = new FeedHost().api();
    await playback.reportPlayback([positionReport(1, 5000), positionReport(2, 5000)]);
    await playback.reportPlayback([positionReport(1, 9000)]);
    const { items } = await valueOf(playback.activeContent(null));
    expect(items.map(({ id }) => id)).toEqual([episode(1), episode(2)]);
  });

  test.each(['not json', '{"places":1}', '[{"id":1}]'])(
    'is empty if it cannot be read: %s',
    async (stored) => {
      const host = new FeedHost();
      for (const kind of ['favorites', 'authors', 'places', 'profile'])
        host.store.set(`feeds.ada.${kind}`, stored);
      const api = host.api();
      expect((await valueOf(api.playback.activeContent(null))).items).toEqual([]);
      expect((await valueOf(api.favorites.contents({ podcasts: true }, null))).items).toEqual([]);
      expect((await valueOf(api.users.me())).name).toBe('Friend');
    },
  );

  test('fails to save if the storage refuses to write', async () => {
    const host = new FeedHost();
    host.store.isBlocked = true;
    expect(await failureOf(host.api().favorites.saveContent(SHOW_ID, true))).toBe('rejected');
  });
});

const failNow = (): never => {
  throw new Error('there is none');
};

test('deletes all data of a listener whose account was deleted, and nothing of another', async () => {
  const host = new FeedHost();
  const api = host.api();
  for (const listener of ['ada', 'grace']) {
    host.listener = listener;
    await api.users.createAccount({ email: `${listener}@listener.test`, name: listener });
    await api.favorites.saveContent(SHOW_ID, true);
    await api.playback.reportPlayback([positionReport(1, 5000)]);
  }
  const ofGrace = () => host.store.keys().filter((key) => key.includes('grace'));
  const before = ofGrace();
  expect(before).toHaveLength(3);
  api.forget(userId('ada'));
  expect(host.store.keys().filter((key) => key.includes('ada'))).toEqual([]);
  expect(ofGrace()).toEqual(before);
});
