import { sql, type Transaction } from 'kysely';
import type { CatalogueTables } from './tables.ts';

/**
 * Adds rows, or updates those with the same id.
 *
 * @param rows have the same columns, with the id
 */
export async function writeRows(
  transaction: Transaction<CatalogueTables>,
  table: 'items' | 'titles',
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const changed = columns.filter((name) => name !== 'id');
  const named = (names: readonly string[], of = '') => sql.join(names.map((name) => sql.ref(of + name)));
  // All rows are one parameter. A parameter for each value would be more than a statement may have.
  await sql`
    insert into ${sql.table(table)} (${named(columns)})
    select ${named(columns)}
    from json_populate_recordset(null::${sql.table(table)}, cast(${JSON.stringify(rows)} as json))
    on conflict (id) do update set (${named(changed)}) = (${named(changed, 'excluded.')})
  `.execute(transaction);
}

/** A column of an instant. */
export const instant = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));
