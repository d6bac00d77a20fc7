import { type Kysely, type Migration, Migrator } from 'kysely';
import { providerMigrations } from './migrations.ts';

/** The migrations of features that own their tables, by the name of the feature. */
export type FeatureMigrations = Readonly<Record<string, Record<string, Migration>>>;

/**
 * Brings the tables up to date. Each owner has its own record of the migrations that ran, so the numbers of two owners
 * cannot collide. Processes that start together on one PostgreSQL server wait for each other.
 */
export async function migrate<Tables>(db: Kysely<Tables>, features: FeatureMigrations): Promise<void> {
  for (const [feature, migrations] of Object.entries(features)) await run(db, feature, migrations);
  await run(db, 'provider', providerMigrations);
}

async function run<Tables>(
  db: Kysely<Tables>,
  owner: string,
  migrations: Record<string, Migration>,
): Promise<void> {
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
