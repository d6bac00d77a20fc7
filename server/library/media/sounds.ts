import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import * as v from 'valibot';
import { BoundedCache } from '../../bounded-cache.ts';
import type { AudioFolder, FolderAt, OpenSource } from '../folders/folders.ts';
import type { ReadThreads } from '../read/read-threads.ts';
import type { Container, PartOfFile, Span } from '../read/sound.ts';
import type { AudioSource } from '../../media/source.ts';
import type { SoundSize } from '../../source.ts';
import type { LibraryDatabase, LibraryTables } from '../tables.ts';
import { mimeTypeOf } from '../titles/sound-address.ts';
import type { MadeMedia } from '../../store/made-media.ts';

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

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const index = v.array(
  v.object({
    header: count,
    pieces: v.array(v.object({ of: v.picklist(['header', 'file']), from: count, to: count })),
  }),
);

/** Packs parts into bytes: the length of the index in four bytes, the index as JSON, and all headers. */
function packParts(parts: readonly PartOfFile[]): Buffer {
  const entries = parts.map(({ header, pieces }) => ({ header: header.length, pieces }));
  const text = Buffer.from(JSON.stringify(entries));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text, ...parts.map(({ header }) => header)]);
}

/** @throws for bytes that are not packed parts */
function unpackParts(bytes: Buffer): readonly PartOfFile[] {
  const end = 4 + bytes.readUInt32BE();
  const entries = v.parse(index, JSON.parse(bytes.subarray(4, end).toString()));
  let at = end;
  return entries.map(({ header: length, pieces }) => {
    const header = bytes.subarray(at, at + length);
    at += length;
    return { header, pieces };
  });
}

/** Maximum size of the cached headers, in bytes. The header for half an hour of sound has about 0.3 MB. */
const CACHE_BYTES = 48 * 1024 * 1024;

type StoredSound = Selectable<LibraryTables['library_sounds']>;

interface SharedPart {
  readonly title_id: string;
  readonly path: string;
  readonly container: Container;
  readonly version: string;
  readonly span: Span;
}

/** Opens the sound of a title or of a chapter: a file, or a part of a file. */
export class Sounds {
  private readonly parts = new BoundedCache<PartOfFile>(CACHE_BYTES);
  private readonly opening = new Map<string, Promise<PartOfFile | null>>();

  constructor(
    private readonly db: LibraryDatabase,
    private readonly threads: ReadThreads,
    private readonly folderAt: FolderAt,
    private readonly made: MadeMedia,
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
    const folder = this.folderAt(row.folder);
    const source = await folder.open(row.path);
    if (source === null) return null;
    try {
      const version = `${row.audio_id}-${source.version}`;
      if (row.span === null) {
        const pieces = [{ of: 'file', from: 0, to: source.size }] as const;
        const file = virtualFile({ header: Buffer.alloc(0), pieces });
        return { source, file, type: mimeTypeOf(row.container), tag: `"${version}"` };
      }
      const { span, container } = row;
      const key = keyOf(version, span);
      const part = await this.part(key, () =>
        folder.isShared
          ? this.sharedPart(folder, { ...row, version, span })
          : this.computed(folder, row.path, container, [span]).then((parts) => parts?.[0] ?? null),
      );
      if (part === null) {
        await source.close();
        return null;
      }
      // Parts of FLAC files are sent as MP4.
      const type = mimeTypeOf(container === 'flac' ? 'mp4' : container);
      return { source, file: virtualFile(part), type, tag: `"${key}"` };
    } catch (error) {
      await source.close();
      throw error;
    }
  }

