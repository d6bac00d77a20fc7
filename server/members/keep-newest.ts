import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Deletes all rows of a table but the newest ones: those with the highest ids.
 *
 * @param of counts and deletes only the rows that have this value in this column
 */
export async function keepNewest(
  db: QueryExecutorProvider,
  table: 'login_attempts' | 'refused_royalties',
  most: number,
  of?: { readonly column: 'email' | 'sub'; readonly value: string },
): Promise<void> {
  const own = of === undefined ? sql`true` : sql`${sql.ref(of.column)} = ${of.value}`;
  await sql`delete from ${sql.table(table)} where ${own} and id <= (
    select id from ${sql.table(table)} where ${own} order by id desc offset ${most} limit 1
  )`.execute(db);
}
