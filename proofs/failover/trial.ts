import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import {
  Cluster,
  type Role,
  until,
  prepareDatabase,
  readStored,
  signIn,
  startProvider,
  startProxy,
} from './database.ts';
import { type Judgement, judge, longestGap, seconds } from './report.ts';
import { Load } from './load.ts';
import { Machine, PASSWORD, type Network, type Protocol, versionsOfMachines } from './machine.ts';

const MACHINES = [1, 2, 3];
/** The addresses of the two providers, each with its proxy. */
const PROVIDERS = ['127.0.99.1', '127.0.99.2'] as const;
const WRITERS = 40;

/** What happens to the machine that has a role. */
interface Strike {
  readonly name: string;
  readonly role: Role;
  readonly begin: (machine: Machine) => void;
  readonly end: (machine: Machine) => void;
}

/** What a strike cost. */
export interface Event {
  readonly name: string;
  /** The longest time without an acknowledged write. */
  readonly writingMs: number;
  /** The longest time without a read that was served. */
  readonly readingMs: number;
}

export interface Outcome extends Judgement {
  /** Why the trial ended early. The books are compared all the same. */
  readonly interruption: string | null;
  /** The programs, with their versions. */
  readonly versions: string;
  /** What this machine does not allow. */
  readonly notTried: readonly string[];
  readonly events: readonly Event[];
  readonly acknowledged: number;
  readonly served: number;
  readonly outdated: number;
  readonly responses: Readonly<Record<string, number>>;
  readonly slowestMs: number;
}

/** Builds the machines in a folder, strikes one after the other, and compares the books. */
export async function runTrial(
  folder: string,
  network: Network,
  { kills, protocol }: { readonly kills: number; readonly protocol: Protocol },
  say: (sentence: string) => void,
): Promise<Outcome> {
  const machines = MACHINES.map((number) => new Machine(number, network, protocol, folder));
  for (const machine of machines) machine.start(machines);
  for (const address of PROVIDERS) startProxy(folder, address, machines);
  const cluster = new Cluster(machines);
  await until('The start of the database servers', 120, () => cluster.isWhole());
  const [proxy] = PROVIDERS;
  await prepareDatabase(proxy);
  const origins = await Promise.all(PROVIDERS.map((address) => startProvider(folder, address)));
  const load = new Load(await signIn(proxy, origins, WRITERS));
  say(`${WRITERS} writers, ${origins.length} providers, ${machines.length} database servers.`);
  await wait(5_000);
  const events: Event[] = [];
  let interruption: string | null = null;
  try {
    for (const strike of strikesOf(kills, machines, network)) {
      const event = await run(strike, cluster, load);
      events.push(event);
      const { name, writingMs, readingMs } = event;
      say(`${name}: written again after ${seconds(writingMs)}, read after ${seconds(readingMs)}`);
    }
  } catch (error) {
    interruption = String(error);
    say(interruption);
    for (const machine of machines) machine.release();
  }
  await load.stop();
  return {
    ...judge(load, await readStored(proxy)),
    interruption,
    versions: versionsOfMachines(protocol),
    events,
    notTried:
      network.cut === null ? ['machines that are cut off, which needs root and network namespaces'] : [],
    acknowledged: load.acknowledged.length,
    served: load.served.length,
    outdated: load.outdated,
    responses: load.responses,
    slowestMs: load.slowestMs,
  };
}

function strikesOf(kills: number, machines: readonly Machine[], network: Network): readonly Strike[] {
  const kill: Omit<Strike, 'name'> = {
    role: 'leader',
    begin: (machine) => machine.kill(),
    end: (machine) => machine.start(machines),
  };
  const end = (machine: Machine): void => machine.release();
  const freeze = { begin: (machine: Machine) => machine.freeze(), end };
  const cut = { begin: (machine: Machine) => machine.cut(), end };
  const strikes: readonly Strike[] = [
    ...Array.from({ length: kills }, (_, at) => ({ ...kill, name: `the primary killed (${at + 1})` })),
    { ...freeze, name: 'the primary frozen', role: 'leader' },
    { ...cut, name: 'the primary cut off', role: 'leader' },
    { ...cut, name: 'the synchronous standby cut off', role: 'sync_standby' },
  ];
  return strikes.filter(({ begin }) => begin !== cut.begin || network.cut !== null);
}

async function run({ name, role, begin, end }: Strike, cluster: Cluster, load: Load): Promise<Event> {
  await until('The start of a strike', 120, () => cluster.isWhole());
  const [machine] = await cluster.find(role);
  if (machine === undefined) throw new Error(`There is no ${role}.`);
  const over = new AbortController();
  const direct = load.writeDirectly(name, () => serverOf(machine), over.signal);
  await wait(1_000);
  const from = performance.now();
  begin(machine);
  await until('The change of roles', 60, async () => {
    const found = await cluster.find(role);
    return found.length > 0 && !found.includes(machine);
  });
  const before = load.acknowledged.length;
  await until('The return of writing', 60, () => load.acknowledged.length > before + WRITERS);
  // The machine that was lost tries to go on alone.
  await wait(2_000);
  end(machine);
  await until('The return of the machine', 120, () => cluster.isWhole());
  over.abort();
  await direct;
  const to = performance.now();
  return {
    name,
    writingMs: longestGap(load.acknowledged, from, to),
    readingMs: longestGap(load.served, from, to),
  };
}

/** A connection on the machine itself, as a program there has it. */
const serverOf = ({ socket }: Machine): pg.Client =>
  new pg.Client({
    host: socket,
    user: 'hark',
    password: PASSWORD,
    database: 'hark',
    connectionTimeoutMillis: 2_000,
    query_timeout: 10_000,
  });
