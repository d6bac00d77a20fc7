import { type Kysely, sql, type Transaction } from 'kysely';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import * as v from 'valibot';
import { syncFolder } from '../synced-files.ts';

/*
 * A backup is a text in gzip, line by line: the head, then for each table a line that starts with `#` and one line of
 * JSON for each row, then the end. The rows are the JSON of the database itself, so no number loses digits.
 */

const FORMAT = 'audio-streaming-backup';
const VERSION = 1;

/** The start of a line that is not a row. */
export const MARK = '#';

export const head = v.object({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  made_at: v.string(),
  migrations: v.record(v.string(), v.array(v.string())),
});

export const tableLine = v.object({ table: v.string(), columns: v.array(v.string()) });

/** The last line. A file without it was cut off. */
export const endLine = v.object({ rows: v.number() });

/** A backup cannot be made, read or restored. The message names the reason. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

export interface StoredTable {
  readonly name: string;
  /** The columns that are stored, without those that the database computes. */
  readonly columns: readonly string[];
}

/** The migrations that ran, by their owner. A backup can only be restored into the same tables. */
export type RanMigrations = Readonly<Record<string, readonly string[]>>;

const MIGRATIONS = '_migrations';

/** Columns that a trigger of the database computes (CAT-101). */
const COMPUTED: Readonly<Record<string, string>> = { items: 'version' };

const isComputed = (table: string, column: string): boolean => COMPUTED[table] === column;

/**
 * All tables except the records of migrations, the counts of requests, the claims of running uploads, the running
 * providers, the chosen files of podcasts, and the words that the database makes of the titles. A table comes after the tables that its rows refer to.
 */
export async function tablesOf<Tables>(db: Kysely<Tables>): Promise<readonly StoredTable[]> {
  const { rows } = await sql<{ name: string; columns: string[]; needs: string[] | null }>`
    select tables.table_name as name,
      (select json_agg(column_name order by ordinal_position) from information_schema.columns
        where table_schema = current_schema() and table_name = tables.table_name and is_generated = 'NEVER') as columns,
      (select json_agg(distinct needed.relname) from pg_constraint
        join pg_class needed on needed.oid = pg_constraint.confrelid
        where contype = 'f' and conrelid = format('%I', tables.table_name)::regclass) as needs
    from information_schema.tables as tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and right(table_name, ${MIGRATIONS.length}) <> ${MIGRATIONS}
      -- These rows are only valid for a short time. The database makes those of search_words itself.
      and table_name not in ('request_counts', 'claimed_keys', 'running_providers', 'feed_pins', 'search_words')
    order by name
  `.execute(db);
  const needs = new Map(rows.map((row) => [row.name, row.needs ?? []]));
  const ordered = new Set<string>();
  const add = (name: string): void => {
    if (ordered.has(name)) return;
    for (const needed of needs.get(name) ?? []) if (needed !== name) add(needed);
    ordered.add(name);
  };
  for (const { name } of rows) add(name);
  const columns = new Map(rows.map((row) => [row.name, row.columns]));
  return [...ordered].map((name) => ({
    name,
    columns: (columns.get(name) ?? []).filter((column) => !isComputed(name, column)),
  }));
}

export async function migrationsOf<Tables>(db: Kysely<Tables>): Promise<RanMigrations> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and right(table_name, ${MIGRATIONS.length}) = ${MIGRATIONS}
    order by table_name
  `.execute(db);
  const ran: Record<string, readonly string[]> = {};
  for (const { name } of rows) {
    const found = await sql<{ name: string }>`select name from ${sql.table(name)} order by name`.execute(db);
    ran[name.slice(0, -MIGRATIONS.length)] = found.rows.map((row) => row.name);
  }
  return ran;
}

export interface Backup {
  readonly tables: number;
  readonly rows: number;
}

const ROWS_AT_ONCE = 500;

/**
 * Writes all rows of the database into a file, as they were at one moment. The provider may be running. The file is only
 * there when it is complete, and only its owner can read it, because it holds password verifiers and keys.
 *
 * @param file absolute path
 * @param now epoch milliseconds
 * @throws {BackupError} if the file cannot be written
 */
export async function makeBackup<Tables>(db: Kysely<Tables>, file: string, now: number): Promise<Backup> {
  const part = `${file}.part`;
  const made = { tables: 0, rows: 0 };
  try {
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        const lines = Readable.from(linesOf(transaction, now, made));
        // An existing file or link would keep its own mode and location.
        await rm(part, { force: true });
        await pipeline(
          lines,
          createGzip(),
          createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
        );
      });
    await rename(part, file);
    syncFolder(dirname(file));
    return made;
  } catch (error) {
    await rm(part, { force: true });
    if (error instanceof Error && 'syscall' in error) {
      throw new BackupError(`The backup could not be written: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

async function* linesOf<Tables>(
  db: Transaction<Tables>,
  now: number,
  made: { tables: number; rows: number },
): AsyncGenerator<string> {
  const migrations = await migrationsOf(db);
  yield `${JSON.stringify({ format: FORMAT, version: VERSION, made_at: new Date(now).toISOString(), migrations })}\n`;
  for (const { name, columns } of await tablesOf(db)) {
    yield `${MARK}${JSON.stringify({ table: name, columns })}\n`;
    made.tables += 1;
    const selected = sql.join(columns.map((column) => sql.ref(column)));
    await sql`declare backup no scroll cursor for
      select row_to_json(stored)::text as row from (select ${selected} from ${sql.table(name)}) as stored
    `.execute(db);
    for (;;) {
      const { rows } = await sql<{ row: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from backup`.execute(db);
      if (rows.length === 0) break;
      made.rows += rows.length;
      // A line break in JSON is between values, never in one.
      yield rows.map(({ row }) => `${row.replaceAll('\n', ' ')}\n`).join('');
    }
    await sql`close backup`.execute(db);
  }
  yield `${MARK}${JSON.stringify({ rows: made.rows })}\n`;
}
