import { join } from 'node:path';
import type { ReadThreads } from '../read/read-threads.ts';
import type { PartOfFile } from '../read/sound.ts';
import type { LibraryDatabase } from '../tables.ts';
import { mimeTypeOf } from '../titles/catalogue-item.ts';
import { type OpenFile, openSound, virtualFile } from './virtual-file.ts';

/** Maximum size of the cached headers, in bytes. The header for half an hour of sound has about 0.3 MB. */
const CACHE_BYTES = 48 * 1024 * 1024;

/** Opens the sound of a title or of a chapter: a file, or a part of a file. */
export class Sounds {
  private readonly parts = new Map<string, PartOfFile>();
  private readonly opening = new Map<string, Promise<PartOfFile | null>>();
  private bytes = 0;

  constructor(
    private readonly db: LibraryDatabase,
    private readonly threads: ReadThreads,
  ) {}

  /**
   * Opens a sound.
   *
   * @param chapter the number of the chapter, from 1; null for a title without chapters
   * @returns null if there is no such sound, or if its file is gone
   */
  async open(titleId: string, chapter: number | null): Promise<OpenFile | null> {
    const row = await this.db
      .selectFrom('library_sounds')
      .selectAll()
      .where('title_id', '=', titleId)
      .where('chapter', '=', chapter ?? 0)
      .executeTakeFirst();
    if (row === undefined) return null;
    const path = join(row.folder, row.path);
    const handle = await openSound(path).catch(() => null);
    if (handle === null) return null;
    try {
      const { size, mtimeMs } = await handle.stat();
      const version = `${row.audio_id}-${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`;
      if (row.span === null) {
        const file = virtualFile({ header: Buffer.alloc(0), pieces: [{ of: 'file', from: 0, to: size }] });
        return { handle, file, type: mimeTypeOf(row.container), tag: `"${version}"` };
      }
      const { start, end } = row.span;
      const key = `${version}-${Math.round(start * 1000)}-${Math.round(end * 1000)}`;
      const part = await this.part(key, async () => {
        const found = await this.threads.parts(path, row.container, [{ start, end }]);
        return 'refused' in found ? null : (found[0] ?? null);
      });
      if (part === null) {
        await handle.close();
        return null;
      }
      // Parts of FLAC files are sent as MP4.
      const type = mimeTypeOf(row.container === 'flac' ? 'mp4' : row.container);
      return { handle, file: virtualFile(part), type, tag: `"${key}"` };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Returns a part from the cache, or computes it once for all callers. */
  private async part(key: string, make: () => Promise<PartOfFile | null>): Promise<PartOfFile | null> {
    const kept = this.parts.get(key);
    if (kept !== undefined) {
      this.parts.delete(key);
      this.parts.set(key, kept);
      return kept;
    }
    const opening = this.opening.get(key) ?? make().finally(() => this.opening.delete(key));
    this.opening.set(key, opening);
    const part = await opening;
    if (part !== null && !this.parts.has(key)) this.keep(key, part);
    return part;
  }

  private keep(key: string, part: PartOfFile): void {
    this.parts.set(key, part);
    this.bytes += sizeOf(part);
    for (const [oldest, other] of this.parts) {
      if (this.bytes <= CACHE_BYTES || this.parts.size <= 1) return;
      this.parts.delete(oldest);
      this.bytes -= sizeOf(other);
    }
  }
}

const sizeOf = ({ header, pieces }: PartOfFile): number => header.length + 64 * pieces.length;
