import type { FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseEncoding } from '../http/compression.ts';

const WORTH_IT_BYTES = 1400;
// Answers are made for one listener and sent once: what counts is the time to pack, more than the last byte saved.
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const QUICK_GZIP = { level: 4 };

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A hook that sends what is more than a packet compressed, in the way that the caller takes. */
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