  /** The lengths and types of sounds, as `open` sends them. Null for a sound that is not there. */
  async sizes(asked: readonly AudioSource[]): Promise<readonly (SoundSize | null)[]> {
    const rows = await this.db
      .selectFrom('library_sounds')
      .leftJoin('library_files', (join) =>
        join
          .onRef('library_files.folder', '=', 'library_sounds.folder')
          .onRef('library_files.path', '=', 'library_sounds.path'),
      )
      .selectAll('library_sounds')
      .select('size')
      .where(sql<boolean>`library_sounds.title_id = any(${[...new Set(asked.map(({ id }) => id))]})`)
      .orderBy('chapter')
      .execute();
    const found = new Map<string, SoundSize>();
    const shared = new Map<string, (typeof rows)[number][]>();
    for (const row of rows) {
      const key = `${row.title_id} ${row.chapter}`;
      if (row.span === null) found.set(key, { length: row.size ?? 0, type: mimeTypeOf(row.container) });
      else shared.set(row.path, [...(shared.get(row.path) ?? []), row]);
    }
    for (const parts of shared.values()) {
      const lengths = await this.lengths(parts);
      for (const [at, { title_id, chapter, container }] of parts.entries()) {
        const type = mimeTypeOf(container === 'flac' ? 'mp4' : container);
        found.set(`${title_id} ${chapter}`, { length: lengths[at] ?? 0, type });
      }
    }
    return asked.map(({ id, chapter }) => found.get(`${id} ${chapter ?? 0}`) ?? null);
  }

  /** The lengths of parts of one file. They are computed once and stored, because this reads the file. */
  private async lengths(parts: readonly StoredSound[]): Promise<readonly number[]> {
    const [first] = parts;
    if (first === undefined) return [];
    const folder = this.folderAt(first.folder);
    const source = await folder.open(first.path);
    await source?.close();
    if (source === null) return [];
    const spans = parts.flatMap(({ span }) => (span === null ? [] : [span]));
    const name = `parts/${first.audio_id}-${source.version}-${hashOf(spans)}-lengths` as const;
    const stored = await this.made.get(name, async () => {
      const computed = await this.computed(folder, first.path, first.container, spans);
      return computed && Buffer.from(JSON.stringify(computed.map((part) => virtualFile(part).size)));
    });
    return stored === null ? [] : v.parse(v.array(count), JSON.parse(stored.toString()));
  }

  /** True if the title stays in the catalogue although its files are gone (CAT-160). */
  async isLost(titleId: string): Promise<boolean> {
    const found = await this.db
      .selectFrom('library_titles')
      .select('id')
      .where('id', '=', titleId)
      .where('lost_since', 'is not', null)
      .executeTakeFirst();
    return found !== undefined;
  }

  private async computed(
    folder: AudioFolder,
    path: string,
    container: Container,
    spans: readonly Span[],
  ): Promise<readonly PartOfFile[] | null> {
    const found = await folder.withFile(path, (file) => this.threads.parts(file, container, spans));
    return found === null || 'refused' in found ? null : found;
  }

  /**
   * A part of a file in the store. All parts of the file are computed together, once for all processes, because this needs
   * a copy of the file.
   */
  private async sharedPart(
    folder: AudioFolder,
    { title_id, path, container, version, span }: SharedPart,
  ): Promise<PartOfFile | null> {
    const rows = await this.db
      .selectFrom('library_sounds')
      .select('span')
      .where('title_id', '=', title_id)
      .where('path', '=', path)
      .orderBy('chapter')
      .execute();
    const spans = rows.flatMap((row) => (row.span === null ? [] : [row.span]));
    const wanted = spans.findIndex(({ start, end }) => start === span.start && end === span.end);
    const packed = await this.made.get(`parts/${version}-${hashOf(spans)}`, async () => {
      const parts = await this.computed(folder, path, container, spans);
      return parts && packParts(parts);
    });
    const part = packed === null ? undefined : unpackParts(packed)[wanted];
    // A view would keep the headers of all chapters in memory.
    return part === undefined ? null : { ...part, header: Buffer.from(part.header) };
  }

  /** Returns a part from the cache, or computes it once for all callers. */
  private async part(key: string, make: () => Promise<PartOfFile | null>): Promise<PartOfFile | null> {
    const kept = this.parts.get(key);
    if (kept !== undefined) return kept;
    const opening = this.opening.get(key) ?? make().finally(() => this.opening.delete(key));
    this.opening.set(key, opening);
    const part = await opening;
    if (part !== null) this.parts.set(key, part, sizeOf(part));
    return part;
  }
}

const hashOf = (spans: readonly Span[]): string =>
  createHash('sha256').update(JSON.stringify(spans)).digest('hex').slice(0, 16);

const sizeOf = ({ header, pieces }: PartOfFile): number => header.length + 64 * pieces.length;

const keyOf = (version: string, { start, end }: Span): string =>
  `${version}-${Math.round(start * 1000)}-${Math.round(end * 1000)}`;
