import { Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { answerUnknown, refuseUnlessSigned, sourceOf, type Lookup, type Verify } from '../address.ts';
import { holdsTag } from '../headers.ts';
import { readRange } from '../range.ts';
import type { AudioSource } from '../source.ts';
import type { AudioLibrary } from './audio-library.ts';

export interface AudioRouteOptions {
  readonly library: AudioLibrary;
  readonly lookup: Lookup;
  readonly verify: Verify;
}

/** `/media/audio/*`: MP3 by whole or by part (RFC 9110: Range, If-Range, ETag, 206, 304, 416), streamed. */
export function audioRoutes({ library, lookup, verify }: AudioRouteOptions): FastifyPluginAsync {
  return async (app) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/audio/:file',
      handler: async (request, reply) => {
        if (refuseUnlessSigned(request, reply, verify)) return reply;
        const source = await sourceOf(request, 'audio', lookup);
        return source === null ? answerUnknown(reply) : sendTrack(request, reply, library, source);
      },
    });
  };
}

function sendTrack(
  request: FastifyRequest,
  reply: FastifyReply,
  library: AudioLibrary,
  source: AudioSource,
): FastifyReply {
  const size = library.sizeOf(source);
  const tag = `"${library.tagOf(source)}"`;
  void reply.headers({ 'accept-ranges': 'bytes', etag: tag });
  if (holdsTag(request, tag)) return reply.code(304).send();

  const range = readRange(rangeHeader(request, tag), size);
  if (range.kind === 'unsatisfiable') {
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
      .send();
  }
  const [from, to] = range.kind === 'part' ? [range.from, range.to] : [0, size - 1];
  if (range.kind === 'part') void reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
  void reply.type('audio/mpeg').header('content-length', to - from + 1);
  // A question about the headers must not set the studio to work.
  if (request.method === 'HEAD') return reply.send();
  return reply.send(Readable.from(library.read(source, from, to), { objectMode: false }));
}

/** A range counts for GET alone, and under If-Range only while the reader's copy is the current one. */
function rangeHeader(request: FastifyRequest, tag: string): string | undefined {
  const condition = request.headers['if-range'];
  if (request.method !== 'GET' || (condition !== undefined && condition !== tag)) return undefined;
  return request.headers.range;
}
