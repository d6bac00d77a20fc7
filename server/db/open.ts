import { PGlite } from '@electric-sql/pglite';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type LogConfig,
  PostgresDialect,
  type PostgresPool,
  sql,
} from 'kysely';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyImage } from './empty-image.ts';
import { exclusively, type RunAlone } from './exclusive.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { type FeatureMigrations, migrate } from './migrate.ts';
import { providerMigrations } from './migrations.ts';
import { PglitePool } from './pglite-pool.ts';
import { type PoolLimits, sentenceOf, ServerPool } from './server-pool.ts';
import { ServerTime } from './server-time.ts';

/** Where the rows are stored: in a folder, in memory until the process ends, or on a PostgreSQL server. */
export type DatabaseLocation =
  | {
      readonly kind: 'folder';
      readonly path: string;
      readonly images: string;
      /** Deletes all rows first. */
      readonly reset: boolean;
    }
  | { readonly kind: 'memory'; readonly images: string }
  | ServerLocation;

interface ServerLocation {
  readonly kind: 'server';
  readonly url: string;
  /** Where migrations and background work connect, if `url` leads to a pooler. The same as `url` by default. */
  readonly directUrl?: string | undefined;
  /** The most connections at once for requests; 10 by default. Background work has 3 more. */
  readonly connections?: number | undefined;
  /** Receives a sentence when the server fails. */
  readonly onTrouble?: ((sentence: string) => void) | undefined;
}

export interface OpenDatabase<Tables> {
  /** For requests: every statement ends within seconds. */
  readonly db: Kysely<Tables>;
  /** For work in the background, which may take long. The embedded database has only one connection for both. */
  readonly background: Kysely<Tables>;
  /** Epoch milliseconds, by the clock of the database. */
  now(): number;
  /** Numbers of connections for requests, by their state. Undefined for the embedded database, which has only one. */
  readonly connections?: Readonly<Record<'open' | 'idle' | 'waiting', () => number>>;
  /** For longer work than one transaction. Only one process can use an embedded database, so it need not wait. */
  readonly alone: RunAlone;
  /** Makes all statements fail that run, and all later ones. It does nothing to an embedded database. */
  abort(): void;
  close(): Promise<void>;
}

const CONNECTIONS = 10;
const BACKGROUND_CONNECTIONS = 3;
const REQUEST_LIMITS: PoolLimits = { connect: 3_000, lock: 2_000, statement: 4_000, response: 4_500 };
const MINUTE_MS = 60_000;
const BACKGROUND_LIMITS: PoolLimits = {
  connect: 10_000,
  lock: MINUTE_MS,
  statement: 10 * MINUTE_MS,
  response: 11 * MINUTE_MS,
};

/**
 * Opens the database and brings its tables up to date.
 *
 * @typeParam Tables the tables that the migrations make
 * @param features the migrations of the features that own their tables
 * @param log receives every statement, for tests that read query plans
 * @throws {FolderInUseError} when another process has the folder open
 * @throws {DatabaseUnusableError}
 * @throws {NewerDatabaseError} when a newer release has changed the tables
 */
export async function openDatabase<Tables>(
  location: DatabaseLocation,
  features: FeatureMigrations,
  log?: LogConfig,
): Promise<OpenDatabase<Tables>> {
  const migrations = { ...features, provider: providerMigrations };
  return location.kind === 'server'
    ? openServer(location, migrations, log)
    : openEmbedded(location, migrations, log);
}

