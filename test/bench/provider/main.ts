import { parseArgs } from 'node:util';
import { tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startProvider } from '../../server/provider.ts';
import { isFields } from '../../server/fields.ts';
import { type ApiResponse, type ApiClient, signedIn } from '../server/support/provider.ts';
import { check } from './check.ts';

// A load test on loopback with a large catalogue: how long each call takes while several listeners call at once.
// `tsx test/bench/provider.ts --items 100000 --listeners 8 --seconds 20`
// It ends with an error at the first response that is refused, failed or empty.

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    listeners: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '20' },
  },
});
const [items, listeners, seconds] = [values.items, values.listeners, values.seconds].map(Number) as [
  number,
  number,
  number,
];

/** With fewer calls, a single response would decide the 95th percentile. */
const FEWEST_CALLS = 20;
const MOST_PAGES = 50;
const SAVED_TITLES = 50;
/** A page beyond the end of a small catalogue would be empty. */
const ITEMS_FOR_A_PAGE = 1_000;
const pages = Math.min(MOST_PAGES, Math.max(1, Math.floor(items / ITEMS_FOR_A_PAGE)));

/** The titles of one category and topic are a small part of all. */
const narrowPages = Math.max(1, Math.floor(pages / 10));

const AUDIO = '/media/audio/the-ferry-timetable.mp3';

const pick = (texts: readonly string[]): string => texts[Math.floor(Math.random() * texts.length)] ?? '';
const page = (): number => 1 + Math.floor(Math.random() * pages);
const topics = ['the-sea', 'cities', 'walking', 'mountains', 'family', 'friendship'];
const words = ['harbour', 'quiet', 'the', 'lantern of', 'salt and', 'winter ga', 'a', 'zebra', 'orchard'];
/** A word that is in no title. A search without results is measured separately. */
const UNKNOWN_WORD = 'qwertz';

interface Call {
  readonly path: () => string;
  /** Whether a response has the expected content. */
  readonly isExpected: (body: unknown) => boolean;
}

const field = (body: unknown, name: string): unknown => (isFields(body) ? body[name] : undefined);
const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const hasResults = (body: unknown): boolean => isFilled(field(body, 'results'));
const list = (path: () => string): Call => ({ path, isExpected: hasResults });
const search = (term: () => string): (() => string) => {
  return () => `/search?${new URLSearchParams({ term: term(), limit: '3' }).toString()}`;
};

const CALLS: Readonly<Record<string, Call>> = {
  '/browse': {
    path: () => '/browse',
    isExpected: (body) => isFilled(field(body, 'new_releases')) && isFilled(field(body, 'trending')),
  },
  '/for-you/recommended': list(() => `/for-you/recommended?limit=15&next_page=${1 + (page() % 3)}`),
  '/new-releases': list(() => `/new-releases?limit=15&next_page=${page()}`),
  '/trending': list(() => `/trending?limit=15&next_page=${page()}`),
  '/quick-listens': list(() => `/quick-listens?limit=15&next_page=${page()}`),
  '/content/discounted': list(() => '/content/discounted?limit=15&next_page=1'),
  '/content?cid&tid': list(
    () => `/content?cid=fiction&tid=${pick(topics)}&limit=15&next_page=${1 + (page() % narrowPages)}`,
  ),
  '/content?random=1': {
    path: () => '/content?random=1',
    isExpected: (body) => typeof field(body, 'id') === 'string' || hasResults(body),
  },
  '/segregated?tid': list(() => `/segregated?tid=${pick(topics)}`),
  '/search': list(search(() => pick(words))),
  '/search (nothing found)': {
    path: search(() => UNKNOWN_WORD),
    isExpected: (body) => Array.isArray(field(body, 'results')) && !hasResults(body),
  },
  '/podcast-episodes/': list(() => '/podcast-episodes/?pid=a-word-a-day&limit=50&next_page=1'),
  '/user': { path: () => '/user', isExpected: (body) => typeof field(body, 'id') === 'string' },
  '/library': list(() => '/library'),
  '/audio/tokenize': {
    path: () => `/audio/tokenize?url=${AUDIO}`,
    isExpected: (body) => String(field(body, 'tokenized_url')).startsWith(AUDIO),
  },
};
const REPORT = 'POST /user/content';
const REPORT_SHARE = 0.1;

