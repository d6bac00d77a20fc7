import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments, refuse } from '../../../scripts/lib/arguments.mjs';
import { PostgresServer } from 'audio-streaming-provider/test/support/postgres-server';
import type { ApiClient } from 'audio-streaming-provider/test/support/provider';
import { check, table } from '../check.ts';
import { ARRANGED_CALLS, type Call, CALLS, make } from './calls.ts';
import { measureFeeds } from './feeds.ts';
import { measureIdle } from './idle.ts';
import { ProviderProcess, databaseTime } from './provider-process.ts';
import { measureSaid } from './said.ts';

const USAGE = `npm run bench:provider -- [options]
What a call costs, how the cost grows with titles and listeners, and how many calls a process serves. It measures processor
time, because elapsed time would include the work of other programs. It stops with an error at the first response that fails or
lacks the expected content.
  --titles 1000,10000,100000           all of them with the first number of listeners
  --listeners 100,1000,10000,100000    all of them with the middle number of titles
  --only /browse,/user                 some calls
  --calls 100                          how often each call is made
  --seconds 20, --callers 8            how long several callers call at once, with the middle number of titles: at a provider
                                       with its own database server, which is the default, and at one process and at two on
                                       another server; 0 leaves this out
  --sorted                             sorts and filters of lists
  --said 1000                          searches in so many transcripts
  --feeds                              private feeds that are asked hourly
  --idle                               memory of a provider with a library`;

const { values } = readArguments(USAGE, {
  options: {
    titles: { type: 'string', default: '1000,10000,100000' },
    listeners: { type: 'string', default: '100,1000,10000,100000' },
    idle: { type: 'boolean', default: false },
    feeds: { type: 'boolean', default: false },
    sorted: { type: 'boolean', default: false },
    said: { type: 'string' },
    only: { type: 'string' },
    calls: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '20' },
    callers: { type: 'string', default: '8' },
  },
});
const wholeNumber = (name: string, text: string): number =>
  /^\d+$/.test(text) ? Number(text) : refuse(`${name} takes whole numbers, not "${text}".`, USAGE);
const numbers = (name: string, text: string): readonly number[] =>
  text
    .split(',')
    .map((each) => wholeNumber(name, each))
    .toSorted((one, other) => one - other);
const titles = numbers('--titles', values.titles);
const listeners = numbers('--listeners', values.listeners);
const calls = wholeNumber('--calls', values.calls);
const seconds = wholeNumber('--seconds', values.seconds);
const callers = wholeNumber('--callers', values.callers);
const measured = (values.sorted ? ARRANGED_CALLS : CALLS).filter(
  ({ name }) => values.only?.split(',').includes(name) ?? true,
);
const middle = titles[Math.floor(titles.length / 2)] ?? 0;

/** Calls of each kind before the first measured one of a process, which let the engine compile the code. */
const FIRST_CALLS = values.sorted ? 10 : 300;
/** Calls of a kind before its measured ones, which fill the caches. */
const WARM_UP = values.sorted ? 10 : 50;
/** Calls at once while the cost of one is measured. */
const AT_ONCE = 4;
/** With fewer calls, a single response would decide the 99th percentile. */
const FEWEST_CALLS = 200;
/** A server of a usual size. Transactions are written to the disk. */
const SERVER = [
  'shared_buffers=256MB',
  'max_connections=60',
  'max_wal_size=2GB',
  'listen_addresses=127.0.0.1',
];

/** Milliseconds of a core for one call. */
interface Cost {
  readonly provider: number;
  readonly database: number;
}
type Costs = ReadonlyMap<string, Cost>;

interface Load {
  readonly name: string;
  readonly figures: readonly string[];
}

const textOf = (cost: Cost | undefined): string =>
  cost === undefined ? '' : `${cost.provider.toFixed(1)} + ${cost.database.toFixed(1)}`;

const loads: Load[] = [];

const startedAt = performance.now();
if (values.idle) {
  await measureIdle();
  process.exit();
}
const server = await PostgresServer.start(SERVER);
if (values.said !== undefined || values.feeds) {
  try {
    if (values.feeds) await measureFeeds(server);
    else await measureSaid(server, wholeNumber('--said', values.said ?? ''));
  } finally {
    await server.end();
  }
  process.exit();
}
const byTitles: (readonly [string, Costs])[] = [];
const byListeners: (readonly [string, Costs])[] = [];
try {
  for (const scale of titles) {
    const steps = await measureScale(scale, scale === middle ? listeners : listeners.slice(0, 1));
    byTitles.push(...steps.slice(0, 1).map(([, costs]) => [`${scale} titles`, costs] as const));
    if (scale === middle) byListeners.push(...steps);
  }
} finally {
  await server.end();
}
printCosts(`${listeners[0] ?? 0} listeners`, byTitles);
printCosts(`${middle} titles`, byListeners);

