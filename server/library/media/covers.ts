import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { CatalogueDatabase } from '../../catalogue/tables.ts';
import type { Clock } from '../../clock.ts';
import type { FolderAt } from '../folders/folders.ts';
import { type Format, FORMATS, resizePicture } from '../read/pictures.ts';
import type { LibraryDatabase } from '../tables.ts';
import { answerUnknown, holdsTag, type Lookup, sourceOf, type Verify } from '../../media/request.ts';
import type { CoverSource } from '../../media/source.ts';
import type { MadeMedia } from '../../store/made-media.ts';
import { StoreUnavailableError } from '../../store/media-store.ts';
import { escaped } from '../../text.ts';
import type { CoverReader } from '../cover-reader.ts';
import { parseMediaPath } from '../../media/media-path.ts';

/** Draws a cover for a title without a picture: its words on a quiet colour. */
function placeholderSvg(title: string, line: string): string {
  const hue = createHash('sha256').update(title).digest().readUInt16BE() % 360;
  const rows = wrap(title, 14).slice(0, 5);
  const size = rows.length > 3 ? 46 : 58;
  const top = 300 - ((rows.length - 1) * size * 1.15) / 2;
  const text = rows
    .map(
      (row, at) =>
        `<text x="48" y="${Math.round(top + at * size * 1.15)}" font-size="${size}">${escaped(row)}</text>`,
    )
    .join('');
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600">' +
    `<linearGradient id="g" x2="0" y2="1"><stop stop-color="hsl(${hue} 38% 34%)"/>` +
    `<stop offset="1" stop-color="hsl(${(hue + 40) % 360} 42% 20%)"/></linearGradient>` +
    '<rect width="600" height="600" fill="url(#g)"/>' +
    `<g fill="#fff" font-family="Georgia, serif" font-weight="700">${text}</g>` +
    `<text x="48" y="552" font-size="26" fill="#fff" fill-opacity=".8" font-family="system-ui, sans-serif">${escaped(
      [...line].slice(0, 38).join(''),
    )}</text></svg>`
  );
}

function wrap(text: string, width: number): readonly string[] {
  const rows: string[] = [];
  for (const word of text.split(/\s+/u)) {
    const cut = [...word].slice(0, width).join('');
    const last = rows.at(-1);
    if (last !== undefined && last.length + cut.length < width) rows[rows.length - 1] = `${last} ${cut}`;
    else rows.push(cut);
  }
  return rows;
}

/** Decoding needs a processor core and much memory. */
const DECODED_AT_ONCE = 2;
/** Originals need memory while they are read. */
const READ_AT_ONCE = 12;
/** So a slow source leaves room for others. */
const READ_OF_A_SOURCE = 2;
/** Milliseconds. A picture that could not be made is not tried again within this time. */
const RETRY_MS = 10 * 60_000;
const MOST_FAILURES = 10_000;

interface Original {
  readonly name: string;
  /** Where it is read from, such as a host. */
  readonly source: string;
  /** @returns null if there is no picture now */
  readonly read: () => Promise<Uint8Array | null>;
}

/**
 * Makes pictures in the asked sizes. The sizes of an original are made one by one. A slow original holds up no other one,
 * and a slow source no other source (CAT-111).
 */
export class PictureMaker {
  /** The originals whose pictures are being made. */
  private readonly busy = new Set<string>();
  /** The source of each original that is being read. */
  private readonly reading = new Map<string, string>();
  private decoding = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly failed = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** @returns null if there is no picture, or if it cannot be decoded */
  async make(original: Original, width: number, format: Format): Promise<Buffer | null> {
    const { name } = original;
    await this.claim(
      () => !this.busy.has(name),
      () => this.busy.add(name),
    );
    try {
      if (this.clock.now() - (this.failed.get(name) ?? -Infinity) < RETRY_MS) return null;
      const picture = await this.read(original);
      return picture && (await this.resize(picture, width, format));
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      if (this.failed.size >= MOST_FAILURES) this.failed.clear();
      this.failed.set(name, this.clock.now());
      return null;
    } finally {
      this.busy.delete(name);
      this.goOn();
    }
  }

