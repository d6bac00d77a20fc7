import { PGlite } from '@electric-sql/pglite';
import { Kysely, Migrator, PostgresDialect } from 'kysely';
import { PglitePool } from '../../../server/db/pglite-pool.ts';
import { type PoolTables, poolMigrations } from '../../../server/pool/migrations.ts';

/** An empty pool database in memory, its migrations run. */
export async function openPoolDatabase(): Promise<Kysely<PoolTables>> {
  const dialect = new PostgresDialect({ pool: new PglitePool(new PGlite()) });
  const db = new Kysely<PoolTables>({ dialect });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => poolMigrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error('The migrations of the pool failed.', { cause: error });
  return db;
}
