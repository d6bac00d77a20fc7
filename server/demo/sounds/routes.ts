import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { AudioLibrary } from './audio-library.ts';
import {
  answerBusy,
  answerUnknown,
  holdsTag,
  listenerOrRefusal,
  type Lookup,
  readRange,
  sourceOf,
  type Verify,
} from '../../media/request.ts';
import type { AudioSource } from '../../media/source.ts';

/** The most open streams. */
export interface StreamLimits {
  readonly all: number;
  readonly ofOneListener: number;
}

/** An open stream. */
export interface OpenStream {
  /** The reader got a piece. Until the next call of `wants`, it takes no bytes. */
  handed(): void;
  /** The reader wants more. */
  wants(): void;
  end(): void;
}

interface Entry {
  readonly listener: string;
  readonly cut: () => void;
  /** Since when the reader takes no bytes. Null while the reader waits for bytes. */
  idleSince: number | null;
}

/** A paused player keeps its connection but reads nothing. After this time its stream may be closed for another one. */
const IDLE_MS = 30_000;

/**
 * The open streams, with a limit for all and for each listener. At the limit, the stream whose reader took no bytes for the
 * longest time is closed. A paused player requests its stream again when it continues.
 */
export class Streams {
  private readonly entries = new Set<Entry>();

  constructor(
    private readonly limits: StreamLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * @param cut ends the stream
   * @returns null if the limit is reached
   */
  open(listener: string, cut: () => void): OpenStream | null {
    const own = [...this.entries].filter((entry) => entry.listener === listener);
    if (own.length >= this.limits.ofOneListener && !this.cutIdle(own)) return null;
    if (this.entries.size >= this.limits.all && !this.cutIdle([...this.entries])) return null;
    const entry: Entry = { listener, cut, idleSince: null };
    this.entries.add(entry);
    return {
      handed: () => {
        entry.idleSince = this.now();
      },
      wants: () => {
        entry.idleSince = null;
      },
      end: () => {
        this.entries.delete(entry);
      },
    };
  }

  private cutIdle(entries: readonly Entry[]): boolean {
    const since = (entry: Entry): number => entry.idleSince ?? Infinity;
    const [idlest] = entries.toSorted((one, other) => since(one) - since(other));
    if (idlest === undefined || this.now() - since(idlest) < IDLE_MS) return false;
    this.entries.delete(idlest);
    idlest.cut();
    return true;
  }
}

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