  private async read({ name, source, read }: Original): Promise<Uint8Array | null> {
    await this.claim(
      () =>
        this.reading.size < READ_AT_ONCE &&
        [...this.reading.values()].filter((each) => each === source).length < READ_OF_A_SOURCE,
      () => this.reading.set(name, source),
    );
    try {
      return await read();
    } finally {
      this.reading.delete(name);
      this.goOn();
    }
  }

  private async resize(picture: Uint8Array, width: number, format: Format): Promise<Buffer> {
    await this.claim(
      () => this.decoding < DECODED_AT_ONCE,
      () => (this.decoding += 1),
    );
    try {
      return await resizePicture(picture, width, format);
    } finally {
      this.decoding -= 1;
      this.goOn();
    }
  }

  /** Waits until it is free, and takes it before another caller can. */
  private async claim(isFree: () => boolean, take: () => unknown): Promise<void> {
    while (!isFree()) await new Promise<void>((resolve) => this.waiting.push(resolve));
    take();
  }

  private goOn(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

/** The available widths, in pixels. A requested width is rounded up to the next one. */
const WIDTHS = [96, 160, 240, 320, 480, 640, 960, 1280, 1400, 3000] as const;
const USUAL_WIDTH = 640;

/** Podcast apps take squares from the one to the other width. */
const SMALLEST_SQUARE = 1400;
const LARGEST_SQUARE = 3000;

/** The format and the width that a request asks for. A path that ends in `.jpg` is that of a feed (FEED-57). */
export function askedPicture(request: FastifyRequest): { readonly format: Format; readonly width: number } {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const width = Number(searchParams.get('w') ?? '0');
  if (pathname.endsWith('.jpg'))
    return { format: 'jpg', width: width > SMALLEST_SQUARE ? LARGEST_SQUARE : SMALLEST_SQUARE };
  return { format: formatFor(searchParams.get('f'), request.headers.accept), width: widthFor(width) };
}

const widthFor = (asked: number): number =>
  Number.isFinite(asked) && asked > 0 ? (WIDTHS.find((width) => width >= asked) ?? 3000) : USUAL_WIDTH;

/** The covers of titles in all widths and formats. Each is made once and stored. */
export class Pictures {
  private readonly maker: PictureMaker;

  constructor(
    private readonly db: LibraryDatabase,
    private readonly covers: CoverReader,
    private readonly folderAt: FolderAt,
    private readonly made: MadeMedia,
    clock: Clock,
  ) {
    this.maker = new PictureMaker(clock);
  }

  /** @returns null if the title has no picture, or if it cannot be decoded */
  async cover(
    titleId: string,
    width: number,
    format: Format,
  ): Promise<{ bytes: Buffer; tag: string } | null> {
    const row = await this.db
      .selectFrom('library_titles')
      .select(['folder', 'cover'])
      .where('id', '=', titleId)
      .executeTakeFirst();
    const cover = row?.cover ?? null;
    if (row === undefined || cover === null) return null;
    const { kind, path, version } = cover;
    // Files of a title often contain the same picture. It is resized only once.
    const key = createHash('sha256')
      .update(kind === 'embedded' ? version : `${join(row.folder, path)}\0${version}`)
      .digest('hex')
      .slice(0, 24);
    const name = `${key}-${width}.${format}`;
    const read = () => this.covers.read(this.folderAt(row.folder), cover);
    const original = { name: key, source: 'library', read };
    const bytes = await this.made.get(`covers/${name}`, () => this.maker.make(original, width, format));
    return bytes === null ? null : { bytes, tag: name };
  }
}

/** An address for the studio may be used this long after its end, because a page with a table stays open. */
const LONGEST_AFTER_SECONDS = 86_400;

export interface CoverOptions {
  readonly db: CatalogueDatabase;
  readonly lookup: Lookup;
  readonly verify: Verify;
}

/** A cover, and whether everybody may see it. */
export interface FoundCover {
  readonly source: CoverSource;
  readonly isPublic: boolean;
}

/**
 * Finds the cover of a requested address. The cover of a title that is hidden or missing is found only at an address that
 * the studio has signed (STU-18).
 */
export async function findCover(
  request: FastifyRequest,
  { db, lookup, verify }: CoverOptions,
): Promise<FoundCover | null> {
  const source = await sourceOf(request, 'cover', lookup);
  if (source !== null) return { source, isPublic: true };
  const url = new URL(request.url, 'http://localhost');
  const path = parseMediaPath(url.pathname);
  if (path?.kind !== 'cover' || path.of !== 'item') return null;
  const check = verify(url);
  const isSigned =
    check.verdict === 'ok' || (check.verdict === 'expired' && check.secondsAgo <= LONGEST_AFTER_SECONDS);
  if (!isSigned) return null;
  const row = await db
    .selectFrom('titles')
    .select(['title', 'authors'])
    .where('id', '=', path.id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { title, authors } = row;
  const { id, of } = path;
  return { source: { kind: 'cover', of, id, title, authors, themes: [] }, isPublic: false };
}

/** The policy of a cover: no scripts and no requests, even if it is opened as a page. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const KEPT = 'public, max-age=86400';
const PRIVATE = 'private, max-age=3600';

/** Serves `/media/covers/*`, without a session. `?w=` sets the width, `?f=` the format. */
export function coverRoutes({
  pictures,
  ...options
}: CoverOptions & { readonly pictures: Pictures }): FastifyPluginAsync {
  return async (app) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/covers/:file',
      handler: async (request, reply) => {
        const cover = await findCover(request, options);
        if (cover === null) return answerUnknown(reply);
        const { source } = cover;
        const { format, width } = askedPicture(request);
        if (source.of === 'item') {
          const found = await pictures.cover(source.id, width, format);
          if (found !== null) {
            return sendCover(request, reply, found, { format, ...cover });
          }
        }
        return format === 'jpg' ? answerUnknown(reply) : sendPlaceholder(request, reply, cover);
      },
    });
  };
}