const times = new Map<string, number[]>([...Object.keys(CALLS), REPORT].map((name) => [name, []]));

/** Measures one call, and checks its response. */
async function measured(
  name: string,
  ask: () => Promise<ApiResponse>,
  isExpected: (body: unknown) => boolean,
): Promise<void> {
  const start = performance.now();
  const { status, body } = await ask();
  const elapsed = performance.now() - start;
  const shown = JSON.stringify(body).slice(0, 200);
  check(status === 200, `${name} returned ${status}: ${shown}`);
  check(isExpected(body), `${name} returned without the expected content: ${shown}`);
  times.get(name)?.push(elapsed);
}

/** Saves titles, because the libraries of the demo accounts are empty, and an empty library is fast. */
async function fillLibrary(client: ApiClient): Promise<void> {
  const { body } = await client.get(`/trending?limit=${SAVED_TITLES}&next_page=1`);
  const titles = field(body, 'results');
  check(Array.isArray(titles) && titles.length === SAVED_TITLES, 'there are too few titles to save');
  for (const title of titles) {
    const { status } = await client.post('/favorites/content', {
      content_id: field(title, 'id'),
      is_favorite: true,
    });
    check(status === 200, `saving a title returned ${status}`);
  }
}

async function listen(client: ApiClient, until: number): Promise<void> {
  const names = Object.keys(CALLS);
  while (performance.now() < until) {
    const name = pick(names);
    const call = CALLS[name];
    if (call === undefined) continue;
    await measured(name, () => client.get(call.path()), call.isExpected);
    if (Math.random() >= REPORT_SHARE) continue;
    const report = {
      id: 'the-ferry-timetable',
      playback_speed: 1,
      content_type: 1,
      last_position: Math.round(1_000 + Math.random() * 60_000),
    };
    await measured(
      REPORT,
      () => client.post('/user/content', [report]),
      (body) => field(body, 'ok') === true,
    );
  }
}

const at = (sorted: readonly number[], part: number): string =>
  `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN).toFixed(0)} ms`;

const dataDir = mkdtempSync(join(tmpdir(), 'provider-load-'));
try {
  const seedStart = performance.now();
  const provider = await startProvider({ dataDir, scale: items, requestsPerSecond: Infinity });
  try {
    console.log(`${items} items, ready after ${((performance.now() - seedStart) / 1000).toFixed(1)} s`);
    const { count } = await provider.db
      .selectFrom('items')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    check(count >= items, `the catalogue has ${count} items`);
    const clients = await Promise.all(
      Array.from({ length: listeners }, (_, index) =>
        signedIn(provider.origin, index % 2 === 0 ? 'monthly@listener.test' : 'annual@listener.test'),
      ),
    );
    await Promise.all(clients.slice(0, 2).map(fillLibrary));
    const start = performance.now();
    await Promise.all(clients.map((client) => listen(client, start + seconds * 1000)));
    const elapsed = (performance.now() - start) / 1000;

    const total = [...times.values()].flat();
    console.log(
      `${listeners} listeners, ${(total.length / elapsed).toFixed(0)} calls a second, all successful`,
    );
    console.table(
      Object.fromEntries(
        [...times, ['all', total] as const].map(([name, durations]) => {
          const sorted = durations.toSorted((a, b) => a - b);
          const figures = {
            calls: sorted.length,
            p50: at(sorted, 0.5),
            p95: at(sorted, 0.95),
            p99: at(sorted, 0.99),
          };
          return [name, figures];
        }),
      ),
    );
    for (const [name, { length }] of times) {
      check(length >= FEWEST_CALLS, `${name} was called ${length} times only: give it more seconds`);
    }
  } finally {
    await provider.close();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
