import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface Encoded {
  readonly encoding: Encoding;
  readonly bytes: Buffer;
}

const MOST_BYTES = 32 * 1024 * 1024;
const WORTH_IT_BYTES = 1024;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The best encoding that the client accepts. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const accepted = new Set(
    (acceptEncoding ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
      .map((part) => part.split(';', 1).join('')),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : 'identity';
}

/** Compresses each content once and caches the result in memory. Above the limit, the least recently used goes first. */
export class Compressor {
  private readonly cached = new Map<string, Buffer>();
  private bytes = 0;
  private readonly brotliQuality: number;

  /** @param brotliQuality from 0 to 11; a higher one takes more time */
  constructor(brotliQuality = 9) {
    this.brotliQuality = brotliQuality;
  }

  /**
   * @param key identifies the contents
   * @param wanted an encoding that the client accepts; small contents are not compressed
   */
  async encode(key: string, contents: Buffer, wanted: Encoding): Promise<Encoded> {
    const encoding = contents.length < WORTH_IT_BYTES ? 'identity' : wanted;
    if (encoding === 'identity') return { encoding, bytes: contents };
    const full = `${encoding} ${key}`;
    const found = this.cached.get(full);
    if (found !== undefined) {
      this.cached.delete(full);
      this.cached.set(full, found);
      return { encoding, bytes: found };
    }
    const made =
      encoding === 'gzip'
        ? await zip(contents, { level: 9 })
        : await brotli(contents, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: this.brotliQuality,
              [constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
            },
          });
    this.store(full, made);
    return { encoding, bytes: made };
  }

  private store(key: string, made: Buffer): void {
    this.bytes += made.length - (this.cached.get(key)?.length ?? 0);
    this.cached.set(key, made);
    for (const [oldest, contents] of this.cached) {
      if (this.bytes <= MOST_BYTES || oldest === key) break;
      this.cached.delete(oldest);
      this.bytes -= contents.length;
    }
  }
}