/** Sends a picture. An address with `v` never changes its picture. Only the studio may keep one that is not public. */
export function sendCover(
  request: FastifyRequest,
  reply: FastifyReply,
  picture: { readonly bytes: Buffer; readonly tag: string },
  { format, isPublic }: { readonly format: Format; readonly isPublic: boolean },
): FastifyReply {
  const isFixed = new URL(request.url, 'http://localhost').searchParams.has('v');
  const kept = isPublic ? (isFixed ? `${KEPT}, immutable` : KEPT) : PRIVATE;
  void reply.headers({ 'cache-control': kept, vary: 'accept' });
  return send(request, reply, { ...picture, type: format === 'jpg' ? 'image/jpeg' : `image/${format}` });
}

/**
 * Returns the named format, else WebP, else JPEG for readers without WebP. AVIF is used only by name, because
 * encoding it takes long.
 */
function formatFor(named: string | null, accept = ''): Format {
  const asked = FORMATS.find((format) => format === named);
  return (
    asked ?? (accept.includes('image/webp') || accept.includes('*/*') || accept === '' ? 'webp' : 'jpeg')
  );
}

function sendPlaceholder(
  request: FastifyRequest,
  reply: FastifyReply,
  { source, isPublic }: FoundCover,
): FastifyReply {
  const line = source.authors.join(', ');
  const bytes = Buffer.from(placeholderSvg(source.title, line));
  const tag = createHash('sha256').update(bytes).digest('hex').slice(0, 24);
  // Short, because the title may get a picture or another name.
  void reply.header('cache-control', `${isPublic ? 'public' : 'private'}, max-age=300`);
  return send(request, reply, { bytes, tag, type: 'image/svg+xml; charset=utf-8' });
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, tag, type }: { readonly bytes: Buffer; readonly tag: string; readonly type: string },
): FastifyReply {
  void reply.headers({ etag: `"${tag}"`, 'content-security-policy': POLICY });
  if (holdsTag(request, `"${tag}"`)) return reply.code(304).send();
  void reply.type(type).header('content-length', bytes.length);
  return reply.send(request.method === 'HEAD' ? undefined : bytes);
}
