import type { FastifyPluginAsync } from 'fastify';
import type { CatalogueDatabase } from '../catalogue/tables.ts';
import { cuesOf, transcriptText } from '../catalogue/transcripts.ts';
import { limitRate, refuseBriefly } from '../http/rate-limit.ts';
import type { RequestCounts } from '../http/request-counts.ts';
import {
  type Lookup,
  type Verify,
  allowEmbedding,
  sendUnknown,
  holdsTag,
  listenerOrRefusal,
  refuseAddress,
  sourceOf,
} from './request.ts';

/** Requests of one network address in a second. A page asks for one text, and a text is made for each request. */
const TRANSCRIPTS_PER_SECOND = 30;

interface Options {
  readonly db: CatalogueDatabase;
  readonly lookup: Lookup;
  readonly verify: Verify;
  readonly mayHear: (sub: string, path: string) => Promise<boolean>;
  readonly requestCounts: RequestCounts;
  readonly requestsPerSecond?: number | undefined;
}

/**
 * Serves `/media/transcript/*` to signed addresses, to those who may hear the sound at this moment (TEXT-55). The address
 * of a text that changes is another one. They have a limit of their own, before any statement (SES-96).
 */
export function transcriptRoutes({ db, lookup, verify, mayHear, ...limits }: Options): FastifyPluginAsync {
  const { requestCounts, requestsPerSecond = TRANSCRIPTS_PER_SECOND } = limits;
  return async (app) => {
    app.addHook('onRequest', allowEmbedding);
    app.addHook('onRequest', refuseBriefly(limitRate(requestCounts, 'transcripts', requestsPerSecond)));
    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/transcript/:file',
      handler: async (request, reply) => {
        const listener = listenerOrRefusal(request, reply, verify);
        if (listener === null) return reply;
        const source = await sourceOf(request, 'transcript', lookup);
        if (source === null) return sendUnknown(reply);
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
