import { type QueryExecutorProvider, sql } from 'kysely';
import { randomBytes } from 'node:crypto';

/** The tables that store secrets: one of the provider, one of the user pool. */
type SecretTable = 'provider_settings' | 'pool_secrets';

/**
 * A secret that all processes of the provider share, also after a restart. It is made at the first call.
 *
 * @returns 32 random bytes, hexadecimal
 */
export async function openSecret(
  db: QueryExecutorProvider,
  table: SecretTable,
  name: string,
): Promise<string> {
  const made = randomBytes(32).toString('hex');
  // The first process stores its secret. All use the one that is in the table afterwards.
  await sql`insert into ${sql.table(table)} (name, value) values (${name}, ${made})
    on conflict (name) do nothing`.execute(db);
  const { rows } = await sql<{ value: string }>`select value from ${sql.table(table)}
    where name = ${name}`.execute(db);
  const [stored] = rows;
  if (stored === undefined) throw new Error(`The secret "${name}" was not stored.`);
  return stored.value;
}
