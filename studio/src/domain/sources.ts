import type {
  AuthorId,
  CategoryId,
  NarratorId,
  SeriesId,
  TopicId,
} from '../../../src/domain/catalogue/content.ts';
import type { Message } from '../../../src/domain/message.ts';
import type { Instant } from '../../../src/domain/time.ts';

/** A folder that is imported. */
export type ImportFolder = { readonly path: string; readonly kind: 'library' | 'uploads' };

/** How many titles and files an import has added, changed and so on. */
export type ImportCounts = {
  readonly added: number;
  readonly changed: number;
  readonly missing: number;
  readonly returned: number;
  readonly refused: number;
  readonly notes: number;
};

/** What an import did with a file or a title. */
export type ImportLineKind = keyof ImportCounts;

/** One import of a folder. `message` says why it failed, or what needs attention. */
export type ImportReport = {
  readonly id: string;
  readonly folder: string;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly outcome: 'running' | 'done' | 'failed';
  readonly message: Message | null;
  /** Null if it is not running, or has not counted its files yet. */
  readonly progress: { readonly read: number; readonly total: number } | null;
  readonly counts: ImportCounts;
};

/** One line of a report: what became of a file or a title, and why. */
export type ImportLine = {
  readonly kind: ImportLineKind;
  readonly path: string | null;
  readonly title: string | null;
  readonly reason: Message | null;
};

/** A podcast that the provider fetches (STU-7). */
export type Feed = {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly episodes: number;
  readonly fetchedAt: Instant | null;
  readonly nextAt: Instant | null;
  /** Why it could not be read at last. */
  readonly error: Message | null;
};

/** A podcast that an OPML document names. Without an address, `url` is empty. */
export type ListedFeed = { readonly title: string; readonly url: string };

/** What became of it. `known`: it was there before. */
export type ImportedFeed = ListedFeed & {
  readonly outcome: 'added' | 'known' | 'failed';
  readonly reason: Message | null;
};

/** The kinds of subjects that a title can have. */
export const SUBJECT_TABLES = ['authors', 'narrators', 'series', 'categories', 'topics'] as const;
/** One of `SUBJECT_TABLES`. */
export type SubjectTable = (typeof SUBJECT_TABLES)[number];
/** The id of a subject of any kind. */
export type SubjectId = AuthorId | CategoryId | NarratorId | SeriesId | TopicId;

/** The kinds of subjects that can be merged. */
export const MERGED_TABLES = ['series', 'narrators'] as const satisfies readonly SubjectTable[];
/** One of `MERGED_TABLES`. */
export type MergedTable = (typeof MERGED_TABLES)[number];

/** An author, narrator, series, category or topic, with the number of its titles. */
export type Subject = {
  readonly id: SubjectId;
  readonly name: string;
  readonly imageUrl: string | null;
  readonly titles: number;
  /** The authors of a series, because two series can have the same name. Empty for other kinds. */
  readonly authors: string;
};
