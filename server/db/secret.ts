import { type QueryExecutorProvider, sql } from 'kysely';
import { randomBytes } from 'node:crypto';

/** The tables of names and values: the pool keeps what is its own in one of its own. */
type SecretTable = 'provider_settings' | 'pool_secrets';

/**
 * A secret of the provider that outlives a restart and that all its processes share, made at the first call.
 *
 * @returns 32 random bytes, hexadecimal
 */
export async function openSecret(
  db: QueryExecutorProvider,
  table: SecretTable,
  name: string,
): Promise<string> {
  const made = randomBytes(32).toString('hex');
  // Whoever comes first makes it: what counts is what the table says afterwards.
  await sql`insert into ${sql.table(table)} (name, value) values (${name}, ${made})
    on conflict (name) do nothing`.execute(db);
  const { rows } = await sql<{ value: string }>`select value from ${sql.table(table)}
    where name = ${name}`.execute(db);
  const [kept] = rows;
  if (kept === undefined) throw new Error(`The secret "${name}" was not kept.`);
  return kept.value;
}
