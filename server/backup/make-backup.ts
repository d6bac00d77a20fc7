import { type Kysely, sql, type Transaction } from 'kysely';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BackupError, FORMAT, MARK, VERSION } from './format.ts';
import { migrationsOf, tablesOf } from './tables.ts';

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
        // A file of before, or a link, would keep its own mode and place.
        await rm(part, { force: true });
        await pipeline(lines, createGzip(), createWriteStream(part, { flags: 'wx', mode: 0o600 }));
      });
    await rename(part, file);
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
