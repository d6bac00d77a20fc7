import type { FastifyPluginAsync } from 'fastify';
import { cuesOf, transcriptText } from '../catalogue/transcripts.ts';
import type { CatalogueDatabase } from '../catalogue/tables.ts';
import {
  allowEmbedding,
  answerUnknown,
  holdsTag,
  listenerOrRefusal,
  type Lookup,
  refuseAddress,
  sourceOf,
  type Verify,
} from './request.ts';

interface Options {
  readonly db: CatalogueDatabase;
  readonly lookup: Lookup;
  readonly verify: Verify;
  readonly mayHear: (sub: string, path: string) => Promise<boolean>;
}

/**
 * Serves `/media/transcript/*` to signed addresses, to those who may hear the sound at this moment (TEXT-55). The address
 * of a text that changes is another one.
 */
export function transcriptRoutes({ db, lookup, verify, mayHear }: Options): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', allowEmbedding);
    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/transcript/:file',
      handler: async (request, reply) => {
        const listener = listenerOrRefusal(request, reply, verify);
        if (listener === null) return reply;
        const source = await sourceOf(request, 'transcript', lookup);
        if (source === null) return answerUnknown(reply);
        if (!(await mayHear(listener, request.url.replace(/\?.*$/su, ''))))
          return refuseAddress(reply, 'expired');
        const tag = `"${source.transcript}"`;
        void reply
          .header('etag', tag)
          .type(source.isTimed ? 'text/vtt; charset=utf-8' : 'text/plain; charset=utf-8');
        if (holdsTag(request, tag)) return reply.code(304).send();
        return reply.send(transcriptText(await cuesOf(db, source.transcript), source.isTimed));
      },
    });
  };
}
