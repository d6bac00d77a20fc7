import { Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import {
  answerBusy,
  answerUnknown,
  listenerOrRefusal,
  sourceOf,
  type Lookup,
  type Verify,
} from '../../media/request.ts';
import { holdsTag } from '../../media/headers.ts';
import { readRange } from '../../media/range.ts';
import type { AudioSource } from '../../media/source.ts';
import type { AudioLibrary } from './audio-library.ts';
import type { OpenStream, Streams } from './streams.ts';

export interface AudioRouteOptions {
  readonly streams: Streams;
  readonly library: AudioLibrary;
  readonly lookup: Lookup;
  readonly verify: Verify;
}

/** `/media/audio/*`: streams MP3, whole or in part (RFC 9110: Range, If-Range, ETag, 206, 304, 416). */
export function audioRoutes(options: AudioRouteOptions): FastifyPluginAsync {
  const { lookup, verify } = options;
  return async (app) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/audio/:file(^.+\\.mp3$)',
      handler: async (request, reply) => {
        const listener = listenerOrRefusal(request, reply, verify);
        if (listener === null) return reply;
        const source = await sourceOf(request, 'audio', lookup);
        return source === null ? answerUnknown(reply) : sendTrack(request, reply, options, source, listener);
      },
    });
  };
}

async function sendTrack(
  request: FastifyRequest,
  reply: FastifyReply,
  { library, streams }: AudioRouteOptions,
  source: AudioSource,
  listener: string,
): Promise<FastifyReply> {
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
  const stream =
    // A HEAD request must not start the studio.
    request.method === 'HEAD' ? null : await openStream(reply, { library, streams, source, from, listener });
  if (stream === 'busy') return answerBusy(reply);
  if (range.kind === 'part') void reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
  void reply.type('audio/mpeg').header('content-length', to - from + 1);
  if (stream === null) return reply.send();
  const { place, left } = stream;
  const pieces = library.read(source, from, to, { listener, left });
  return reply.send(Readable.from(watched(pieces, place), { objectMode: false }));
}

interface Opening {
  readonly library: AudioLibrary;
  readonly streams: Streams;
  readonly source: AudioSource;
  readonly from: number;
  readonly listener: string;
}

/** Opens a stream until the connection closes. `left` is aborted when it closes. */
async function openStream(
  reply: FastifyReply,
  { library, streams, source, from, listener }: Opening,
): Promise<{ readonly place: OpenStream; readonly left: AbortSignal } | 'busy'> {
  if (!(await library.hasRoomFor(source, from, listener))) return 'busy';
  const place = streams.open(listener, () => reply.raw.destroy());
  if (place === null) return 'busy';
  const leaving = new AbortController();
  const close = (): void => {
    place.end();
    leaving.abort();
  };
  reply.raw.once('close', close);
  // The connection closed before this point, so there will be no event.
  if (reply.raw.destroyed) close();
  return { place, left: leaving.signal };
}

/** Records when the reader takes no bytes: it got a piece and does not request the next one. */
async function* watched(
  pieces: AsyncIterable<Buffer>,
  place: OpenStream,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of pieces) {
    place.handed();
    yield piece;
    place.wants();
  }
}

/** A range is valid only for GET, and with If-Range only if the reader's copy is current. */
function rangeHeader(request: FastifyRequest, tag: string): string | undefined {
  const condition = request.headers['if-range'];
  if (request.method !== 'GET' || (condition !== undefined && condition !== tag)) return undefined;
  return request.headers.range;
}
