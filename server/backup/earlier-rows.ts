import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseUnusableError } from '../db/errors.ts';
import type { EarlierRows, FeatureMigrations } from '../db/migrate.ts';
import { BackupError, makeBackup, type RanMigrations } from './make-backup.ts';
import { readHead } from './restore-backup.ts';

/** The names of the backups in a data folder. The upgrade to another major version of PostgreSQL makes one, too. */
const KEPT = /^before-.+\.gz$/;

/**
 * Keeps the rows of an earlier release as a backup in the data folder (CAT-323). The earlier release can restore it, while it
 * cannot read the changed tables.
 *
 * @param say receives a sentence about the backup
 */
export const keepEarlierRows = (dataDir: string, say: (sentence: string) => void): EarlierRows => ({
  async keep(db, [first = '']) {
    // Each change of the tables has its own file, so that no later change replaces it.
    const file = join(dataDir, `before-${first.replace('/', '-')}.gz`);
    try {
      await makeBackup(db, file, Date.now());
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      throw new DatabaseUnusableError(
        `This release changes the tables of the database, and keeps all rows in ${file} before. ${error.message} ` +
          'The database is as it was.',
        { cause: error },
      );
    }
    say(`This release changes the tables. All rows of before are in ${file}`);
  },

  async wayBack(migrations) {
    const names = (await readdir(dataDir)).filter((name) => KEPT.test(name));
    const heads = await Promise.all(
      names.map(async (name) => ({ file: join(dataDir, name), head: await readHead(join(dataDir, name)) })),
    );
    const [newest] = heads
      .flatMap(({ file, head }) =>
        head !== null && canRestore(head.migrations, migrations) ? [{ file, madeAt: head.made_at }] : [],
      )
      .toSorted((one, other) => other.madeAt.localeCompare(one.madeAt));
    if (newest === undefined) return null;
    return (
      `Or go back to the rows of ${newest.madeAt}, with this release: ` +
      `npm run admin -- restore ${newest.file} --data-dir NEW_FOLDER  ` +
      '(then copy the folders uploads, pdf and media into it). What was stored later is not in this backup.'
    );
  },
});

const canRestore = (made: RanMigrations, migrations: FeatureMigrations): boolean =>
  Object.entries(made).every(([owner, names]) =>
    names.every((name) => Object.hasOwn(migrations[owner] ?? {}, name)),
  );
