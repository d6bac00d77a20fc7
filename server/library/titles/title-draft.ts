import type { ListedFile } from '../folders/walk.ts';
import type { FileFacts } from '../read/read-file.ts';
import type { Sidecar } from '../read/sidecars.ts';
import type { Description } from '../read/description.ts';

export interface KnownSound {
  readonly file: ListedFile;
  readonly facts: FileFacts;
}

/** A file beside audio files, with what it says. */
export interface KnownSidecar extends Sidecar {
  readonly path: string;
}

/** The sound of one chapter: a file, or a part of a file. */
export interface Section {
  readonly sound: KnownSound;
  readonly title: string;
  /** Positions from the start of the file, in seconds. Null for the whole file. */
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly seconds: number;
}

/** A title as its files describe it. */
export interface TitleDraft {
  readonly location: string;
  readonly title: string;
  readonly description: Description;
  /** A title with one section has no chapters. */
  readonly sections: readonly Section[];
  readonly cover: CoverSource | null;
  /** All covers, the preferred one first. An import uses the first that can be shown. */
  readonly covers: readonly CoverSource[];
  /** Date of the newest file, in epoch milliseconds. */
  readonly newest: number;
}

/** The file with the cover. `version` changes with the picture. */
export interface CoverSource {
  readonly kind: 'embedded' | 'file';
  readonly path: string;
  readonly version: string;
}
