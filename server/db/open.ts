import { PGlite } from '@electric-sql/pglite';
import { Kysely, type LogConfig, PostgresDialect, type PostgresPool } from 'kysely';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Database, Tables } from './database.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { PglitePool } from './pglite-pool.ts';

/** Where the rows are: in a folder, in memory (gone at the end), or at a PostgreSQL server. */
export type DatabaseLocation =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'memory'; readonly image?: Blob }
  | { readonly kind: 'server'; readonly url: string };

export interface OpenDatabase {
  readonly db: Database;
  /** A copy of a database in memory, from which another can start. */
  dump(): Promise<Blob>;
  close(): Promise<void>;
}

const CONNECTIONS = 10;
const BIGINT_OID = 20;

/**
 * Opens the database and brings its tables up to date.
 *
 * @param log told of every statement; for tests that read query plans
 * @throws {FolderInUseError} when another process has the folder open
 */
export async function openDatabase(location: DatabaseLocation, log?: LogConfig): Promise<OpenDatabase> {
  const lock = location.kind === 'folder' ? prepareFolder(location.path) : null;
  try {
    const { pool, dump } = await openPool(location);
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...(log && { log }) });
    await migrate(db);
    const close = async (): Promise<void> => {
      await db.destroy();
      lock?.release();
    };
    return { db, dump, close };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

function prepareFolder(path: string): FolderLock {
  mkdirSync(path, { recursive: true });
  return lockFolder(path);
}

async function openPool(
  location: DatabaseLocation,
): Promise<{ pool: PostgresPool; dump: () => Promise<Blob> }> {
  if (location.kind === 'server') {
    return {
      pool: serverPool(location.url),
      dump: () => Promise.reject(new Error('A server dumps itself.')),
    };
  }
  const database =
    location.kind === 'folder'
      ? await PGlite.create({ dataDir: join(location.path, 'pages') })
      : await PGlite.create(location.image ? { loadDataDir: location.image } : {});
  return { pool: new PglitePool(database), dump: () => database.dumpDataDir('none') };
}

function serverPool(connectionString: string): PostgresPool {
  const types = new pg.TypeOverrides();
  // Counts and epoch milliseconds fit a number, and the embedded database hands out numbers.
  types.setTypeParser(BIGINT_OID, Number);
  const pool = new pg.Pool({ connectionString, max: CONNECTIONS, types });
  // A connection that breaks while idle is replaced at the next call; unheard, the event would end the process.
  pool.on('error', () => undefined);
  return pool;
}
