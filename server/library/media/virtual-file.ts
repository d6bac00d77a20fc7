import type { OpenSource } from '../folders/audio-folder.ts';
import type { PartOfFile } from '../read/sound.ts';

/** A file as it is sent: pieces of a header in memory and of an open file. `size` is in bytes. */
export interface VirtualFile extends PartOfFile {
  readonly size: number;
}

/** An open file that can be sent. The caller closes the source. */
export interface OpenFile {
  readonly source: OpenSource;
  readonly file: VirtualFile;
  readonly type: string;
  /** A strong ETag of the contents. */
  readonly tag: string;
}

export function virtualFile(part: PartOfFile): VirtualFile {
  return { ...part, size: part.pieces.reduce((sum, { from, to }) => sum + to - from, 0) };
}

const PIECE = 256 * 1024;

/**
 * Reads the bytes of a virtual file from `from` up to `to`, without `to`. It closes the source at the end, also if
 * the reader leaves early.
 */
export async function* readVirtual(
  source: OpenSource,
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
        const bytes = await source.read(position, Math.min(PIECE, end - position));
        if (bytes.length === 0) throw new Error('The file became shorter while it was read.');
        yield bytes;
        position += bytes.length;
      }
      at += piece.to - piece.from;
      if (at >= to) return;
    }
  } finally {
    await source.close();
  }
}
