import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
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

/** A response of the API that is no larger than a packet is sent as it is. */
const WORTH_RESPONSE_BYTES = 1400;
/** One call compresses a response up to this size in less than two milliseconds. Another thread compresses larger ones. */
const LARGEST_AT_ONCE_BYTES = 131_072;
// A response is made for one listener and sent once. So the time to compress it matters more than its last bytes.
const BROTLI_ONCE = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const GZIP_ONCE = { level: 3 };

/** The strong ETag of a response in an encoding. Each encoding has other bytes, so it needs a tag of its own (RFC 9110). */
const tagIn = (tag: string, encoding: Encoding): string => tag.replace(/^"(.*)"$/s, `"$1-${encoding}"`);

/** Gives the response the tag of its encoding. A 304 repeats the tag that the client has. */
function tagEncoding(reply: FastifyReply, encoding: Encoding): void {
  const tag = reply.getHeader('etag');
  if (typeof tag === 'string' && encoding !== 'identity') reply.header('etag', tagIn(tag, encoding));
}

/**
 * Compresses the texts that a scope responds with, in an encoding that the client accepts. Routes compare and send ETags
 * without regard to the encoding.
 */
export function compressResponses(server: FastifyInstance): void {
  const held = new WeakSet<FastifyRequest>();
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '));
    const { 'if-none-match': tags, 'accept-encoding': accepted } = request.headers;
    const ending = `-${chooseEncoding(accepted)}"`;
    if (tags?.includes(ending) === true) {
      request.headers['if-none-match'] = tags.replaceAll(ending, '"');
      held.add(request);
    }
    done();
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    const encoding =
      typeof payload === 'string' && payload.length > WORTH_RESPONSE_BYTES
        ? chooseEncoding(request.headers['accept-encoding'])
        : 'identity';
    if (reply.statusCode === 304 && held.has(request)) {
      tagEncoding(reply, chooseEncoding(request.headers['accept-encoding']));
    }
    if (typeof payload !== 'string' || encoding === 'identity') {
      done(null, payload);
      return;
    }
    tagEncoding(reply, encoding);
    reply.header('content-encoding', encoding).removeHeader('content-length');
    if (payload.length <= LARGEST_AT_ONCE_BYTES) {
      const isBrotli = encoding === 'br';
      done(null, isBrotli ? brotliCompressSync(payload, BROTLI_ONCE) : gzipSync(payload, GZIP_ONCE));
      return;
    }
    if (encoding === 'br') brotliCompress(payload, BROTLI_ONCE, done);
    else gzip(payload, GZIP_ONCE, done);
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

  /** @param brotliQuality from 0 to 11; a higher one takes more time */
  constructor(private readonly brotliQuality = 9) {}

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
