import { ContainerModule } from 'inversify';
import { FeedContentApi } from '../adapters/feed/feed-content-api.ts';
import { TOKENS } from './tokens.ts';

/** Content from podcast feeds instead of the product API (CAT-69). */
export const feedsModule = new ContainerModule(({ rebind }) => {
  rebind(TOKENS.contentApi)
    .toResolvedValue(
      ({ feeds }, auth, registration, store, clock, log) =>
        new FeedContentApi({ feeds, auth, registration, store, clock, log, random: Math.random }),
      [TOKENS.configuration, TOKENS.auth, TOKENS.registration, TOKENS.store, TOKENS.clock, TOKENS.log],
    )
    .inSingletonScope();
});
