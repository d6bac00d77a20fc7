import { Kysely, PostgresDialect, sql } from 'kysely';
import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { syncFile, syncFolder } from '../synced-files.ts';
import { DatabaseUnusableError } from '../db/errors.ts';
import { type FeatureMigrations, migrate } from '../db/migrate.ts';
import { providerMigrations } from '../db/migrations.ts';
import { ServerPool } from '../db/server-pool.ts';
import {
  backupBefore,
  checkDataFolder,
  databaseFiles,
  type DatabaseFiles,
  SERVER_VERSION,
  upgradeFiles,
  versionOf,
} from '../db/own/data-folder.ts';
import { findPrograms, PACKAGE, type Programs, programsOfPackage } from '../db/own/programs.ts';
import { OwnServer } from '../db/own/server.ts';

/** The packages with the server of an earlier major version. */
const PACKAGED: Readonly<Record<number, string>> = { 17: '17.10.0-beta.17' };

export interface UpgradeOptions {
  readonly dataDir: string;
  readonly migrations: FeatureMigrations;
  /** The folder with the programs of the earlier server. By default those of the machine, else of the registry. */
  readonly earlierBin?: string | undefined;
  /** The folder with the programs of this release's server. By default the best of the machine. */
  readonly postgresBin?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Receives a sentence before each step. */
  readonly onStep: (step: string) => void;
}

export interface Upgraded {
  /** Null if the files were of this version already. */
  readonly from: number | null;
  readonly rows: number;
  /** The backup that was made before. */
  readonly backup: string | null;
  /** The folder with the files of before. */
  readonly kept: string | null;
}

const DONE: Upgraded = { from: null, rows: 0, backup: null, kept: null };

/**
 * Takes the database of a data folder to the server of this release (CAT-314). Both servers run, and all rows go through a
 * backup from one to the other. The files of before stay until the new ones are complete and on the disk. Then two
 * renames exchange them. So an interruption leaves either the files of before, or complete new ones, which another call
 * exchanges for them. The files of before are never deleted.
 *
 * @throws {DatabaseUnusableError}
 */
export async function upgradeDataFolder(options: UpgradeOptions): Promise<Upgraded> {
  const { dataDir, onStep } = options;
  const files = databaseFiles(dataDir);
  const { next, work, fetched } = upgradeFiles(files);
  if (!existsSync(files.folder)) {
    throw new DatabaseUnusableError(`The data folder ${dataDir} has no database.`);
  }
  if (!existsSync(files.data) && existsSync(next)) {
    onStep('An earlier upgrade was interrupted. It goes on.');
    // The earlier server writes to the path of its files until it has ended.
    await OwnServer.checkFree(dataDir, options.postgresBin);
    replaceFiles(files, next);
  }
  const from = versionOf(files);
  if (from !== null && from < SERVER_VERSION) return copyFrom(from, options);
  checkDataFolder(files, false);
  for (const path of [work, fetched]) rmSync(path, { recursive: true, force: true });
  return DONE;
}

async function copyFrom(from: number, options: UpgradeOptions): Promise<Upgraded> {
  const { dataDir, onStep } = options;
  const files = databaseFiles(dataDir);
  const { next, work, fetched, kept } = upgradeFiles(files, from);
  if (existsSync(kept)) {
    throw new DatabaseUnusableError(`${kept} is there already, from an earlier upgrade. Move it away first.`);
  }
  const backup = backupBefore(dataDir, SERVER_VERSION);
  onStep(`Looking for PostgreSQL ${from}.`);
  const programs = await earlierPrograms(from, fetched, options);
  onStep(`Starting PostgreSQL ${programs.version}, as the database was made by it.`);
  const earlier = await OwnServer.open({
    dataDir,
    user: 'restore',
    reset: false,
    onTrouble: onStep,
    programs,
  });
  // From here on, nobody else has the folder. What an interrupted upgrade left is of rows that may have changed since.
  let rows = 0;
  try {
    for (const path of [next, work]) rmSync(path, { recursive: true, force: true });
    onStep(`Writing all rows to ${backup}.`);
    await withDatabase(earlier.url, (db) => makeBackup(db, backup, options.now));
    rows = await makeFiles(backup, options);
    onStep('Exchanging the files.');
    const made = databaseFiles(work);
    await syncAll(made.data);
    renameSync(made.data, next);
    syncFolder(files.folder);
    onStep('The new files are complete.');
    renameSync(files.data, kept);
    syncFolder(files.folder);
    onStep('The files of before are put aside.');
  } finally {
    // A server that ends in order writes to the path of its files, where the new ones will be. It ends at once instead, and
    // keeps every row. Nobody else starts one meanwhile, because no files have that path.
    await earlier.close(existsSync(files.data) ? 'SIGINT' : 'SIGQUIT');
    for (const path of [work, fetched]) rmSync(path, { recursive: true, force: true });
  }
  replaceFiles(files, next);
  onStep('The new files are in their place.');
  return { from, rows, backup, kept };
}

