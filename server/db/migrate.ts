import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import { exclusively } from './exclusive.ts';
import { DatabaseUnavailableError } from './errors.ts';
import { checkWhole, noteParts } from './whole.ts';

/** The migrations of features that own their tables, by the name of the feature. */
export type FeatureMigrations = Readonly<Record<string, Readonly<Record<string, Migration>>>>;

/** A migration of plain statements, such as the first one of each owner of tables. */
export const statements = (...texts: readonly string[]): Migration => ({
  async up(db) {
    for (const text of texts) await sql.raw(text).execute(db);
  },
});

/** A newer release has changed the tables. The message tells what to do. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

/** Takes care of the rows of an earlier release, of which no later one can read the tables (CAT-323). */
export interface EarlierRows {
  /**
   * Called before the tables of an earlier release change.
   *
   * @param pending the migrations that follow, such as `provider/0004_reports`
   */
  keep<Tables>(db: Kysely<Tables>, pending: readonly string[]): Promise<void>;
  /** @returns what an operator does to go back to the release of these migrations; null if nothing was kept */
  wayBack(migrations: FeatureMigrations): Promise<string | null>;
}

/** Milliseconds. Whoever waits for a table behind this statement waits as long, so it is shorter than their limit. */
const TABLE_LOCK_MS = 1_000;
const ATTEMPTS = 60;
const PAUSE_MS = 1_000;

/**
 * Brings the tables up to date, in one transaction. Each owner has its own record of the migrations that ran, so the
 * numbers of two owners cannot collide. Processes that start together on one server wait for each other. A migration that
 * has to wait for a table gives up after a second and tries again, so that other processes can go on.
 *
 * @throws {NewerDatabaseError}
 * @throws {DatabaseUnusableError} if the database is not whole
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  owners: FeatureMigrations,
  earlier?: EarlierRows,
): Promise<void> {
  const pending = await db.transaction().execute((transaction) => pendingOf(transaction, owners));
  if (pending.length > 0) await earlier?.keep(db, pending);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await exclusively(db, 'migrations', async (transaction) => {
        await sql`select set_config('lock_timeout', ${String(TABLE_LOCK_MS)}, true),
          set_config('statement_timeout', '0', true)`.execute(transaction);
        await runMigrations(transaction, owners);
      });
      return;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError) || attempt === ATTEMPTS) throw error;
    }
    await wait(PAUSE_MS);
  }
}

/**
 * Runs the migrations that did not run yet, in a transaction of the caller.
 *
 * @throws {NewerDatabaseError}
 * @throws {DatabaseUnusableError} if the database is not whole
 */
export async function runMigrations<Tables>(
  db: Transaction<Tables>,
  owners: FeatureMigrations,
): Promise<void> {
  await checkWhole(db);
  let isChanged = false;
  for (const [owner, migrations] of Object.entries(owners)) {
    if (await run(db, owner, migrations)) isChanged = true;
  }
  if (isChanged) await noteParts(db);
}

/**
 * Runs the migrations of one owner that did not run yet. Kysely's own migrator does not fit: docs/decisions/database.md.
 *
 * @returns true if one ran
 */
async function run<Tables>(
  db: Transaction<Tables>,
  owner: string,
  migrations: Readonly<Record<string, Migration>>,
): Promise<boolean> {
  const table = sql.table(`${owner}_migrations`);
  // The statement would log a notice if the table exists.
  if (!(await hasRecord(db, owner))) {
    await sql`create table ${table} (name varchar(255) primary key, "timestamp" varchar(255) not null)`.execute(
      db,
    );
  }
  const open = openOf(owner, migrations, await doneOf(db, owner));
  for (const [name, migration] of open) {
    try {
      await migration.up(db);
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error;
      throw new Error(`The migration ${owner}/${name} failed.`, { cause: error });
    }
    await sql`insert into ${table} (name, "timestamp") values (${name}, ${new Date().toISOString()})`.execute(
      db,
    );
  }
  return open.length > 0;
}

async function hasRecord<Tables>(db: Transaction<Tables>, owner: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass(${`${owner}_migrations`}) is not null as exists`.execute(db);
  return rows[0]?.exists === true;
}

/** The names of the migrations of an owner that ran. */
async function doneOf<Tables>(db: Transaction<Tables>, owner: string): Promise<ReadonlySet<string>> {
  const table = sql.table(`${owner}_migrations`);
  const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/**
 * The migrations that did not run yet, in their order.
 *
 * @throws {NewerDatabaseError} if one ran that this release does not know
 */
function openOf(
  owner: string,
  migrations: Readonly<Record<string, Migration>>,
  done: ReadonlySet<string>,
): readonly (readonly [name: string, migration: Migration])[] {
  const unknown = [...done].filter((name) => !Object.hasOwn(migrations, name)).toSorted();
  if (unknown.length > 0) {
    throw new NewerDatabaseError(
      'A newer release has changed the tables of this database ' +
        `(${unknown.map((name) => `${owner}/${name}`).join(', ')}). Start that release or a later one.`,
    );
  }
  return Object.entries(migrations)
    .filter(([name]) => !done.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** The migrations that change the tables of an earlier release. None if the database has no tables yet. */
async function pendingOf<Tables>(
  db: Transaction<Tables>,
  owners: FeatureMigrations,
): Promise<readonly string[]> {
  await checkWhole(db);
  const pending: string[] = [];
  let isEmpty = true;
  for (const [owner, migrations] of Object.entries(owners)) {
    const done = (await hasRecord(db, owner)) ? await doneOf(db, owner) : new Set<string>();
    if (done.size > 0) isEmpty = false;
    pending.push(...openOf(owner, migrations, done).map(([name]) => `${owner}/${name}`));
  }
  return isEmpty ? [] : pending;
}
