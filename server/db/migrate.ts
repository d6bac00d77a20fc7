import { type Migration, Migrator } from 'kysely';
import { poolMigrations } from '../pool/migrations.ts';
import type { Database } from './database.ts';
import { providerMigrations } from './migrations.ts';

/**
 * Brings the tables up to date. Each owner keeps its own record of what has run, so that neither has to know the
 * other's numbering. Processes that start together on one PostgreSQL server take turns.
 */
export async function migrate(db: Database): Promise<void> {
  await run(db, 'pool', poolMigrations);
  await run(db, 'provider', providerMigrations);
}

async function run(db: Database, owner: string, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableName: `${owner}_migrations`,
    migrationLockTableName: `${owner}_migrations_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) {
    throw new Error(`The ${owner} tables could not be brought up to date.`, { cause: error });
  }
}
