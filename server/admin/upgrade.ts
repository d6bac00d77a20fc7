import { upgradeDataFolder } from '../backup/upgrade-folder.ts';
import { SERVER_VERSION } from '../db/own/data-folder.ts';
import type { Given } from '../given.ts';
import { MIGRATIONS } from '../parts/index.ts';
import type { AdminOutput } from './command.ts';

/**
 * The command `upgrade`: takes the database of a data folder to the server of this release (CAT-314). It opens no
 * database of this release, because there is none yet.
 *
 * @returns the exit code
 */
export async function upgradeCommand(
  dataDir: string,
  given: Given,
  isJson: boolean,
  out: AdminOutput,
): Promise<number> {
  const upgraded = await upgradeDataFolder({
    dataDir,
    migrations: MIGRATIONS,
    postgresBin: given.variable('POSTGRES_BIN'),
    earlierBin: given.variable('EARLIER_POSTGRES_BIN'),
    now: Date.now(),
    onStep: (step) => {
      if (!isJson) out.line(step);
    },
  });
  const { from, rows, backup, kept } = upgraded;
  if (isJson) out.line(JSON.stringify({ ...upgraded, to: SERVER_VERSION }));
  else if (from === null) out.line(`The database is of PostgreSQL ${SERVER_VERSION}.`);
  else {
    out.line(
      `Took ${rows} rows from PostgreSQL ${from} to ${SERVER_VERSION}. ` +
        `The files of before are in ${kept ?? ''}. Delete them once everything works. ` +
        `To go back, restore ${backup ?? ''} into another folder with the release before.`,
    );
  }
  return 0;
}
