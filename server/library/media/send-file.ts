import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdsTag } from '../../media/headers.ts';
import { readRange } from '../../media/range.ts';
import { readVirtual, type OpenFile } from './virtual-file.ts';

/** Sends an open file, complete or by range (RFC 9110). It closes the handle. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  open: OpenFile,
): Promise<FastifyReply> {
  const { handle, file, type, tag } = open;
  void reply.headers({ 'accept-ranges': 'bytes', etag: tag });
  const range = readRange(rangeHeader(request, tag), file.size);
  if (holdsTag(request, tag) || range.kind === 'unsatisfiable' || request.method === 'HEAD')
    await handle.close();
  if (holdsTag(request, tag)) return reply.code(304).send();
  if (range.kind === 'unsatisfiable') {
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${file.size}`, 'cache-control': 'no-store' })
      .send();
  }
  const [from, to] = range.kind === 'part' ? [range.from, range.to] : [0, file.size - 1];
  if (range.kind === 'part') void reply.code(206).header('content-range', `bytes ${from}-${to}/${file.size}`);
  void reply.type(type).header('content-length', to - from + 1);
  if (request.method === 'HEAD') return reply.send();
  return reply.send(Readable.from(readVirtual(handle, file, from, to + 1), { objectMode: false }));
}

/**
 * Returns the `Range` header of a GET request. If the request has an outdated `If-Range`, it returns nothing, and the
 * complete file is sent.
 */
function rangeHeader(request: FastifyRequest, tag: string): string | undefined {
  const condition = request.headers['if-range'];
  if (request.method !== 'GET' || (condition !== undefined && condition !== tag)) return undefined;
  return request.headers.range;
}
