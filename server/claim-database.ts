import { addSetting, readSetting } from './db/settings.ts';
import type { Database } from './members/tables.ts';

/** What a database belongs to: the source that filled it first. */
export type SourceName = 'demo' | 'library';

/** The database belongs to another source. The message tells what to do. */
export class ForeignDatabaseError extends Error {
  override readonly name = 'ForeignDatabaseError';
}

const SETTING = 'source';

/**
 * Makes a database belong to one source. The demonstration deletes titles that are not its own, and a library must
 * not show invented titles and accounts.
 *
 * @param name null accepts any source; an empty database then belongs to a library
 * @throws {ForeignDatabaseError} (CAT-102)
 */
export async function claimDatabase(db: Database, name: SourceName | null): Promise<SourceName> {
  const stored = await readSetting(db, SETTING);
  const owner = stored === 'demo' || stored === 'library' ? stored : (name ?? 'library');
  if (name !== null && owner !== name) {
    throw new ForeignDatabaseError(
      name === 'library'
        ? 'This database holds the demonstration. Choose another folder with --data-dir, or another DATABASE_URL.'
        : 'This database holds a library of its own. Start with --library, or choose another folder with --data-dir.',
    );
  }
  // A second process may have started at the same time and claimed the database for another source.
  if (stored === undefined && !(await addSetting(db, SETTING, owner))) return claimDatabase(db, name);
  return owner;
}
