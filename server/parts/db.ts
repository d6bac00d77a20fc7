import type { LogEvent } from 'kysely';
import { resolve } from 'node:path';
import { createClock } from '../clock.ts';
import { keepEarlierRows } from '../backup/earlier-rows.ts';
import { type Given, UsageError } from '../given.ts';
import type { Database, Tables } from '../members/tables.ts';
import { part, type ProviderOptions } from './part.ts';
import { watchPart } from './watch.ts';
import { claimDatabase } from '../claim-database.ts';
import { type DatabaseLocation, openDatabase } from '../db/open.ts';
import type { DatabaseUser } from '../db/own/ownership.ts';
import {
  announceProvider,
  runningProviderMigrations,
  type RunningProviderTables,
} from '../db/running-providers.ts';

declare module './part.ts' {
  interface ProviderOptions {
    /** A PostgreSQL server to use instead of the provider's own, which is in the data folder. */
    readonly databaseUrl?: string | undefined;
    /** The same database without a pooler, for migrations and background work. The same as `databaseUrl` by default. */
    readonly databaseDirectUrl?: string | undefined;
    /** The folder with the programs of the server in the data folder. By default the best of this machine (CAT-310). */
    readonly postgresBin?: string | undefined;
    /** The most connections to that server for requests; 10 by default. */
    readonly databaseConnections?: number | undefined;
    /** Empties the database in the data folder first. */
    readonly reset?: boolean | undefined;
    /** Receives every statement, for tests that read query plans. */
    readonly queryLog?: ((event: LogEvent) => void) | undefined;
  }
}

const MOST_CONNECTIONS = 1000;
const ABORT_MS = 3_000;

/** The database, its clock, and the row that tells other processes that this provider runs. */
export const databasePart = part({
  flags: {
    reset: { type: 'boolean', usage: '--reset         start over: delete everything that listeners did' },
  },
  variables: {
    DATABASE_URL:
      'is the address of another PostgreSQL server. Without it, the provider starts one in the data folder.',
    POSTGRES_BIN:
      'is a folder with the programs of PostgreSQL 18 for the server in the data folder. Without it, the newest counts.',
    DATABASE_CONNECTIONS:
      'is the number of its connections for requests; default 10, and 3 more for background work.',
    DATABASE_DIRECT_URL:
      "is its address without a pooler, for migrations and background work, if DATABASE_URL is a pooler's.",
  },
  migrations: { running: runningProviderMigrations },

  read(given) {
    const reset = given.has('reset');
    const addresses = readDatabase(given);
    if (addresses.databaseUrl !== undefined && reset) {
      throw new UsageError(
        '--reset empties only the database in the data folder. Empty the database of DATABASE_URL yourself.',
      );
    }
    return { ...addresses, reset, databaseConnections: readConnections(given) };
  },

  async open(setup) {
    const { options, log, migrations } = setup;
    const { metrics, traces } = await watchPart.in(setup);
    const opened = await openDatabase<Tables>(locationOf(options, 'provider', log), migrations, (event) => {
      metrics.observeStatement(event);
      traces?.observeStatement(event);
      options.queryLog?.(event);
    });
    setup.onEnd({ close: () => opened.close(), abort: () => opened.abort(), abortMs: ABORT_MS });
    const { db, alone, connections } = opened;
    const background: Database = opened.background;
    const now = (): number => opened.now();
    const running = await announceProvider(background.withTables<RunningProviderTables>(), { now }, log);
    setup.onEnd({ close: () => running.stop() });
    await claimDatabase(db, options.library === undefined ? 'demo' : 'library');
    for (const [state, read] of Object.entries(connections)) {
      metrics.measure({
        name: `database_connections_${state}`,
        help: `Connections for requests: ${state}.`,
        read,
      });
    }
    return { db, background, alone, now, clock: createClock(now) };
  },
});

/** @throws {UsageError} */
export function readDatabase(
  given: Given,
): Pick<ProviderOptions, 'databaseUrl' | 'databaseDirectUrl' | 'postgresBin'> {
  const read = (variable: string): string | undefined => {
    const text = given.variable(variable);
    if (text === undefined || /^postgres(?:ql)?:\/\//.test(text)) return text;
    // The value may contain a password, so it is not repeated.
    throw new UsageError(`${variable} is an address such as postgresql://hark:password@db.example/hark.`);
  };
  return {
    databaseUrl: read('DATABASE_URL'),
    databaseDirectUrl: read('DATABASE_DIRECT_URL'),
    postgresBin: given.variable('POSTGRES_BIN'),
  };
}

function readConnections(given: Given): number | undefined {
  const text = given.variable('DATABASE_CONNECTIONS');
  if (text === undefined) return undefined;
  const connections = Number(text);
  if (/^\d+$/.test(text) && connections >= 1 && connections <= MOST_CONNECTIONS) return connections;
  throw new UsageError(
    `DATABASE_CONNECTIONS must be a whole number from 1 to ${MOST_CONNECTIONS}, not "${text}".`,
  );
}

export function locationOf(
  options: ProviderOptions,
  user: DatabaseUser,
  log?: (line: string) => void,
): DatabaseLocation {
  const { dataDir, databaseUrl: url, databaseDirectUrl: directUrl, postgresBin, reset = false } = options;
  const connections = options.databaseConnections;
  const onTrouble = (sentence: string): void => log?.(`database: ${sentence}`);
  return url === undefined
    ? {
        kind: 'folder',
        dataDir: resolve(dataDir),
        user,
        reset,
        connections,
        onTrouble,
        programs: postgresBin,
        earlierRows: keepEarlierRows(resolve(dataDir), onTrouble),
      }
    : { kind: 'server', url, directUrl, connections, onTrouble };
}
