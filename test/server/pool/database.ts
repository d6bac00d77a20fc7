import { PGlite } from '@electric-sql/pglite';
import { Kysely, Migrator, PostgresDialect } from 'kysely';
import { fileURLToPath } from 'node:url';
import { emptyImage } from '../../../server/db/empty-image.ts';
import { PglitePool } from '../../../server/db/pglite-pool.ts';
import { type PoolTables, poolMigrations } from '../../../server/pool/migrations.ts';

/** The folder with the archive of an empty database, which the first test makes. */
const IMAGES = fileURLToPath(new URL('../../../.cache/database', import.meta.url));

/** An empty pool database in memory, after its migrations. */
export async function openPoolDatabase(): Promise<Kysely<PoolTables>> {
  const database = await PGlite.create({ loadDataDir: await emptyImage(IMAGES) });
  const dialect = new PostgresDialect({ pool: new PglitePool(database) });
  const db = new Kysely<PoolTables>({ dialect });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => poolMigrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error('The migrations of the pool failed.', { cause: error });
  return db;
}
