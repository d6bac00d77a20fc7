import type { ByteRange } from './bytes.ts';

/** The containers that the library reads. */
export type Container = 'mp3' | 'mp4' | 'ogg' | 'flac' | 'wav';

/** The sound of a file, as its container describes it. */
export interface Sound {
  readonly container: Container;
  /** Name of the codec, such as `mp3`, `aac` or `opus`. */
  readonly codec: string;
  /** Length in seconds; null if the container does not name it. */
  readonly seconds: number | null;
  /** The byte ranges of the sound, without tags. The identity of a file is a hash of them. */
  readonly audio: Iterable<ByteRange>;
  /** Chapters that the container itself stores. Positions count from the start of the file. */
  readonly chapters: readonly Chapter[];
  /** Problems that a listener would notice, as the report shows them. */
  readonly notes: readonly string[];
}

export interface Chapter {
  /** Empty if the chapter has no name. */
  readonly title: string;
  /** Position from the start of the file, in seconds. */
  readonly start: number;
}

/**
 * A part of a file that is served as a file of its own. Both positions count from the start of the file, in seconds.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The bytes of a part: a header, then ranges of the original file. */
export interface PartOfFile {
  readonly header: Buffer;
  readonly ranges: readonly ByteRange[];
}
