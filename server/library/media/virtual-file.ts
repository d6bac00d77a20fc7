import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { ByteRange } from '../read/bytes.ts';

/** What is sent: a header, then ranges of a file. A whole file is one range without a header. */
export interface VirtualFile {
  readonly header: Buffer;
  readonly ranges: readonly ByteRange[];
  readonly size: number;
}

export function virtualFile(header: Buffer, ranges: readonly ByteRange[]): VirtualFile {
  return { header, ranges, size: ranges.reduce((sum, { from, to }) => sum + to - from, header.length) };
}

const PIECE = 256 * 1024;

/** Opens a file that is not a symbolic link. */
export const openSound = (path: string): Promise<FileHandle> =>
  open(path, constants.O_RDONLY | constants.O_NOFOLLOW);

/**
 * The bytes from `from` to `to` (the first that is not read). It closes the file at its end, also when the reader leaves.
 */
export async function* readVirtual(
  handle: FileHandle,
  { header, ranges }: VirtualFile,
  from: number,
  to: number,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    if (from < header.length) yield header.subarray(from, Math.min(to, header.length));
    let at = header.length;
    for (const range of ranges) {
      const length = range.to - range.from;
      const start = Math.max(from, at);
      const end = Math.min(to, at + length);
      for (let position = start; position < end;) {
        const bytes = Buffer.allocUnsafe(Math.min(PIECE, end - position));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, range.from + position - at);
        if (bytesRead === 0) throw new Error('The file became shorter while it was read.');
        yield bytes.subarray(0, bytesRead);
        position += bytesRead;
      }
      at += length;
      if (at >= to) return;
    }
  } finally {
    await handle.close();
  }
}
