import type { FastifyPluginAsync } from 'fastify';
import { parseMediaPath } from '../../media/path.ts';
import { answerAbsent, answerUnknown, refuseAddress, sourceOf } from '../../media/request.ts';
import type { MediaOptions } from '../../source.ts';
import { Renewal } from './renewal.ts';
import { sendFile, storeNoFailure } from './send-file.ts';
import type { Sounds } from './sounds.ts';

/** Serves `/media/audio/*`: files and parts of files, complete or by range (RFC 9110). */
export function audioRoutes(sounds: Sounds, options: MediaOptions): FastifyPluginAsync {
  const renewal = new Renewal(options);
  return async (app) => {
    app.addHook('onSend', storeNoFailure);
    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/audio/:file',
      handler: async (request, reply) => {
        const url = new URL(request.url, 'http://localhost');
        const admitted = await renewal.admit(url);
        if (typeof admitted === 'string') return refuseAddress(reply, admitted);
        void reply.header('cache-control', `private, max-age=${admitted.seconds}`);
        const path = parseMediaPath(url.pathname);
        if (path?.kind !== 'audio' || (await sourceOf(request, 'audio', options.lookup)) === null)
          return answerUnknown(reply);
        const sound = await sounds.open(path.id, path.chapter);
        if (sound !== null) return sendFile(request, reply, sound, admitted.guard);
        return (await sounds.isLost(path.id)) ? answerAbsent(reply) : answerUnknown(reply);
      },
    });
  };
}
