import { type Kysely, sql } from 'kysely';

/** A table as a backup stores it. */
export interface StoredTable {
  readonly name: string;
  /** The columns that are stored, without those that the database computes. */
  readonly columns: readonly string[];
}

/** The migrations that ran, by their owner. A backup can only be restored into the same tables. */
export type RanMigrations = Readonly<Record<string, readonly string[]>>;

const MIGRATIONS = '_migrations';

/**
 * Columns that a trigger of the database computes. A row that is older than the trigger has no value until it is
 * written again. So two databases with the same titles may differ in these columns (CAT-101).
 */
const COMPUTED: Readonly<Record<string, string>> = { items: 'version' };

/** True for a column that restoring computes again. A backup of an earlier release may hold it. */
export const isComputed = (table: string, column: string): boolean => COMPUTED[table] === column;

/**
 * All tables except the records of migrations, the counts of requests, the claims of running uploads, the running
 * providers, and the chosen files of podcasts. A table comes after the tables that its rows refer to.
 */
export async function tablesOf<Tables>(db: Kysely<Tables>): Promise<readonly StoredTable[]> {
  const { rows } = await sql<{ name: string; columns: string[]; needs: string[] | null }>`
    select tables.table_name as name,
      (select json_agg(column_name order by ordinal_position) from information_schema.columns
        where table_schema = current_schema() and table_name = tables.table_name and is_generated = 'NEVER') as columns,
      (select json_agg(distinct needed.relname) from pg_constraint
        join pg_class needed on needed.oid = pg_constraint.confrelid
        where contype = 'f' and conrelid = format('%I', tables.table_name)::regclass) as needs
    from information_schema.tables as tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and right(table_name, ${MIGRATIONS.length}) <> ${MIGRATIONS}
      -- These rows are only valid for a short time.
      and table_name not in ('request_counts', 'claimed_keys', 'running_providers', 'feed_pins')
    order by name
  `.execute(db);
  const needs = new Map(rows.map((row) => [row.name, row.needs ?? []]));
  const ordered = new Set<string>();
  const add = (name: string): void => {
    if (ordered.has(name)) return;
    for (const needed of needs.get(name) ?? []) if (needed !== name) add(needed);
    ordered.add(name);
  };
  for (const { name } of rows) add(name);
  const columns = new Map(rows.map((row) => [row.name, row.columns]));
  return [...ordered].map((name) => ({
    name,
    columns: (columns.get(name) ?? []).filter((column) => !isComputed(name, column)),
  }));
}

export async function migrationsOf<Tables>(db: Kysely<Tables>): Promise<RanMigrations> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and right(table_name, ${MIGRATIONS.length}) = ${MIGRATIONS}
    order by table_name
  `.execute(db);
  const ran: Record<string, readonly string[]> = {};
  for (const { name } of rows) {
    const found = await sql<{ name: string }>`select name from ${sql.table(name)} order by name`.execute(db);
    ran[name.slice(0, -MIGRATIONS.length)] = found.rows.map((row) => row.name);
  }
  return ran;
}
