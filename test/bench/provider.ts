import { parseArgs } from 'node:util';
import { tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startProvider } from '../../server/provider.ts';
import { signedIn, type ApiClient } from '../server/support/provider.ts';

// A load run on loopback against a provider with a large catalogue: how long each call takes while several listeners
// call at once. `tsx test/bench/provider.ts --items 100000 --listeners 8 --seconds 20`

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

const pick = (texts: readonly string[]): string => texts[Math.floor(Math.random() * texts.length)] ?? '';
const page = (): number => 1 + Math.floor(Math.random() * 50);
const topics = ['the-sea', 'cities', 'walking', 'mountains', 'family', 'friendship'];
const words = ['harbour', 'quiet', 'the', 'lantern of', 'salt and', 'winter ga', 'a', 'zebra', 'orchard'];

const CALLS: Readonly<Record<string, () => string>> = {
  '/browse': () => '/browse',
  '/for-you/recommended': () => `/for-you/recommended?limit=15&next_page=${1 + (page() % 3)}`,
  '/new-releases': () => `/new-releases?limit=15&next_page=${page()}`,
  '/trending': () => `/trending?limit=15&next_page=${page()}`,
  '/quick-listens': () => `/quick-listens?limit=15&next_page=${page()}`,
  '/content/discounted': () => '/content/discounted?limit=15&next_page=1',
  '/content?cid&tid': () => `/content?cid=fiction&tid=${pick(topics)}&limit=15&next_page=${page()}`,
  '/content?random=1': () => '/content?random=1',
  '/segregated?tid': () => `/segregated?tid=${pick(topics)}`,
  '/search': () => `/search?${new URLSearchParams({ term: pick(words), limit: '3' }).toString()}`,
  '/podcast-episodes/': () => '/podcast-episodes/?pid=a-word-a-day&limit=50&next_page=1',
  '/user': () => '/user',
  '/library': () => '/library',
  '/audio/tokenize': () => '/audio/tokenize?url=/media/audio/the-ferry-timetable.mp3',
};

const dataDir = mkdtempSync(join(tmpdir(), 'provider-load-'));
const seedStart = performance.now();
const provider = await startProvider({ dataDir, scale: items, requestsPerSecond: Infinity });
console.log(`${items} items, ready after ${((performance.now() - seedStart) / 1000).toFixed(1)} s`);

const times = new Map<string, number[]>(Object.keys(CALLS).map((name) => [name, []]));
let failures = 0;

async function listen(client: ApiClient, until: number): Promise<void> {
  while (performance.now() < until) {
    const name = pick(Object.keys(CALLS));
    const path = CALLS[name]?.() ?? '/user';
    const start = performance.now();
    const { status } = await client.get(path);
    times.get(name)?.push(performance.now() - start);
    if (status !== 200) failures += 1;
    const report = {
      id: 'the-ferry-timetable',
      playback_speed: 1,
      content_type: 1,
      last_position: Math.round(start),
    };
    if (Math.random() < 0.05) await client.post('/user/content', [report]);
  }
}

const clients = await Promise.all(
  Array.from({ length: listeners }, (_, at) =>
    signedIn(provider.origin, at % 2 === 0 ? 'monthly@listener.test' : 'annual@listener.test'),
  ),
);
const start = performance.now();
await Promise.all(clients.map((client) => listen(client, start + seconds * 1000)));
const taken = (performance.now() - start) / 1000;

const at = (sorted: readonly number[], part: number): string =>
  `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0)} ms`;
const total = [...times.values()].flat();
console.log(
  `${listeners} listeners, ${(total.length / taken).toFixed(0)} calls a second, ${failures} failures`,
);
console.table(
  Object.fromEntries(
    [...times, ['all', total] as const].map(([name, measured]) => {
      const sorted = measured.toSorted((a, b) => a - b);
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
await provider.close();
rmSync(dataDir, { recursive: true, force: true });
