import { Kysely, Migrator, PostgresDialect } from 'kysely';
import { ServerPool } from '../../../server/db/server-pool.ts';
import { type PoolTables, poolMigrations } from '../../../server/pool/migrations.ts';
import { createDatabase } from '../support/databases.ts';

/** How many statements run at once. */
export const CONNECTIONS = 5;
const LIMITS = { connect: 60_000, lock: 10_000, statement: 10_000, response: 10_000 };

/** An empty database of a user pool, after its migrations. */
export async function openPoolDatabase(): Promise<Kysely<PoolTables>> {
  const { url } = await createDatabase();
  const dialect = new PostgresDialect({
    pool: new ServerPool({ url, connections: CONNECTIONS, limits: LIMITS }),
  });
  const db = new Kysely<PoolTables>({ dialect });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => poolMigrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error('The migrations of the pool failed.', { cause: error });
  return db;
}
