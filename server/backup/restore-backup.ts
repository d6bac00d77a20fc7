import { type Kysely, sql, type Transaction } from 'kysely';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import * as v from 'valibot';
import { type FeatureMigrations, runMigrations } from '../db/migrate.ts';
import { holdOffProviders } from '../db/running-providers.ts';
import { linesOf } from '../text.ts';
import {
  type Backup,
  BackupError,
  endLine,
  head,
  MARK,
  migrationsOf,
  type StoredTable,
  tableLine,
  tablesOf,
} from './make-backup.ts';

/** The most characters of rows in one statement. */
const MOST_CHARACTERS = 2_000_000;

/** The names of migrations, by their owner. */
type MigrationNames = Readonly<Record<string, readonly string[]>>;
export const PROVIDER_RUNS = 'A provider uses this database. Stop it first.';

/** The tables that an empty database has no rows in. */
const OWN = ['items', 'listeners', 'pool_users'];

/**
 * Fills an empty database with the rows of a backup, all of them or none. What the database made by itself, such as its
 * keys, is replaced. A backup of an earlier release goes into the tables of that release, which are then brought up to
 * date (CAT-104).
 *
 * @param file absolute path
 * @param migrations all of this release
 * @throws {BackupError} if a provider uses the database, if it is not empty, or if the backup is damaged or of a later
 *   release
 */
export async function restoreBackup<Tables>(
  db: Kysely<Tables>,
  file: string,
  migrations: FeatureMigrations,
): Promise<Backup> {
  const lines = linesOfBackup(file);
  try {
    return await db.transaction().execute((transaction) => fill(transaction, lines, migrations));
  } catch (error) {
    if (error instanceof Error && ('syscall' in error || isDamage(error))) {
      throw new BackupError(`The backup cannot be read: ${error.message}`, { cause: error });
    }
    throw error;
  } finally {
    await lines.return(undefined);
  }
}

/**
 * Reads when a backup was made, and after which migrations.
 *
 * @returns null if the file is no backup that can be read
 */
export async function readHead(file: string): Promise<v.InferOutput<typeof head> | null> {
  const lines = linesOfBackup(file);
  try {
    const { value } = await lines.next();
    return read(head, parsed(value ?? ''));
  } catch {
    return null;
  } finally {
    await lines.return(undefined);
  }
}

/** True for an error of the decompression, or for a row that the database cannot read or accept. */
const isDamage = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && /^(?:Z_|22|23)/.test(error.code);

async function* linesOfBackup(file: string): AsyncGenerator<string, undefined> {
  const compressed = createReadStream(file);
  const text = createGunzip();
  // An error of the file ends the text, too.
  compressed.on('error', (error) => text.destroy(error));
  compressed.pipe(text);
  try {
    yield* linesOf(text);
  } finally {
    compressed.destroy();
    text.destroy();
  }
}

async function fill<Tables>(
  db: Transaction<Tables>,
  lines: AsyncGenerator<string, undefined>,
  migrations: FeatureMigrations,
): Promise<Backup> {
  const first = await lines.next();
  if (!(await holdOffProviders(db))) throw new BackupError(PROVIDER_RUNS);
  const made = read(head, parsed(first.done === true ? '' : first.value)).migrations;
  const isEarlier = await compareReleases(db, made);
  await requireEmpty(db);
  if (isEarlier) await makeTablesOf(db, only(migrations, made));
  const tables = await tablesOf(db);
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(db);

  const restored = { tables: 0, rows: 0 };
  let into: StoredTable | null = null;
  let waiting: string[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    if (into !== null && waiting.length > 0) await insert(db, into, waiting);
    restored.rows += waiting.length;
    waiting = [];
    characters = 0;
  };
  for await (const line of lines) {
    if (!line.startsWith(MARK)) {
      waiting.push(line);
      characters += line.length;
      if (characters > MOST_CHARACTERS) await flush();
      continue;
    }
    await flush();
    const marked = parsed(line.slice(MARK.length));
    if (v.is(endLine, marked)) {
      if (marked.rows !== restored.rows) break;
      await continueNumbers(db);
      await runMigrations(db, migrations);
      return restored;
    }
    const { table, columns } = read(tableLine, marked);
    into = tables.find(({ name }) => name === table) ?? null;
    if (into === null || columns.some((column) => into?.columns.includes(column) !== true)) break;
    restored.tables += 1;
  }
  throw new BackupError('The backup is damaged: it is not complete. Nothing was restored.');
}

/**
 * @param made the migrations that ran before the backup, by their owner
 * @returns true if the backup is of an earlier release than the tables
 * @throws {BackupError} if it is of a later one
 */
async function compareReleases<Tables>(db: Transaction<Tables>, made: MigrationNames): Promise<boolean> {
  const here = namesIn(await migrationsOf(db));
  const names = namesIn(made);
  const later = names.filter((name) => !here.includes(name));
  if (later.length === 0) return names.length < here.length;
  throw new BackupError(
    `The backup was made by a later release. Restore it with that release. It has: ${later.join(', ')}.`,
  );
}

const namesIn = (migrations: MigrationNames): readonly string[] =>
  Object.entries(migrations).flatMap(([owner, names]) => names.map((name) => `${owner}/${name}`));

const only = (migrations: FeatureMigrations, made: MigrationNames): FeatureMigrations =>
  Object.fromEntries(
    Object.entries(migrations).map(([owner, all]) => [
      owner,
      Object.fromEntries(Object.entries(all).filter(([name]) => made[owner]?.includes(name) === true)),
    ]),
  );

/** Replaces the empty tables of this release by those of an earlier one. */
async function makeTablesOf<Tables>(db: Transaction<Tables>, migrations: FeatureMigrations): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  const schema = sql.id(rows[0]?.name ?? 'public');
  await sql`drop schema ${schema} cascade`.execute(db);
  await sql`create schema ${schema}`.execute(db);
  await runMigrations(db, migrations);
}

async function requireEmpty<Tables>(db: Transaction<Tables>): Promise<void> {
  for (const name of OWN) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length === 0) continue;
    throw new BackupError(
      'This database is not empty. Restore into another --data-dir, or another DATABASE_URL.',
    );
  }
}

async function insert<Tables>(
  db: Transaction<Tables>,
  { name, columns }: StoredTable,
  rows: readonly string[],
): Promise<void> {
  const table = sql.table(name);
  const named = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${table} (${named}) overriding system value
    select ${named} from json_populate_recordset(null::${table}, ${`[${rows.join(',')}]`}::json)
  `.execute(db);
}

/** Lets the numbers of new rows continue after those that were restored. */
async function continueNumbers<Tables>(db: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and (is_identity = 'YES' or starts_with(column_default, 'nextval('))
  `.execute(db);
  for (const { table, column } of rows) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), max(${sql.ref(column)}))
      from ${sql.table(table)} having max(${sql.ref(column)}) is not null
    `.execute(db);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function read<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw new BackupError('This file is not a backup, or it is damaged. Nothing was restored.');
}
