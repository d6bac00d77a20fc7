import { createClock } from '../clock.ts';
import { claimDatabase } from '../claim-database.ts';
import { openDatabase } from '../db/open.ts';
import type { DatabaseUser } from '../db/own/ownership.ts';
import { locationOf } from '../parts/db.ts';
import { Feeds } from '../feeds/feeds.ts';
import { Library } from '../library/library.ts';
import { invitations, sendsMail } from '../mail/index.ts';
import type { Tables } from '../members/tables.ts';
import type { ProviderOptions } from '../parts/part.ts';
import { MIGRATIONS } from '../parts/index.ts';
import { createPool } from '../pool/index.ts';
import type { PoolTables } from '../pool/migrations.ts';
import { EMBEDDED_POOL, ISSUER } from '../parts/pool.ts';
import { removeAllOf } from '../parts/removal.ts';
import type { AdminContext } from './command.ts';

export interface OpenAdmin {
  readonly context: AdminContext;
  close(): Promise<void>;
}

/** Opens the database for commands, without a provider. An empty database then belongs to a library. */
export async function openForAdmin(
  options: Pick<
    ProviderOptions,
    'dataDir' | 'databaseUrl' | 'databaseDirectUrl' | 'postgresBin' | 'feedNetworks' | 'mail' | 'publicUrl'
  >,
  user: Exclude<DatabaseUser, 'provider'>,
): Promise<OpenAdmin> {
  const database = await openDatabase<Tables>(locationOf(options, user), MIGRATIONS);
  try {
    // A command may take long.
    const db = database.background;
    const clock = createClock(() => database.now());
    const owner = await claimDatabase(db, null);
    const pool = await createPool({
      ...EMBEDDED_POOL,
      db: db.withTables<PoolTables>(),
      clock,
      log: () => undefined,
      issuer: ISSUER,
      mail: options.mail && sendsMail(clock),
      onUserRemoved: removeAllOf,
    });
    const isLibrary = owner === 'library';
    const library = isLibrary ? new Library(db, clock) : null;
    const feeds = isLibrary ? new Feeds(db, clock, options.feedNetworks ?? []) : null;
    return {
      context: {
        db,
        pool,
        clock,
        library,
        feeds,
        migrations: database.migrations,
        invitations: invitations(options.mail !== undefined, {
          clock,
          publicOrigin: () => options.publicUrl ?? '',
        }),
      },
      async close() {
        await library?.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
