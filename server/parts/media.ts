import { apiPart } from './api.ts';
import { databasePart } from './db.ts';
import { httpPart } from './http.ts';
import { isRefused, readAccess } from '../members/entitlement.ts';
import { part } from './part.ts';
import { poolPart } from './pool.ts';
import { privateFeedsPart } from './private-feeds.ts';
import type { Media, MediaOptions } from '../source.ts';
import { storePart } from './store.ts';
import { ActiveListeners } from '../watch/metrics.ts';
import { watchPart } from './watch.ts';
import { findMediaSource } from '../media/source.ts';
import { transcriptRoutes } from '../media/transcript-routes.ts';

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
