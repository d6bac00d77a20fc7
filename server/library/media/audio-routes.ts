import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../../clock.ts';
import { parseMediaPath } from '../../media/path.ts';
import { answerUnknown, refuseAddress, sourceOf, type Lookup, type Verify } from '../../media/request.ts';
import { Renewal } from './renewal.ts';
import { sendFile, storeNoFailure } from './send-file.ts';
import type { Sounds } from './sounds.ts';

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
    app.addHook('onSend', storeNoFailure);
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
        return sound === null ? answerUnknown(reply) : sendFile(request, reply, sound);
      },
    });
  };
}
