import { BackupError, makeBackup } from '../backup/make-backup.ts';
import { PROVIDER_RUNS, restoreBackup } from '../backup/restore-backup.ts';
import { isProviderRunning, type RunningProviderTables } from '../db/running-providers.ts';
import { type Commands, say } from './command.ts';

/** The backup of the database. */
export const BACKUP_COMMANDS: Commands = {
  backup: {
    help: 'backup FILE                            everything but the media files, also while the provider runs',
    count: 1,
    async run(call) {
      const { context, subject } = call;
      const { tables, rows } = await makeBackup(context.db, subject, context.clock.now());
      return say(call, `Wrote ${rows} rows of ${tables} tables to ${subject}.`, {
        file: subject,
        tables,
        rows,
      });
    },
  },
  restore: {
    help: 'restore FILE                           into an empty database',
    count: 1,
    async run(call) {
      const { context, subject } = call;
      const { db, clock, migrations } = context;
      if (await isProviderRunning(db.withTables<RunningProviderTables>(), clock)) {
        throw new BackupError(PROVIDER_RUNS);
      }
      const { tables, rows } = await restoreBackup(db, subject, migrations);
      return say(call, `Restored ${rows} rows of ${tables} tables.`, { file: subject, tables, rows });
    },
  },
};
