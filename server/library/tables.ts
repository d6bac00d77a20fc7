import type { ColumnType, Kysely } from 'kysely';
import type { CatalogueItem } from '../catalogue/types.ts';
import type { Tables } from '../members/tables.ts';
import type { FileFacts } from './read/read-file.ts';
import type { Container, Span } from './read/sound.ts';
import type { CoverSource } from './titles/build-titles.ts';

/** Written as JSON text and read as a value. */
type Json<T> = ColumnType<T, string, string>;

/** What one chapter of a title plays. Positions are found again by it when chapters change. */
export interface StoredSection {
  readonly audio: string;
  /** Seconds in the file. */
  readonly start: number;
  readonly seconds: number;
}

/** The tables of the library. Instants are epoch milliseconds, paths are relative to their folder. */
export type OwnTables = {
  /** Every file of sound that was ever read. A row is never deleted: a file may come back. */
  library_files: {
    folder: string;
    path: string;
    /** The group that the file belongs to. */
    place: string;
    size: number;
    mtime: number;
    audio_id: string | null;
    title_id: string | null;
    facts: Json<FileFacts> | null;
    refusal: string | null;
    gone_at: number | null;
  };
  /** The groups that were imported, as they were. */
  library_places: { folder: string; place: string; signature: string };
  /** Every title that the library ever had. A missing one is not in `items`. */
  library_titles: {
    id: string;
    folder: string;
    place: string;
    item: Json<CatalogueItem>;
    cover: Json<CoverSource> | null;
    sections: Json<readonly StoredSection[]>;
    added_at: number;
    missing_since: number | null;
  };
  /** The sound of each chapter; chapter 0 is a title without chapters. */
  library_sounds: {
    title_id: string;
    chapter: number;
    folder: string;
    path: string;
    audio_id: string;
    container: Container;
    /** Null: the whole file. */
    span: Json<Span> | null;
  };
};

export type LibraryTables = Tables & OwnTables;

export type LibraryDatabase = Kysely<LibraryTables>;
