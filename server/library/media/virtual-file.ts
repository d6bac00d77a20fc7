import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { PartOfFile } from '../read/sound.ts';

/** A file as it is sent: pieces of a header in memory and of a file on the disk. `size` is in bytes. */
export interface VirtualFile extends PartOfFile {
  readonly size: number;
}

/** An open file that can be sent. The caller closes the handle. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly file: VirtualFile;
  readonly type: string;
  /** A strong ETag of the contents. */
  readonly tag: string;
}

export function virtualFile(part: PartOfFile): VirtualFile {
  return { ...part, size: part.pieces.reduce((sum, { from, to }) => sum + to - from, 0) };
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
  { header, pieces }: VirtualFile,
  from: number,
  to: number,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    let at = 0;
    for (const piece of pieces) {
      const start = piece.from + Math.max(from - at, 0);
      const end = Math.min(piece.to, piece.from + to - at);
      if (piece.of === 'header' && start < end) yield header.subarray(start, end);
      for (let position = start; piece.of === 'file' && position < end;) {
        const bytes = Buffer.allocUnsafe(Math.min(PIECE, end - position));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, position);
        if (bytesRead === 0) throw new Error('The file became shorter while it was read.');
        yield bytes.subarray(0, bytesRead);
        position += bytesRead;
      }
      at += piece.to - piece.from;
      if (at >= to) return;
    }
  } finally {
    await handle.close();
  }
}
