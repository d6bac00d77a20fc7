import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The file cannot be used. The message says why, in words for the report. */
export class RefusedFileError extends Error {
  override readonly name = 'RefusedFileError';
}

/** A part of a file: `to` is the first byte that is not in it. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const PIECE = 1024 * 1024;

/**
 * The bytes of an open file. All calls wait for the disk, so this class is for worker threads only. The size is the one at
 * opening: a file that grows is read to that size.
 */
export class FileBytes {
  readonly size: number;
  private readonly handle: number;
  private piece: Buffer = Buffer.alloc(0);
  private pieceAt = 0;

  constructor(path: string) {
    this.handle = openSync(path, 'r');
    const found = fstatSync(this.handle);
    this.size = found.size;
    if (!found.isFile()) {
      this.close();
      throw new RefusedFileError('it is not a regular file');
    }
  }

  close(): void {
    closeSync(this.handle);
  }

  /** Reads bytes; fewer at the end of the file. The result is valid until the next call. */
  at(position: number, length: number): Buffer {
    const from = Math.min(position, this.size);
    const to = Math.min(position + length, this.size);
    if (from < this.pieceAt || to > this.pieceAt + this.piece.length) {
      this.piece = this.read(from, Math.min(this.size, Math.max(to, from + PIECE)));
      this.pieceAt = from;
    }
    return this.piece.subarray(from - this.pieceAt, to - this.pieceAt);
  }

  /** The bytes of a range, in pieces. */
  *pieces({ from, to }: ByteRange): Generator<Buffer, void, undefined> {
    // Short ranges are near each other, so they are in the piece that was read for the one before.
    if (to - from < PIECE) {
      yield this.at(from, to - from);
      return;
    }
    for (let at = from; at < to; at += PIECE) {
      const piece = this.read(at, Math.min(to, at + PIECE));
      if (piece.length === 0) return;
      yield piece;
    }
  }

  private read(from: number, to: number): Buffer {
    const bytes = Buffer.allocUnsafe(Math.max(0, to - from));
    let done = 0;
    while (done < bytes.length) {
      const count = readSync(this.handle, bytes, done, bytes.length - done, from + done);
      if (count === 0) break;
      done += count;
    }
    return bytes.subarray(0, done);
  }
}
