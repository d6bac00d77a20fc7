import type { ByteRange } from './bytes.ts';

/** The containers that the library reads. */
export type Container = 'mp3' | 'mp4' | 'ogg' | 'flac' | 'wav';

/** What a container says about its sound. */
export interface Sound {
  readonly container: Container;
  /** Such as `mp3`, `aac`, `opus`. */
  readonly codec: string;
  /** Null if the container does not tell. */
  readonly seconds: number | null;
  /** The bytes of the sound, without tags. The identity of a file is a hash of them. */
  readonly audio: Iterable<ByteRange>;
  /** The chapters that the container itself stores, in the file's own time. */
  readonly chapters: readonly Chapter[];
  /** What a listener would notice, in words for the report. */
  readonly notes: readonly string[];
}

export interface Chapter {
  /** Empty if the chapter has no name. */
  readonly title: string;
  /** Seconds from the start of the file. */
  readonly start: number;
}

/** A part of a file that is served as a file of its own, in seconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A file that is served as a part of another one: a header, then ranges of the other file.
 */
export interface PartOfFile {
  readonly header: Buffer;
  readonly ranges: readonly ByteRange[];
}