async function openEmbedded<Tables>(
  location: Exclude<DatabaseLocation, ServerLocation>,
  migrations: FeatureMigrations,
  log?: LogConfig,
): Promise<OpenDatabase<Tables>> {
  const lock = location.kind === 'folder' ? await prepareFolder(location.path) : null;
  try {
    const pool = await embeddedPool(location);
    const db = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool, onCreateConnection: tune }),
      ...(log && { log }),
    });
    try {
      await migrate(db, migrations);
    } catch (error) {
      await db.destroy();
      throw error;
    }
    return {
      db,
      background: db,
      now: () => Date.now(),
      alone: (_name, action) => action(),
      abort: () => undefined,
      async close() {
        await db.destroy();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

async function openServer<Tables>(
  { url, directUrl = url, connections = CONNECTIONS, onTrouble }: ServerLocation,
  migrations: FeatureMigrations,
  log?: LogConfig,
): Promise<OpenDatabase<Tables>> {
  const requests = new ServerPool({ url, connections, limits: REQUEST_LIMITS, onTrouble });
  const work = new ServerPool({
    url: directUrl,
    connections: BACKGROUND_CONNECTIONS,
    limits: BACKGROUND_LIMITS,
    onTrouble,
  });
  const over = (pool: PostgresPool): Kysely<Tables> =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...(log && { log }) });
  const db = over(requests);
  const background = over(work);
  const close = async (): Promise<void> => {
    await Promise.all([db.destroy(), background.destroy()]);
  };
  const directVariable = directUrl === url ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  try {
    await reach(background, directVariable);
    if (directUrl !== url) await reach(db, 'DATABASE_URL');
    await migrate(background, migrations).catch((error: unknown) => {
      throw refusalOf(error, directVariable) ?? error;
    });
    const time = await ServerTime.open(background);
    return {
      db,
      background,
      now: () => time.now(),
      connections: requests.numbers,
      // The lock has a connection of its own, and the action uses others.
      alone: (name, action) => exclusively(background, name, () => action()),
      abort() {
        requests.abort();
        work.abort();
      },
      async close() {
        time.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The database cannot be used as it is, or its server does not respond. The message has the reason. */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError';
}

/** Checks what would fail much later otherwise (CAT-105). */
async function reach<Tables>(db: Kysely<Tables>, variable: string): Promise<void> {
  const { encoding, readOnly } = await askSettings(db, variable);
  if (encoding !== 'UTF8') {
    throw new DatabaseUnusableError(
      `The database of ${variable} has the encoding ${encoding}, which cannot store every title. Make one with ` +
        "create database … encoding 'UTF8' template template0.",
    );
  }
  if (readOnly === 'on') {
    throw new DatabaseUnusableError(
      `The database of ${variable} is read-only. Name the server that accepts changes.`,
    );
  }
}

async function askSettings<Tables>(
  db: Kysely<Tables>,
  variable: string,
): Promise<{ readonly encoding: string; readonly readOnly: string }> {
  try {
    const { rows } = await sql<{ encoding: string; readOnly: string }>`
      select current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as "readOnly"
    `.execute(db);
    return rows[0] ?? (await Promise.reject(new Error('the server said nothing about itself')));
  } catch (error) {
    const reason = sentenceOf(error instanceof Error && error.cause !== undefined ? error.cause : error);
    throw new DatabaseUnusableError(`The database server of ${variable} cannot be used: ${reason}`, {
      cause: error,
    });
  }
}

const NOT_PERMITTED = '42501';

/** @returns null if the error says nothing about what the user of the database may do */
function refusalOf(error: unknown, variable: string): DatabaseUnusableError | null {
  for (const each of [error, error instanceof Error ? error.cause : null]) {
    if (!(each instanceof Error && 'code' in each && each.code === NOT_PERMITTED)) continue;
    return new DatabaseUnusableError(
      `The user of ${variable} may not change the tables: ${each.message}. Make this user the owner of its database.`,
      { cause: error },
    );
  }
  return null;
}

async function prepareFolder(path: string): Promise<FolderLock> {
  mkdirSync(path, { recursive: true });
  return lockFolder(path);
}

async function embeddedPool(location: Exclude<DatabaseLocation, ServerLocation>): Promise<PostgresPool> {
  if (location.kind === 'memory') {
    return new PglitePool(await PGlite.create({ loadDataDir: await emptyImage(location.images) }));
  }
  const dataDir = join(location.path, 'pages');
  const unpacked = join(location.path, 'unpacked');
  if (existsSync(unpacked) && !location.reset) return new PglitePool(await PGlite.create(dataDir));
  // A process that was killed while it unpacked the empty database may have left a part of it.
  rmSync(unpacked, { force: true });
  rmSync(dataDir, { recursive: true, force: true });
  const database = await PGlite.create(dataDir, { loadDataDir: await emptyImage(location.images) });
  writeFileSync(unpacked, '');
  return new PglitePool(database);
}

/** Pages are in memory or on a solid-state disk, so random reads cost little more than sequential reads. */
async function tune(connection: DatabaseConnection): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw('set random_page_cost = 1.1'));
}
