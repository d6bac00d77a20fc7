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
import pg from 'pg';
import { emptyImage } from './empty-image.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { type FeatureMigrations, migrate } from './migrate.ts';
import { PglitePool } from './pglite-pool.ts';

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
  | { readonly kind: 'server'; readonly url: string };

export interface OpenDatabase<Tables> {
  readonly db: Kysely<Tables>;
  close(): Promise<void>;
}

const CONNECTIONS = 10;
const BIGINT_OID = 20;

/**
 * Opens the database and brings its tables up to date.
 *
 * @typeParam Tables the tables that the migrations make
 * @param features the migrations of the features that own their tables
 * @param log receives every statement, for tests that read query plans
 * @throws {FolderInUseError} when another process has the folder open
 * @throws {DatabaseUnreachableError}
 */
export async function openDatabase<Tables>(
  location: DatabaseLocation,
  features: FeatureMigrations,
  log?: LogConfig,
): Promise<OpenDatabase<Tables>> {
  const lock = location.kind === 'folder' ? await prepareFolder(location.path) : null;
  try {
    const pool = location.kind === 'server' ? serverPool(location.url) : await embeddedPool(location);
    const db = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool, onCreateConnection: tune }),
      ...(log && { log }),
    });
    try {
      if (location.kind === 'server') await reach(db);
      await migrate(db, features);
    } catch (error) {
      await db.destroy();
      throw error;
    }
    const close = async (): Promise<void> => {
      await db.destroy();
      lock?.release();
    };
    return { db, close };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** The database server of `DATABASE_URL` does not respond, or refuses the connection. */
export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachableError';
}

async function reach<Tables>(db: Kysely<Tables>): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    const why = error instanceof Error ? error.message || error.name : String(error);
    throw new DatabaseUnreachableError(`The database server of DATABASE_URL cannot be used: ${why}`, {
      cause: error,
    });
  }
}

async function prepareFolder(path: string): Promise<FolderLock> {
  mkdirSync(path, { recursive: true });
  return lockFolder(path);
}

async function embeddedPool(
  location: Exclude<DatabaseLocation, { readonly kind: 'server' }>,
): Promise<PostgresPool> {
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

function serverPool(connectionString: string): PostgresPool {
  const types = new pg.TypeOverrides();
  // Counts and epoch milliseconds fit into a number. The embedded database returns numbers, too.
  types.setTypeParser(BIGINT_OID, Number);
  const pool = new pg.Pool({ connectionString, max: CONNECTIONS, types });
  // An idle connection that breaks is replaced at the next call. Without a handler, the event would end the process.
  pool.on('error', () => undefined);
  return pool;
}
