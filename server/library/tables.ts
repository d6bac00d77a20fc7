import type { ColumnType, Generated, Kysely } from 'kysely';
import type { CatalogueItem } from '../catalogue/types.ts';
import type { Tables } from '../members/tables.ts';
import type { ImportLine } from './import/report.ts';
import type { FileFacts } from './read/read-file.ts';
import type { Container, Span } from './read/sound.ts';
import type { CoverSource } from './titles/build-titles.ts';

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
  /** The reports of the last imports. */
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