/** Another call of the command may have done it at the same time. */
function replaceFiles(files: DatabaseFiles, next: string): void {
  if (!existsSync(files.data)) renameSync(next, files.data);
  syncFolder(files.folder);
}

/**
 * Makes the files of this release's server, with the rows of a backup.
 *
 * @returns how many rows they have
 */
async function makeFiles(
  backup: string,
  { dataDir, migrations, ...options }: UpgradeOptions,
): Promise<number> {
  const { onStep } = options;
  const files = databaseFiles(dataDir);
  const { work } = upgradeFiles(files);
  const owner = statSync(files.folder);
  mkdirSync(work, { mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(work, owner.uid, owner.gid);
  onStep(`Making the files of PostgreSQL ${SERVER_VERSION}.`);
  const fresh = await OwnServer.open({
    dataDir: work,
    user: 'restore',
    reset: false,
    onTrouble: onStep,
    programs: options.postgresBin,
  });
  try {
    onStep('Reading all rows into them.');
    const secret = readFileSync(files.password, 'utf8').trim();
    const { rows } = await withDatabase(fresh.url, (db) => fill(db, backup, migrations, secret));
    return rows;
  } finally {
    await fresh.close();
  }
}

/** @param secret the password of the folder, so that only the files of the server are exchanged */
async function fill(
  db: Kysely<unknown>,
  backup: string,
  features: FeatureMigrations,
  secret: string,
): Promise<{ readonly rows: number }> {
  const migrations = { ...features, provider: providerMigrations };
  await migrate(db, migrations);
  const restored = await restoreBackup(db, backup, migrations);
  await sql`alter role current_user password ${sql.lit(secret)}`.execute(db);
  return restored;
}

/** Work on all rows may take hours. */
const LIMITS = { connect: 10_000, lock: 60_000, statement: 6 * 3_600_000, response: 7 * 3_600_000 };

async function withDatabase<Result>(
  url: string,
  use: (db: Kysely<unknown>) => Promise<Result>,
): Promise<Result> {
  const pool = new ServerPool({ url, connections: 3, limits: LIMITS });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}

/** Puts every file of a server on the disk, before the files get their names. */
async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncAll(path);
    else if (entry.isFile()) await syncFile(path);
  }
  syncFolder(folder);
}

/** @throws {DatabaseUnusableError} if they are neither here nor to be had */
async function earlierPrograms(
  major: number,
  folder: string,
  { earlierBin, onStep }: UpgradeOptions,
): Promise<Programs> {
  if (earlierBin !== undefined) return only(await findPrograms(major, earlierBin, 'EARLIER_POSTGRES_BIN'));
  const installed = await findPrograms(major).catch(() => []);
  if (installed.length > 0) return only(installed);
  const version = PACKAGED[major];
  const reason =
    version === undefined ? 'no package has it' : await fetchPackage(`${PACKAGE}@${version}`, folder, onStep);
  if (reason === null) return programsOfPackage(join(folder, 'node_modules', PACKAGE));
  throw new DatabaseUnusableError(
    `PostgreSQL ${major}, which made the database, is not on this machine, and it could not be fetched: ${reason}. ` +
      'Install it, or name the folder of its programs with EARLIER_POSTGRES_BIN.',
  );
}

const only = ([best]: readonly Programs[]): Programs => {
  if (best === undefined) throw new DatabaseUnusableError('There is no PostgreSQL server.');
  return best;
};

/** @returns why a package could not be fetched; null if it was */
async function fetchPackage(
  name: string,
  folder: string,
  onStep: UpgradeOptions['onStep'],
): Promise<string | null> {
  onStep(`Fetching ${name}.`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    name,
  ];
  return promisify(execFile)('npm', args, { cwd: folder, shell: process.platform === 'win32' }).then(
    () => null,
    (error: unknown) => (error instanceof Error ? (error.message.split('\n').at(1) ?? error.message) : ''),
  );
}
