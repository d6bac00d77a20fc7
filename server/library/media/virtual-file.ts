import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { ByteRange } from '../read/bytes.ts';

/**
 * A file as it is sent: a header from memory, then ranges of a file on the disk. A complete file has one range and no
 * header.
 */
export interface VirtualFile {
  readonly header: Buffer;
  readonly ranges: readonly ByteRange[];
  readonly size: number;
}

export function virtualFile(header: Buffer, ranges: readonly ByteRange[]): VirtualFile {
  return { header, ranges, size: ranges.reduce((sum, { from, to }) => sum + to - from, header.length) };
}

const PIECE = 256 * 1024;

/** Opens a file. Fails for a symbolic link. */
export const openSound = (path: string): Promise<FileHandle> =>
  open(path, constants.O_RDONLY | constants.O_NOFOLLOW);

/**
 * Reads the bytes of a virtual file from `from` up to `to`, without `to`. It closes the handle at the end, also if
 * the reader leaves early.
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
