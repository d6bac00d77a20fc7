import { type Kysely, type Migration, sql } from 'kysely';
import { OUTDATED_WORDS } from './migrate.ts';

/** Series and narrators, the links to their titles, and what a merge of two of them stores. */
async function createSeries(db: Kysely<unknown>): Promise<void> {
  // The order of bytes is the same on every server, and quick.
  const key = sql`text collate "C"`;
  for (const table of ['series', 'narrators']) {
    await db.schema
      .createTable(table)
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('img_url', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .execute();
    await sql`create index ${sql.ref(`${table}_by_position`)} on ${sql.table(table)} (position, id)`.execute(
      db,
    );
  }
  for (const [table, id] of [
    ['item_narrators', 'narrator_id'],
    ['item_series', 'series_id'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn('item_id', 'text', (column) => column.notNull().references('items.id').onDelete('cascade'))
      .addColumn('popularity', 'double precision', (column) => column.notNull())
      .addColumn(id, 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_pk`, ['item_id', id])
      .execute();
  }
  await sql`alter table item_series add column sort_key ${key} not null`.execute(db);
  await sql`create index item_narrators_in_order on item_narrators (narrator_id, popularity desc, item_id)`.execute(
    db,
  );
  await sql`create index item_series_in_order on item_series (series_id, sort_key, item_id)`.execute(db);
  await db.schema.alterTable('subject_edits').addColumn('merged_into', 'text').execute();
}

/** What lists are sorted and filtered by. The texts of existing titles are made in the background. */
async function addSortColumns(db: Kysely<unknown>): Promise<void> {
  const key = sql`text collate "C"`;
  await sql`alter table items add column sort_title ${key} not null default '',
    add column sort_author ${key} not null default '',
    add column language text, add column published ${key}`.execute(db);
  const top = sql`parent_id is null`;
  for (const [name, column] of [
    ['title', sql`sort_title`],
    ['author', sql`sort_author`],
    ['length', sql`run_time`],
    ['published', sql`published`],
    ['published_last', sql`published desc nulls last`],
  ] as const) {
    await sql`create index ${sql.ref(`items_by_${name}`)} on items (${column}, id) where ${top}`.execute(db);
  }
  await sql`create index items_by_language on items (language, popularity desc, id) where ${top}`.execute(db);
  await sql`insert into provider_settings (name, value)
    select ${OUTDATED_WORDS}, '' where exists (select from items) on conflict do nothing`.execute(db);
}

/** A search also finds parts of titles, so its sorted and filtered lists have indexes of their own. */
async function addFoundIndexes(db: Kysely<unknown>): Promise<void> {
  for (const [name, column] of [
    ['title', sql`sort_title`],
    ['author', sql`sort_author`],
    ['length', sql`run_time`],
    ['added', sql`released_at`],
    ['published', sql`published`],
    ['published_last', sql`published desc nulls last`],
  ] as const) {
    const index = sql.ref(`items_found_by_${name}`);
    await sql`create index ${index} on items (${column}, id) where content_type <> 6`.execute(db);
  }
  await sql`create index items_found_by_language on items (language, popularity desc, id)
    where content_type <> 6`.execute(db);
  await sql`create index series_by_name on series (name)`.execute(db);
  await sql`create index narrators_by_name on narrators (name)`.execute(db);
}

/** The title that an edition belongs to. */
async function addEditions(db: Kysely<unknown>): Promise<void> {
  await sql`alter table items add column edition_of text references items (id) on delete set null`.execute(
    db,
  );
  await sql`create index items_editions on items (edition_of) where edition_of is not null`.execute(db);
}

export const seriesMigrations: Record<string, Migration> = {
  '0018_series': { up: createSeries },
  '0019_sort_columns': { up: addSortColumns },
  '0020_found_indexes': { up: addFoundIndexes },
  '0021_editions': { up: addEditions },
};
