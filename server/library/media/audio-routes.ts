import { Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import { holdsTag } from '../../media/headers.ts';
import { parseMediaPath } from '../../media/path.ts';
import { readRange } from '../../media/range.ts';
import { answerUnknown, refuseAddress, sourceOf, type Lookup, type Verify } from '../../media/request.ts';
import { Renewal } from './renewal.ts';
import type { OpenSound, Sounds } from './sounds.ts';
import { readVirtual } from './virtual-file.ts';

interface AudioRouteOptions {
  readonly sounds: Sounds;
  readonly lookup: Lookup;
  readonly verify: Verify;
  readonly clock: Clock;
}

/** Serves `/media/audio/*`: files and parts of files, complete or by range (RFC 9110). */
export function audioRoutes({ sounds, lookup, verify, clock }: AudioRouteOptions): FastifyPluginAsync {
  const renewal = new Renewal(() => clock.now());
  return async (app) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/audio/:file',
      handler: async (request, reply) => {
        const url = new URL(request.url, 'http://localhost');
        const check = verify(url);
        const admitted = renewal.admit(url.pathname, check);
        if (admitted === null) return refuseAddress(reply, check.verdict === 'forged' ? 'forged' : 'expired');
        void reply.header('cache-control', `private, max-age=${admitted.seconds}`);
        const path = parseMediaPath(url.pathname);
        if (path?.kind !== 'audio' || (await sourceOf(request, 'audio', lookup)) === null)
          return answerUnknown(reply);
        const sound = await sounds.open(path.id, path.chapter);
        return sound === null ? answerUnknown(reply) : send(request, reply, sound);
      },
    });
  };
}

async function send(request: FastifyRequest, reply: FastifyReply, sound: OpenSound): Promise<FastifyReply> {
  const { handle, file, type, tag } = sound;
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

/** Returns the `Range` header of a GET request. With `If-Range`, only if the reader has the current version. */
function rangeHeader(request: FastifyRequest, tag: string): string | undefined {
  const condition = request.headers['if-range'];
  if (request.method !== 'GET' || (condition !== undefined && condition !== tag)) return undefined;
  return request.headers.range;
}
