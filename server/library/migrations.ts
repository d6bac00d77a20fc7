import { type Kysely, type Migration, sql } from 'kysely';

async function createLibrary(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('library_files')
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('mtime', 'bigint', (column) => column.notNull())
    .addColumn('audio_id', 'text')
    .addColumn('title_id', 'text')
    .addColumn('facts', 'json')
    .addColumn('refusal', 'text')
    .addColumn('gone_at', 'bigint')
    .addPrimaryKeyConstraint('library_files_pk', ['folder', 'path'])
    .execute();
  await sql`create index library_files_audio on library_files (audio_id)`.execute(db);
  await sql`create index library_files_title on library_files (title_id)`.execute(db);
  await sql`create index library_files_place on library_files (folder, place)`.execute(db);
  await db.schema
    .createTable('library_places')
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('signature', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('library_places_pk', ['folder', 'place'])
    .execute();
  await db.schema
    .createTable('library_titles')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('item', 'json', (column) => column.notNull())
    .addColumn('cover', 'json')
    .addColumn('sections', 'json', (column) => column.notNull())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .addColumn('missing_since', 'bigint')
    .execute();
  await sql`create index library_titles_folder on library_titles (folder)`.execute(db);
  await db.schema
    .createTable('library_sounds')
    .addColumn('title_id', 'text', (column) => column.notNull())
    .addColumn('chapter', 'integer', (column) => column.notNull())
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('audio_id', 'text', (column) => column.notNull())
    .addColumn('container', 'text', (column) => column.notNull())
    .addColumn('span', 'json')
    .addPrimaryKeyConstraint('library_sounds_pk', ['title_id', 'chapter'])
    .execute();
}

/** The reports of imports. */
async function createImports(db: Kysely<unknown>): Promise<void> {
  let table = db.schema
    .createTable('library_imports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('message', 'text')
    .addColumn('is_news', 'boolean', (column) => column.notNull())
    .addColumn('problems', 'text', (column) => column.notNull())
    .addColumn('lines', 'json', (column) => column.notNull());
  for (const count of [
    'read_files',
    'total_files',
    'added',
    'changed',
    'missing',
    'returned',
    'refused',
    'notes',
    'left_out',
  ]) {
    table = table.addColumn(count, 'integer', (column) => column.notNull().defaultTo(0));
  }
  await table.execute();
  await sql`create index library_imports_newest on library_imports (started_at desc)`.execute(db);
}

async function rememberLostTitles(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('library_titles').addColumn('lost_since', 'bigint').execute();
}

/** The migrations of the tables of the library, by name. */
export const libraryMigrations: Record<string, Migration> = {
  '0001_library': { up: createLibrary },
  '0002_imports': { up: createImports },
  '0003_lost_titles': { up: rememberLostTitles },
};
