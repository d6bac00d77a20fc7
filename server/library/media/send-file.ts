import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdsTag } from '../../media/headers.ts';
import { readRange } from '../../media/range.ts';
import { readVirtual, type OpenFile } from './virtual-file.ts';

type Pieces = AsyncGenerator<Buffer, void, undefined>;
type Guard = (pieces: Pieces) => Pieces;

/**
 * Sends an open file, complete or by range (RFC 9110). It closes the source.
 *
 * @param guard passes the bytes on, as long as they may be sent
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  open: OpenFile,
  guard: Guard = (pieces) => pieces,
): Promise<FastifyReply> {
  const { source, file, type, tag } = open;
  void reply.headers({ 'accept-ranges': 'bytes', etag: tag });
  const range = readRange(rangeHeader(request, tag), file.size);
  if (holdsTag(request, tag) || range.kind === 'unsatisfiable' || request.method === 'HEAD')
    await source.close();
  if (holdsTag(request, tag)) return reply.code(304).send();
  if (range.kind === 'unsatisfiable') {
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${file.size}`, 'cache-control': 'no-store' })
      .send();
  }
  const [from, to] = range.kind === 'part' ? [range.from, range.to] : [0, file.size - 1];
  const isBodyless = request.method === 'HEAD';
  // The first bytes are read before the head is sent, so that a store that fails gets a status of its own.
  const body = isBodyless ? null : await started(guard(readVirtual(source, file, from, to + 1)));
  if (range.kind === 'part') void reply.code(206).header('content-range', `bytes ${from}-${to}/${file.size}`);
  void reply.type(type).header('content-length', to - from + 1);
  return body === null ? reply.send() : reply.send(Readable.from(body, { objectMode: false }));
}

/** A hook: a handler may fail after it has set the headers of a file. Nobody may store such an answer. */
export async function storeNoFailure(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (reply.statusCode < 500) return;
  reply.removeHeader('etag');
  void reply.header('cache-control', 'no-store');
}

/** Waits for the first piece of a body. */
async function started(pieces: Pieces): Promise<Pieces> {
  const first = await pieces.next();
  async function* all(): Pieces {
    try {
      if (first.done !== true) yield first.value;
      yield* pieces;
    } finally {
      // Closes the source if the reader leaves before the rest was asked for.
      await pieces.return();
    }
  }
  return all();
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
