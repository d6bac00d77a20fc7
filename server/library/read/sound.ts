import type { ByteRange } from './bytes.ts';

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
  /** Set if parts of this sound cannot be played separately, although other files of this container can be divided. */
  readonly isIndivisible?: true;
  /** True if tracks of the container hold what is said. */
  readonly hasText?: boolean;
  /** The blocks of tags of FLAC in Ogg, as a FLAC file has them. */
  readonly tagBlocks?: Buffer;
  /** Problems that a listener would notice, as the report shows them. */
  readonly notes: readonly string[];
}

/** So many chapters of a file are read. */
export const MOST_CHAPTERS = 10_000;

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

/** A range of bytes, of the header of a part or of the original file. */
export interface Piece extends ByteRange {
  readonly of: 'header' | 'file';
}

/** The bytes of a part. */
export interface PartOfFile {
  /** All bytes that are not in the original file. */
  readonly header: Buffer;
  /** The pieces of the part, in order. */
  readonly pieces: readonly Piece[];
}

export const headerThen = (header: Buffer, ranges: readonly ByteRange[]): PartOfFile => ({
  header,
  pieces: [
    { of: 'header', from: 0, to: header.length },
    ...ranges.map(({ from, to }): Piece => ({ of: 'file', from, to })),
  ],
});