/** Measures a catalogue of one size: the costs for each number of listeners, and the load for the middle size. */
async function measureScale(
  scale: number,
  counts: readonly number[],
): Promise<readonly (readonly [string, Costs])[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'provider-bench-'));
  const databaseUrl = server.bySocket(await server.createDatabase());
  const start = (at: string): Promise<ProviderProcess> =>
    ProviderProcess.start({ dataDir: join(dataDir, at), scale, databaseUrl });
  const provider = await start('one');
  try {
    const steps: (readonly [string, Costs])[] = [];
    let added = 0;
    for (const count of counts) {
      await provider.addListeners(added, count);
      console.error(`${minutes()} min: ${scale} titles, ${count} listeners`);
      const clients = await provider.clientsOf(count);
      if (added === 0) await warmUp(clients);
      added = count;
      steps.push([`${count} listeners`, await costsOf(provider, clients)]);
    }
    if (scale === middle && seconds > 0) {
      await measureOwnServer(join(dataDir, 'own'), added);
      await measureLoad(provider, added, () => start('two'));
    }
    return steps;
  } finally {
    await provider.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Measures the most calls a second of a provider with its own database server. */
async function measureOwnServer(dataDir: string, count: number): Promise<void> {
  const provider = await ProviderProcess.start({ dataDir, scale: middle });
  try {
    await provider.addListeners(0, count);
    await warmUp(await provider.clientsOf(count));
    const name = `${count} listeners, its own server`;
    loads.push(await loadOf(name, [provider], count, join(dataDir, 'postgres', 'data')));
  } finally {
    await provider.close();
  }
}

/** Measures the most calls a second: at one process, and at two. */
async function measureLoad(
  provider: ProviderProcess,
  added: number,
  startSecond: () => Promise<ProviderProcess>,
): Promise<void> {
  const name = `${added} listeners`;
  loads.push(await loadOf(`${name}, one process`, [provider], added));
  const second = await startSecond();
  try {
    await warmUp(await second.clientsOf(added));
    loads.push(await loadOf(`${name}, two processes`, [provider, second], added));
  } finally {
    await second.close();
  }
}

if (loads.length > 0) {
  console.log(`\n${callers} callers for ${seconds} s, ${middle} titles, every call as often as the others\n`);
  const head = [
    'listeners, processes',
    'calls',
    'a second',
    'a second and core',
    'p50',
    'p99',
    'peak memory',
    'database for a call',
  ];
  console.log(
    table(
      head,
      loads.map(({ name, figures }) => [name, ...figures]),
    ),
  );
}
console.log(`\n${minutes()} minutes`);

/** The minutes since the first database was started. */
function minutes(): string {
  return ((performance.now() - startedAt) / 60_000).toFixed(1);
}

function printCosts(name: string, steps: readonly (readonly [string, Costs])[]): void {
  console.log(`\nMilliseconds of a core for one call, of the provider and of the database: ${name}\n`);
  const rows = measured.map((call) => [call.name, ...steps.map(([, costs]) => textOf(costs.get(call.name)))]);
  console.log(table(['call', ...steps.map(([step]) => step)], rows));
}

/** Measures each kind of call alone. Each call is made by another listener. */
async function costsOf(provider: ProviderProcess, clients: readonly ApiClient[]): Promise<Costs> {
  const costs = new Map<string, Cost>();
  for (const call of measured) {
    await repeat(call, clients, WARM_UP);
    const before = await timesOf([provider]);
    const durations = await repeat(call, clients, calls);
    const after = await timesOf([provider]);
    const cost = {
      provider: (after.providers - before.providers) / calls,
      database: (after.database - before.database) / calls,
    };
    costs.set(call.name, cost);
    const at = shareOf(durations);
    console.error(`  ${call.name}: ${textOf(cost)} ms; responded in ${at(0.5)}, p95 ${at(0.95)}`);
  }
  return costs;
}

/** Makes the first calls of a process. */
async function warmUp(clients: readonly ApiClient[]): Promise<void> {
  for (const call of measured) await repeat(call, clients, FIRST_CALLS);
}

async function repeat(call: Call, clients: readonly ApiClient[], times: number): Promise<readonly number[]> {
  const durations: number[] = [];
  let made = 0;
  const caller = async (): Promise<void> => {
    while (made < times) {
      const client = clients[made % clients.length];
      made += 1;
      if (client !== undefined) durations.push(await make(call, client));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return durations;
}

/** Makes calls for some seconds, by all callers at once. The kinds of calls are drawn at random. */
async function loadOf(
  name: string,
  providers: readonly ProviderProcess[],
  count: number,
  database = server.folder,
): Promise<Load> {
  const clients = (await Promise.all(providers.map((provider) => provider.clientsOf(count)))).flat();
  const draw = <Item>(from: readonly Item[]): Item => {
    const drawn = from[Math.floor(Math.random() * from.length)];
    check(drawn !== undefined, 'there is nothing to draw from');
    return drawn;
  };
  const durations: number[] = [];
  const listen = async (until: number): Promise<void> => {
    while (performance.now() < until) durations.push(await make(draw(measured), draw(clients)));
  };
  const before = await timesOf(providers, database);
  const start = performance.now();
  await Promise.all(Array.from({ length: callers }, () => listen(start + seconds * 1000)));
  const elapsed = (performance.now() - start) / 1000;
  const after = await timesOf(providers, database);
  const number = durations.length;
  check(number >= FEWEST_CALLS, `there were ${number} calls only: give it more seconds`);
  const at = shareOf(durations);
  return {
    name,
    figures: [
      String(number),
      (number / elapsed).toFixed(0),
      ((number * 1000) / (after.providers - before.providers)).toFixed(0),
      at(0.5),
      at(0.99),
      after.memories.map((memory) => `${memory.toFixed(0)} MB`).join(', '),
      `${((after.database - before.database) / number).toFixed(2)} ms`,
    ],
  };
}

/** The duration that so large a share of the calls stays below. */
function shareOf(durations: readonly number[]): (share: number) => string {
  const sorted = durations.toSorted((one, other) => one - other);
  return (share) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)} ms`;
}

async function timesOf(providers: readonly ProviderProcess[], database = server.folder) {
  const usages = await Promise.all(providers.map((provider) => provider.measure()));
  return {
    providers: usages.reduce((sum, { processor }) => sum + processor, 0),
    memories: usages.map(({ memory }) => memory),
    database: databaseTime(database),
  };
}
