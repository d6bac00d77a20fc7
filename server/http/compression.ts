import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
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

const WORTH_ANSWER_BYTES = 1400;
/** Up to this size, one call compresses an answer in less than two milliseconds. A stream for it would cost more. */
const LARGEST_AT_ONCE_BYTES = 65_536;

/** Compresses the answers of a scope that are larger than a packet, in an encoding that the client accepts. */
export async function compressAnswers(server: FastifyInstance): Promise<void> {
  // The plugin names it only in answers that it has compressed.
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '));
  });
  await server.register(fastifyCompress, {
    threshold: WORTH_ANSWER_BYTES,
    syncThreshold: LARGEST_AT_ONCE_BYTES,
    encodings: ['br', 'gzip'],
    // Bodies of requests are never compressed. A small one could become a large one.
    globalDecompression: false,
    // An answer is made for one listener and sent once. So a short time to compress counts more than the last byte.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
    zlibOptions: { level: 4 },
  });
}

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
