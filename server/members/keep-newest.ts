import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Deletes all rows of a table but the newest ones: those with the highest ids.
 *
 * @param of counts and deletes only the rows that have these values in these columns
 */
export async function keepNewest(
  db: QueryExecutorProvider,
  table: 'login_attempts' | 'refused_royalties',
  most: number,
  of: readonly { readonly column: 'email' | 'sub' | 'is_own'; readonly value: string | boolean }[] = [],
): Promise<void> {
  const conditions = of.map(({ column, value }) => sql`${sql.ref(column)} = ${value}`);
  const own = sql.join([sql`true`, ...conditions], sql` and `);
  await sql`delete from ${sql.table(table)} where ${own} and id <= (
    select id from ${sql.table(table)} where ${own} order by id desc offset ${most} limit 1
  )`.execute(db);
}
