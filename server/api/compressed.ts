import type { FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseEncoding } from '../http/compression.ts';

const WORTH_IT_BYTES = 1400;
// A response is made for one listener and sent once. So a short time to compress counts more than the last byte.
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };
const QUICK_GZIP = { level: 3 };

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A hook that compresses responses that are larger than a packet, in an encoding that the caller accepts. */
export async function compressed(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < WORTH_IT_BYTES) return payload;
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding === 'identity') return payload;
  reply.header('content-encoding', encoding).removeHeader('content-length');
  return encoding === 'br' ? brotli(payload, QUICK_BROTLI) : zip(payload, QUICK_GZIP);
}
