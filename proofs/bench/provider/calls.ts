import { isFields } from 'audio-streaming-provider/text';
import type { ApiClient, ApiResponse } from 'audio-streaming-provider/test/support/provider';
import { check } from '../check.ts';

/** A call that is measured. */
export interface Call {
  readonly name: string;
  readonly send: (client: ApiClient) => Promise<ApiResponse>;
  /** Whether a response has the expected content. */
  readonly isExpected: (body: unknown) => boolean;
}

/** A title of the demonstration that every listener may hear. */
const TITLE = 'a-short-book-about-long-distances';
const SOUND = `/media/audio/${TITLE}.mp3`;
/** Pages of lists are drawn from the first ones. Listeners rarely go further. */
const PAGES = 3;

const pick = (texts: readonly string[]): string => texts[Math.floor(Math.random() * texts.length)] ?? '';
const page = (): number => 1 + Math.floor(Math.random() * PAGES);
const topics = ['the-sea', 'cities', 'walking', 'mountains', 'family', 'friendship'];
const words = ['harbour', 'the', 'a', 'river', 'with', 'the tide'];
/** A word that is in no title. A search without results is measured separately. */
const UNKNOWN_WORD = 'qwertz';
// Browsers send this header.
const HEADERS = { 'accept-encoding': 'gzip, br' };

const field = (body: unknown, name: string): unknown => (isFields(body) ? body[name] : undefined);
const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const hasResults = (body: unknown): boolean => isFilled(field(body, 'results'));
const get = (name: string, path: () => string, isExpected: Call['isExpected']): Call => ({
  name,
  send: (client) => client.get(path(), HEADERS),
  isExpected,
});
const list = (name: string, path: () => string): Call => get(name, path, hasResults);
const search = (term: string): string => `/search?${new URLSearchParams({ term, limit: '3' }).toString()}`;

export const CALLS: readonly Call[] = [
  get(
    '/browse',
    () => '/browse',
    (body) => isFilled(field(body, 'new_releases')) && isFilled(field(body, 'trending')),
  ),
  get(
    '/for-you',
    () => '/for-you',
    (body) => isFilled(field(body, 'recommended')),
  ),
  get(
    '/user',
    () => '/user',
    (body) => typeof field(body, 'id') === 'string',
  ),
  list('/user/content', () => '/user/content/?active=1&limit=15&next_page=1'),
  list('/library', () => '/library'),
  list('/new-releases', () => `/new-releases?limit=15&next_page=${page()}`),
  list('/trending', () => `/trending?limit=15&next_page=${page()}`),
  list('/content/discounted', () => '/content/discounted?limit=15&next_page=1'),
  list('/content?cid&tid', () => `/content?cid=fiction&tid=the-sea&limit=15&next_page=1`),
  get(
    '/content?random=1',
    () => '/content?random=1',
    (body) => typeof field(body, 'id') === 'string',
  ),
  list('/segregated?tid', () => `/segregated?tid=${pick(topics)}`),
  list('/search', () => search(pick(words))),
  get(
    '/search (nothing found)',
    () => search(UNKNOWN_WORD),
    (body) => isFields(body) && !hasResults(body),
  ),
  get(
    '/content/:id',
    () => `/content/${TITLE}`,
    (body) => field(body, 'id') === TITLE,
  ),
  get('/user/playing-data/:id', () => `/user/playing-data/${TITLE}`, isFields),
  get(
    '/audio/tokenize',
    () => `/audio/tokenize?url=${SOUND}`,
    (body) => String(field(body, 'tokenized_url')).startsWith(SOUND),
  ),
  {
    name: 'POST /user/content',
    send: (client) =>
      client.post('/user/content', [
        {
          id: TITLE,
          playback_speed: 1,
          content_type: 1,
          last_position: Math.round(1_000 + Math.random() * 60_000),
        },
      ]),
    isExpected: (body) => field(body, 'ok') === true,
  },
  {
    name: 'POST /audio/reporting',
    send: (client) => client.post('/audio/reporting', [{ content_id: TITLE, duration: 1_000 }]),
    isExpected: (body) => field(body, 'ok') === true,
  },
];

/** The sorts and filters of the lists that can be long. */
export const ARRANGED_CALLS: readonly Call[] = [
  '/trending?limit=15',
  '/content?cid=fiction&limit=15',
  '/search?term=the&limit=15',
  '/authors/amara-okonkwo-bell?',
  '/narrators/rolf-berg?',
].flatMap((path) =>
  [
    ...['title', 'author', 'length', 'added', 'published', 'progress'].flatMap((sort) => [
      `sort=${sort}`,
      `sort=-${sort}`,
    ]),
    'sort=title&next_page=100',
    'sort=title&filter.progress=not_started&filter.length=10h%2B',
    'filter.saved=yes',
    'filter.language=pt',
    'filter.narrator=Rolf+Berg',
    'filter.series=Winds+and+Ferries',
  ].map((query) => get(`${path}&${query}`, () => `${path}&${query}`, isFields)),
);

/** Makes one call, and checks its response. Returns the milliseconds until the response was read. */
export async function make({ name, send, isExpected }: Call, client: ApiClient): Promise<number> {
  const start = performance.now();
  const { status, body } = await send(client);
  const elapsed = performance.now() - start;
  const shown = (): string => JSON.stringify(body).slice(0, 200);
  if (status !== 200) check(false, `${name} returned ${status}: ${shown()}`);
  if (!isExpected(body)) check(false, `${name} returned without the expected content: ${shown()}`);
  return elapsed;
}
