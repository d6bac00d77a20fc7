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

/** The best encoding that the client takes. */
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

/** Compresses each thing once and keeps it in memory, up to a bound; what was used longest ago goes first. */
export class Compressor {
  private readonly kept = new Map<string, Buffer>();
  private bytes = 0;
  private readonly brotliQuality: number;

  /** @param brotliQuality of 11: what is compressed but once may take its time, unless somebody waits for many */
  constructor(brotliQuality = 9) {
    this.brotliQuality = brotliQuality;
  }

  /**
   * @param key names these very contents
   * @param wanted what the client takes; what is too small to gain anything is sent as it is
   */
  async encode(key: string, contents: Buffer, wanted: Encoding): Promise<Encoded> {
    const encoding = contents.length < WORTH_IT_BYTES ? 'identity' : wanted;
    if (encoding === 'identity') return { encoding, bytes: contents };
    const full = `${encoding} ${key}`;
    const found = this.kept.get(full);
    if (found !== undefined) {
      this.kept.delete(full);
      this.kept.set(full, found);
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
    this.keep(full, made);
    return { encoding, bytes: made };
  }

  private keep(key: string, made: Buffer): void {
    this.bytes += made.length - (this.kept.get(key)?.length ?? 0);
    this.kept.set(key, made);
    for (const [oldest, contents] of this.kept) {
      if (this.bytes <= MOST_BYTES || oldest === key) break;
      this.kept.delete(oldest);
      this.bytes -= contents.length;
    }
  }
}
