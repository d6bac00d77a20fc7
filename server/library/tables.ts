import { type ColumnType, type Generated, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { CatalogueItem } from '../catalogue/types.ts';
import type { Container, Span } from './read/sound.ts';
import type { FileFacts } from './read/read-file.ts';
import type { Tables } from '../members/tables.ts';
import type { CoverSource } from './titles/title-draft.ts';

/** Written as JSON text and read as a value. */
type Json<T> = ColumnType<T, string, string>;

/** The sound of one chapter. If the chapters of a title change, positions are moved by it. */
export interface StoredSection {
  readonly audio: string;
  /** Position from the start of the file, in seconds. */
  readonly start: number;
  readonly seconds: number;
}

/** The tables of the library. Instants are epoch milliseconds. Paths are relative to their folder. */
export type OwnTables = {
  /** Every audio file that was ever read. A row is never deleted, because the file may return. */
  library_files: {
    folder: string;
    path: string;
    /** The place of the group to which the file belongs. */
    place: string;
    size: number;
    mtime: number;
    audio_id: string | null;
    title_id: string | null;
    facts: Json<FileFacts> | null;
    refusal: string | null;
    gone_at: number | null;
  };
  /** The imported groups, with the signature of their files. */
  library_places: { folder: string; place: string; signature: string };
  /** The groups that an import is reading now, or was reading when its process ended. */
  library_attempts: {
    folder: string;
    place: string;
    signature: string;
    /** Number of imports that began to read these files and did not end. */
    count: number;
    /** When the last of them began. */
    at: number;
  };
  /** Every title that the library ever had. A hidden title has no row in `items`. */
  library_titles: {
    id: string;
    folder: string;
    place: string;
    item: Json<CatalogueItem>;
    cover: Json<CoverSource> | null;
    sections: Json<readonly StoredSection[]>;
    added_at: number;
    missing_since: number | null;
    /** When an import first kept the title in the catalogue although its files were gone. */
    lost_since: number | null;
  };
  /** The sound of each chapter. Chapter 0 is the sound of a title without chapters. */
  library_sounds: {
    title_id: string;
    chapter: number;
    folder: string;
    path: string;
    audio_id: string;
    container: Container;
    /** Null for the whole file. */
    span: Json<Span> | null;
  };
  library_imports: {
    id: string;
    folder: string;
    started_at: number;
    ended_at: number | null;
    outcome: 'running' | 'done' | 'failed';
    message: string | null;
    /** False if the import found the same as the one before. */
    is_news: boolean;
    /** A hash of everything that went wrong. */
    problems: string;
    lines: Json<readonly ImportLine[]>;
    read_files: Generated<number>;
    total_files: Generated<number>;
    added: Generated<number>;
    changed: Generated<number>;
    missing: Generated<number>;
    returned: Generated<number>;
    refused: Generated<number>;
    notes: Generated<number>;
    /** Number of lines that were too many to be stored. */
    left_out: Generated<number>;
  };
};

export type LibraryTables = Tables & OwnTables;

export type LibraryDatabase = Kysely<LibraryTables>;

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

async function findTitlesBySound(db: Kysely<unknown>): Promise<void> {
  await sql`create index library_sounds_audio on library_sounds (audio_id)`.execute(db);
}

async function noteAttempts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('library_attempts')
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('signature', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('library_attempts_pk', ['folder', 'place'])
    .execute();
}

export const libraryMigrations: Record<string, Migration> = {
  '0001_library': { up: createLibrary },
  '0002_imports': { up: createImports },
  '0003_lost_titles': { up: rememberLostTitles },
  '0004_titles_by_sound': { up: findTitlesBySound },
  '0005_attempts': { up: noteAttempts },
};

export interface ImportLine {
  readonly kind: 'added' | 'changed' | 'missing' | 'returned' | 'refused' | 'notes';
  readonly path: string;
  readonly title: string | null;
  readonly reason: string | null;
}
