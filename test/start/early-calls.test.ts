import { describe, expect, test } from 'vitest';
import { SystemClock } from '../../src/adapters/browser/browser-platform.ts';
import { HttpContentApi } from '../../src/adapters/http/http-content-api.ts';
import { ResponseCache } from '../../src/adapters/http/response-cache.ts';
import { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../src/adapters/memory/memory-platform.ts';
import { LoadPages } from '../../src/application/catalogue/load-pages.ts';
import { Lists } from '../../src/application/catalogue/lists.ts';
import { PagedList } from '../../src/application/catalogue/paged-list.ts';
import { SearchState } from '../../src/application/catalogue/search-state.ts';
import { contentId } from '../../src/domain/catalogue/content.ts';
import { ok } from '../../src/domain/result.ts';
import { instant } from '../../src/domain/time.ts';
import { earlyCalls, type EarlyCallDependencies, type EarlyCalls } from '../../src/start/early-calls.ts';

const NOW = Date.UTC(2026, 5, 1);
const ORIGIN = 'https://listen.example';
const CLIENT = 'client';

const tokenUntil = (expires: number): string =>
  `h.${Buffer.from(JSON.stringify({ exp: expires / 1000 })).toString('base64url')}.s`;
const TOKEN = tokenUntil(NOW + 600_000);

const SESSION = {
  [`CognitoIdentityServiceProvider.${CLIENT}.LastAuthUser`]: 'ada',
  [`CognitoIdentityServiceProvider.${CLIENT}.ada.accessToken`]: TOKEN,
};

const dependencies = (
  pathname: string,
  more: Readonly<Record<string, string>> = {},
): EarlyCallDependencies => ({
  configuration: { cognito: { clientId: CLIENT } },
  origin: ORIGIN,
  pathname,
  stored: (key) => ({ ...SESSION, ...more })[key] ?? null,
  now: NOW,
});

/** The requests of the app, with their headers. */
async function requestsOf(load: (api: HttpContentApi, clock: MemoryClock) => unknown) {
  const clock = new MemoryClock();
  const requests: { readonly url: string; readonly headers: unknown }[] = [];
  const session = async () => ok({ accessToken: TOKEN, expiresAt: instant(Number.MAX_SAFE_INTEGER) });
  const api = new HttpContentApi(
    {
      apiUrl: ORIGIN,
      auth: { session, renew: session },
      clock,
      random: () => 0,
      fetch: async (input, init) => {
        requests.push({ url: typeof input === 'string' ? input : '', headers: init?.headers });
        return new Response('{}', { status: 404 });
      },
    },
    new ResponseCache(new MemoryKeyValueStore(), clock, () => undefined),
    new MemoryLog(),
  );
  load(api, clock);
  await api.users.me();
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
  return requests;
}

const urlsOf = ({ urls }: EarlyCalls): readonly string[] => urls;

const pages = (api: HttpContentApi, clock: MemoryClock) =>
  new LoadPages(api.catalogue, api.playback, clock, new Lists(api, () => new PagedList(), new SearchState()));

describe('the calls that the start script sends before the app loads', () => {
  test('are those of the home page, with the same headers (CAT-68)', async () => {
    const requests = await requestsOf((api, clock) => pages(api, clock).home());
    const early = earlyCalls(dependencies('/'));
    expect(urlsOf(early).toSorted()).toEqual(requests.map(({ url }) => url).toSorted());
    for (const { headers } of requests) expect(headers).toEqual(early.headers);
  });

  test('are the one for the title, on its page (CAT-68)', async () => {
    const requests = await requestsOf((api, clock) => pages(api, clock).audio(contentId('quiet-mind')));
    expect(urlsOf(earlyCalls(dependencies('/audios/quiet-mind'))).toSorted()).toEqual(
      requests.map(({ url }) => url).toSorted(),
    );
  });

  test('are none while the response is cached, and are sent again when it has expired (CAT-68)', () => {
    const browse = `${ORIGIN}/api/v2/browse`;
    const key = 'response:["GET","/browse",[]]';
    expect(urlsOf(earlyCalls(dependencies('/', { [key]: `${NOW + 1}|{}` })))).not.toContain(browse);
    expect(urlsOf(earlyCalls(dependencies('/', { [key]: `${NOW}|{}` })))).toContain(browse);
  });

  test('judge the age of a cached response by the correction that the clock of the app has stored', () => {
    const store = new MemoryKeyValueStore();
    new SystemClock(store).serverTimeSeen(instant(Date.now() - 60_000));
    const correction = Object.fromEntries(store.keys().map((key) => [key, store.get(key) ?? '']));
    const cached = (expires: number) => ({ ...correction, 'response:["GET","/browse",[]]': `${expires}|{}` });
    const browse = `${ORIGIN}/api/v2/browse`;
    expect(urlsOf(earlyCalls(dependencies('/', cached(NOW - 30_000))))).not.toContain(browse);
    expect(urlsOf(earlyCalls(dependencies('/', cached(NOW - 90_000))))).toContain(browse);
  });

  test.each(['/login', '/search-results', '/audios/../user', '/audios/a%2Fb', '/audios/a/b'])(
    'are none at %s',
    (pathname) => {
      expect(urlsOf(earlyCalls(dependencies(pathname)))).toEqual([]);
    },
  );

  test.each([
    ['nobody is signed in', { ...dependencies('/'), stored: () => null }],
    ['the token is about to run out', { ...dependencies('/'), now: NOW + 570_000 }],
    ['the document is not readable', { ...dependencies('/'), configuration: undefined }],
    [
      'the API has no address',
      { ...dependencies('/'), configuration: { cognito: { clientId: CLIENT }, apiUrl: 'x' } },
    ],
  ] as const)('are none while %s (CAT-68)', (_why, without) => {
    expect(urlsOf(earlyCalls(without))).toEqual([]);
  });

  test('are sent only to the configured API', () => {
    const configuration = { cognito: { clientId: CLIENT }, apiUrl: 'https://api.example/somewhere/' };
    const urls = urlsOf(earlyCalls({ ...dependencies('/'), configuration }));
    expect(urls.length).toBeGreaterThan(0);
    expect(urls.every((url) => url.startsWith('https://api.example/somewhere/api/v2/'))).toBe(true);
  });
});
