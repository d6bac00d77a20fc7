import type { FastifyPluginAsync } from 'fastify';
import { apiPart } from './api.ts';
import type { CatalogueDatabase } from '../catalogue/tables.ts';
import { cuesOf, transcriptText } from '../catalogue/transcripts.ts';
import { databasePart } from './db.ts';
import { httpPart } from './http.ts';
import { limitRate, refuseBriefly } from '../http/rate-limit.ts';
import type { RequestCounts } from '../http/request-counts.ts';
import { isRefused, readAccess } from '../members/entitlement.ts';
import { part } from './part.ts';
import { poolPart } from './pool.ts';
import { privateFeedsPart } from './private-feeds.ts';
import type { Media, MediaOptions } from '../source.ts';
import { storePart } from './store.ts';
import { ActiveListeners } from '../watch/metrics.ts';
import { watchPart } from './watch.ts';
import {
  type Lookup,
  type Verify,
  allowEmbedding,
  answerUnknown,
  holdsTag,
  listenerOrRefusal,
  refuseAddress,
  sourceOf,
} from '../media/request.ts';
import { findMediaSource } from '../media/source.ts';

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
function transcriptRoutes({ db, lookup, verify, mayHear, ...limits }: Options): FastifyPluginAsync {
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

/** What the media of every source need: who may read an address, and where made files are. */
export const mediaPart = part({
  async open(setup): Promise<{ serve(createMedia: (options: MediaOptions) => Media): Promise<void> }> {
    const { options, server, log } = setup;
    const { db, clock } = await databasePart.in(setup);
    const { requestCounts } = await httpPart.in(setup);
    const { made } = await storePart.in(setup);
    const { pool } = await poolPart.in(setup);
    const { addresses } = await apiPart.in(setup);
    const feeds = await privateFeedsPart.in(setup);
    const { metrics } = await watchPart.in(setup);
    const activeListeners = new ActiveListeners(clock);
    metrics.measure({
      name: 'listeners_active',
      help: 'Listeners whose sound this process has sent within the last ten minutes.',
      read: () => activeListeners.count,
    });
    return {
      async serve(createMedia) {
        const mediaOptions: MediaOptions = {
          db,
          made: made.requests,
          log,
          lookup: (path) => findMediaSource(db, path),
          verify(url) {
            const check = addresses.verify(url);
            if (check.verdict === 'ok') activeListeners.saw(check.listener);
            return check;
          },
          async mayHear(sub, path) {
            const byFeed = await feeds.mayHear(sub, path);
            if (byFeed !== undefined) return byFeed;
            const medium = await findMediaSource(db, path);
            if (medium?.kind !== 'audio' && medium?.kind !== 'transcript') return false;
            if (!(await pool.isActive(sub))) return false;
            return !isRefused(await readAccess({ db, clock, pool }, sub, medium));
          },
          clock,
          requestCounts,
          requestsPerSecond: options.requestsPerSecond,
        };
        const media = createMedia(mediaOptions);
        feeds.useSizes(media.readSizes);
        server.addHook('onClose', () => media.close());
        await server.register(media.routes);
        await server.register(transcriptRoutes(mediaOptions));
      },
    };
  },
});
