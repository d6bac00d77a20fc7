import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The file cannot be used. The message is the reason, as the report shows it. */
export class RefusedFileError extends Error {
  override readonly name = 'RefusedFileError';
}

/** A range of bytes in a file: from `from` up to `to`, without `to`. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const PIECE = 1024 * 1024;
/** Number of bytes before a position that are read with it. So two positions close to each other share a piece. */
const BEFORE = 64 * 1024;

/**
 * Reads the bytes of an open file. All calls block the thread, so only worker threads use this class. `size` is the
 * size at opening. If the file grows later, the new bytes are not read.
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

  /** Returns `length` bytes at a position, or fewer at the end of the file. The next call overwrites the result. */
  at(position: number, length: number): Buffer {
    const from = Math.min(position, this.size);
    const to = Math.min(position + length, this.size);
    if (from < this.pieceAt || to > this.pieceAt + this.piece.length) {
      this.pieceAt = Math.max(0, from - BEFORE);
      this.piece = this.read(this.pieceAt, Math.min(this.size, Math.max(to, from + PIECE)));
    }
    return this.piece.subarray(from - this.pieceAt, to - this.pieceAt);
  }

  /** Returns a copy of the bytes of a range, up to the end of the file. */
  copy({ from, to }: ByteRange): Buffer {
    return this.read(from, Math.min(to, this.size));
  }

  /** Returns the bytes of a range, in pieces. */
  *pieces({ from, to }: ByteRange): Generator<Buffer, void, undefined> {
    // Short ranges are close to each other, so the piece in memory often contains the next one.
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

/** Maximum length of a text in characters. Longer tags are not meant for listeners. */
const LONGEST = 500;

/**
 * Cleans a text of a file so that it can be stored and shown: well-formed, without control characters and noncharacters.
 *
 * @returns null if nothing remains
 */
export function words(text: string | null | undefined, longest = LONGEST): string | null {
  if (typeof text !== 'string') return null;
  const clean = text
    .slice(0, longest * 2)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(
      /[\u0000-\u0009\u000b-\u001f\u007f\ufeff\u202a-\u202e\u2066-\u2069\p{Noncharacter_Code_Point}]/gu,
      '',
    )
    .trim();
  const cut = [...clean].slice(0, longest).join('');
  return cut === '' ? null : cut;
}

/** Reads a time such as `1:02:03.500` or `02:03`, in seconds. Null for any other text. */
export function readClock(text: string): number | null {
  const [, hours = '0', minutes, seconds] = /^\s*(?:(\d+):)?(\d+):(\d+(?:[.,]\d+)?)\s*$/.exec(text) ?? [];
  if (minutes === undefined || seconds === undefined) return null;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
}

/** A date as an ISO date, as far as it is known, such as `1999` or `1999-05-01`; null for other text. */
export function dateIn(text: string | null | undefined): string | null {
  const [, year, month, day] = /^\s*(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?!\d)/u.exec(text ?? '') ?? [];
  if (year === undefined) return null;
  const whole = `${year}-${month ?? '01'}-${day ?? '01'}`;
  const time = Date.parse(whole);
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(whole);
  return exists ? [year, month, day].filter((part) => part !== undefined).join('-') : year;
}
