import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { BoundedCache } from '../bounded-cache.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface Encoded {
  readonly encoding: Encoding;
  readonly bytes: Buffer;
}

const MOST_BYTES = 32 * 1024 * 1024;
const WORTH_IT_BYTES = 1024;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const WORTH_RESPONSE_BYTES = 1400;
/** One call compresses a response up to this size in less than two milliseconds. A stream would cost more. */
const LARGEST_AT_ONCE_BYTES = 65_536;
/** A larger window than such a response would only take time and memory. */
const WINDOW_BITS = 16;

/** Compresses the responses of a scope that are larger than a packet, in an encoding that the client accepts. */
export async function compressResponses(server: FastifyInstance): Promise<void> {
  // The plugin sets this header only in responses that it has compressed.
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '));
  });
  await server.register(fastifyCompress, {
    threshold: WORTH_RESPONSE_BYTES,
    syncThreshold: LARGEST_AT_ONCE_BYTES,
    encodings: ['br', 'gzip'],
    // Compressed bodies of requests are not accepted, because a small one could become very large.
    globalDecompression: false,
    // A response is made for one listener and sent once. So the time to compress it matters more than its last bytes.
    brotliOptions: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS },
    },
    zlibOptions: { level: 3 },
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
  private readonly cached = new BoundedCache<Buffer>(MOST_BYTES);
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
    if (found !== undefined) return { encoding, bytes: found };
    const made =
      encoding === 'gzip'
        ? await zip(contents, { level: 9 })
        : await brotli(contents, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: this.brotliQuality,
              [constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
            },
          });
    this.cached.set(full, made, made.length);
    return { encoding, bytes: made };
  }
}
