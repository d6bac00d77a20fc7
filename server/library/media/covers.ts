import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { CatalogueDatabase } from '../../catalogue/tables.ts';
import type { Clock } from '../../clock.ts';
import type { FolderAt } from '../folders/folders.ts';
import { type CoverReader, type Format, FORMATS, resizePicture } from '../read/pictures.ts';
import type { LibraryDatabase } from '../tables.ts';
import {
  answerUnknown,
  holdsTag,
  type Lookup,
  parseMediaPath,
  sourceOf,
  type Verify,
} from '../../media/request.ts';
import type { CoverSource } from '../../media/source.ts';
import type { MadeMedia } from '../../store/made-media.ts';
import { StoreUnavailableError } from '../../store/media-store.ts';
import { escaped } from '../../text.ts';

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
const AT_ONCE = 2;
/** Milliseconds. A picture that could not be made is not tried again within this time. */
const RETRY_MS = 10 * 60_000;
const MOST_FAILURES = 10_000;

/** Makes pictures in the asked sizes. A slow original holds up no other one: its sizes are made one by one (CAT-111). */
export class PictureMaker {
  /** The originals whose pictures are being made. */
  private readonly busy = new Set<string>();
  private readonly waiting: (() => void)[] = [];
  private readonly failed = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /**
   * @param original names the original
   * @param read returns null if there is no picture now
   * @returns null if there is no picture, or if it cannot be decoded
   */
  async make(
    original: string,
    read: () => Promise<Uint8Array | null>,
    width: number,
    format: Format,
  ): Promise<Buffer | null> {
    while (this.busy.size >= AT_ONCE || this.busy.has(original)) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    if (this.clock.now() - (this.failed.get(original) ?? -Infinity) < RETRY_MS) return null;
    this.busy.add(original);
    try {
      const picture = await read();
      return picture && (await resizePicture(picture, width, format));
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      if (this.failed.size >= MOST_FAILURES) this.failed.clear();
      this.failed.set(original, this.clock.now());
      return null;
    } finally {
      this.busy.delete(original);
      for (const goOn of this.waiting.splice(0)) goOn();
    }
  }
}

/** The available widths, in pixels. A requested width is rounded up to the next one. */
const WIDTHS = [96, 160, 240, 320, 480, 640, 960, 1280, 1400, 3000] as const;
const USUAL_WIDTH = 640;

export const widthFor = (asked: number): number =>
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
    const bytes = await this.made.get(`covers/${name}`, () => this.maker.make(key, read, width, format));
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
        const query = new URL(request.url, 'http://localhost').searchParams;
        if (source.of === 'item') {
          const format = formatFor(query.get('f'), request.headers.accept);
          const found = await pictures.cover(source.id, widthFor(Number(query.get('w') ?? '0')), format);
          if (found !== null) {
            return sendCover(request, reply, found, { format, ...cover });
          }
        }
        return sendPlaceholder(request, reply, cover);
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
  return send(request, reply, { ...picture, type: `image/${format}` });
}

/**
 * Returns the named format, else WebP, else JPEG for readers without WebP. AVIF is used only by name, because
 * encoding it takes long.
 */
export function formatFor(named: string | null, accept = ''): Format {
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
