import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import * as v from 'valibot';
import type { Tables } from 'audio-streaming-provider/members/tables';
import { addListeners, tokensOf } from '../bench/provider/listeners.ts';
import { tokenOf } from 'audio-streaming-provider/test/support/provider';
import type { Stored } from './report.ts';
import type { Listener } from './load.ts';
import { PASSWORD, deployed, type Machine, startIn } from './machine.ts';

const responseShape = v.object({
  members: v.array(v.object({ name: v.string(), role: v.string(), state: v.string() })),
});

export type Role = 'leader' | 'sync_standby';

/** The machines, as they see each other. */
export class Cluster {
  constructor(private readonly machines: readonly Machine[]) {}

  /** The machines that have a role. None if nobody has it, or nobody responds. */
  async find(role: Role): Promise<readonly Machine[]> {
    const members = await this.ask();
    return this.machines.filter(({ name }) =>
      members.some(
        (each) => each.name === name && each.role === role && /running|streaming/.test(each.state),
      ),
    );
  }

  /** Whether one machine is the primary, and each other one has every commit of it. */
  async isWhole(): Promise<boolean> {
    const [primaries, standbys] = [await this.find('leader'), await this.find('sync_standby')];
    return primaries.length === 1 && standbys.length === this.machines.length - 1;
  }

  /** What the first machine says that can ask the others. */
  private async ask(): Promise<v.InferOutput<typeof responseShape>['members']> {
    return Promise.any(
      this.machines.map(async ({ address }) => {
        const response = await fetch(`http://${address}:8008/cluster`, {
          signal: AbortSignal.timeout(2_000),
        });
        return v.parse(responseShape, await response.json()).members;
      }),
    ).catch(() => []);
  }
}

/** @throws {Error} if it takes too long */
export async function until(
  what: string,
  seconds: number,
  holds: () => Promise<boolean> | boolean,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what} took longer than ${seconds} s.`);
    await wait(200);
  }
}

const PROVIDER = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const PORT = '4321';

/** Starts the proxy of a provider, which finds the primary. Both listen at an address of their own. */
export function startProxy(root: string, address: string, machines: readonly Machine[]): void {
  const folder = join(root, address);
  mkdirSync(folder);
  startIn(folder, ['haproxy', '-db', '-f', deployed('haproxy.cfg')], {
    LISTEN: address,
    ...Object.fromEntries(machines.map((machine, at) => [`DATABASE_${at + 1}`, machine.address])),
  });
}

/** @returns the origin of the provider, once it is ready */
export async function startProvider(root: string, address: string): Promise<string> {
  const folder = join(root, address);
  startIn(folder, [process.execPath, '--import', import.meta.resolve('tsx'), PROVIDER], {
    HOST: address,
    PORT,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: databaseUrl(address, 5432),
    DATABASE_DIRECT_URL: databaseUrl(address, 5433),
  });
  const origin = `http://${address}:${PORT}`;
  await until('The start of a provider', 120, () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return origin;
}

const databaseUrl = (host: string, port: number): string =>
  `postgresql://hark:${PASSWORD}@${host}:${port}/hark`;

/** Makes the user and the database of the providers, and a table for writes of our own. */
export async function prepareDatabase(host: string): Promise<void> {
  const administrator = { host, port: 5433, user: 'postgres', password: PASSWORD, database: 'postgres' };
  await until('The proxy', 30, () => isReachable(administrator));
  await run(administrator, [
    `create role hark login password '${PASSWORD}'`,
    "create database hark owner hark encoding 'UTF8' template template0",
  ]);
  await run({ connectionString: databaseUrl(host, 5433) }, [
    'create table trial_writes (name text primary key)',
  ]);
}

/** Adds listeners, and signs them in. They share the providers evenly. */
export async function signIn(
  host: string,
  origins: readonly string[],
  count: number,
): Promise<readonly Listener[]> {
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl(host, 5433) }) }),
  });
  const [origin = ''] = origins;
  await addListeners(db, 0, count, Date.now());
  const tokens = await tokensOf(db, await tokenOf(origin, 'monthly@listener.test'), count, count);
  await db.destroy();
  return tokens.map((token, at) => ({
    sub: `bench-${at}`,
    token,
    origin: origins[at % origins.length] ?? origin,
  }));
}

/** Reads at the primary what the writers wrote. */
export async function readStored(host: string): Promise<Stored> {
  await until('The last look at the primary', 60, () =>
    isReachable({ connectionString: databaseUrl(host, 5433) }),
  );
  const [states = [], royalties = []] = await run({ connectionString: databaseUrl(host, 5433) }, [
    `select 'position of ' || sub as name, last_position::text as value from playback_positions
      where item_id = 'the-olive-year'
    union all select 'name of ' || sub, full_name from listeners
    union all select 'favourite of ' || sub, exists (
      select from favorite_items where favorite_items.sub = listeners.sub and item_id = 'the-olive-year'
    )::text from listeners
    union all select name, 'stored' from trial_writes`,
    'select sub as name, sum(duration)::text as value from royalty_reports group by sub',
  ]);
  return {
    states: new Map(states.map(({ name, value }) => [name, value])),
    royalties: new Map(royalties.map(({ name, value }) => [name, Number(value)])),
  };
}

const isReachable = (connection: pg.ClientConfig): Promise<boolean> =>
  run(connection, ['select 1']).then(
    () => true,
    () => false,
  );

/** Runs statements one after the other. */
async function run(
  connection: pg.ClientConfig,
  statements: readonly string[],
): Promise<readonly { readonly name: string; readonly value: string }[][]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const results = [];
    for (const statement of statements)
      results.push((await client.query<{ name: string; value: string }>(statement)).rows);
    return results;
  } finally {
    await client.end();
  }
}
