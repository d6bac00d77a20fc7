import { type ColumnType, type Generated, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { statements } from '../db/migrate.ts';
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
    /** The location of the group to which the file belongs. */
    location: string;
    size: number;
    mtime: number;
    audio_id: string | null;
    title_id: string | null;
    facts: Json<FileFacts> | null;
    refusal: string | null;
    gone_at: number | null;
  };
  /** The imported groups, with the signature of their files. */
  library_groups: { folder: string; location: string; signature: string };
  /** The groups that an import is reading now, or was reading when its process ended. */
  library_attempts: {
    folder: string;
    location: string;
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
    location: string;
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

/** Files, titles and their sounds, and imports. */
const SCHEMA = `
create table library_files (
  folder text not null,
  path text not null,
  location text not null,
  size bigint not null,
  mtime bigint not null,
  audio_id text,
  title_id text,
  facts json,
  refusal text,
  gone_at bigint,
  primary key (folder, path)
);
create index library_files_audio on library_files (audio_id);
create index library_files_title on library_files (title_id);
create index library_files_location on library_files (folder, location);

create table library_groups (
  folder text not null,
  location text not null,
  signature text not null,
  primary key (folder, location)
);

create table library_attempts (
  folder text not null,
  location text not null,
  signature text not null,
  count integer not null,
  at bigint not null,
  primary key (folder, location)
);

create table library_titles (
  id text primary key,
  folder text not null,
  location text not null,
  item json not null,
  cover json,
  sections json not null,
  added_at bigint not null,
  missing_since bigint,
  lost_since bigint
);
create index library_titles_folder on library_titles (folder);

create table library_sounds (
  title_id text not null,
  chapter integer not null,
  folder text not null,
  path text not null,
  audio_id text not null,
  container text not null,
  span json,
  primary key (title_id, chapter)
);
create index library_sounds_audio on library_sounds (audio_id);

create table library_imports (
  id text primary key,
  folder text not null,
  started_at bigint not null,
  ended_at bigint,
  outcome text not null,
  message text,
  is_news boolean not null,
  problems text not null,
  lines json not null,
  read_files integer not null default 0,
  total_files integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  missing integer not null default 0,
  returned integer not null default 0,
  refused integer not null default 0,
  notes integer not null default 0,
  left_out integer not null default 0
);
create index library_imports_newest on library_imports (started_at desc);
`;

export const libraryMigrations: Record<string, Migration> = { '0001_initial': statements(SCHEMA) };

export interface ImportLine {
  readonly kind: 'added' | 'changed' | 'missing' | 'returned' | 'refused' | 'notes';
  readonly path: string;
  readonly title: string | null;
  readonly reason: string | null;
}
