import type { Container } from 'inversify';
import { openCookies, openIndexedDb } from './open-stores.ts';
import { TOKENS } from './tokens.ts';

/**
 * Replaces the default adapters as the configuration says. The code is fetched only then, so that the first load of
 * other configurations stays small.
 */
export async function chooseAdapters(container: Container): Promise<void> {
  const { feeds, sessionStore, storage } = container.get(TOKENS.configuration);
  // IndexedDB comes first, because all other adapters may store data.
  if (storage === 'indexeddb') {
    const store = await openIndexedDb(container.get(TOKENS.log));
    container.rebind(TOKENS.browserStore).toConstantValue(store);
  }
  if (sessionStore === 'cookie') container.rebind(TOKENS.sessionStore).toConstantValue(await openCookies());
  if (feeds.length > 0) await chooseFeeds(container, feeds);
}

/** Takes content from podcast feeds instead of the product API (CAT-69). */
async function chooseFeeds(container: Container, feeds: readonly string[]): Promise<void> {
  const { FeedContentApi } = await import('../adapters/feed/feed-content-api.ts');
  // New accounts use the feeds too, and their adapter is lazy.
  (await import('./start-lazy.ts')).loadLazyAdapters(container);
  container
    .rebind(TOKENS.contentApi)
    .toResolvedValue(
      (auth, registration, store, clock, log) =>
        new FeedContentApi({ feeds, auth, registration, store, clock, log, random: Math.random }),
      [TOKENS.auth, TOKENS.registration, TOKENS.store, TOKENS.clock, TOKENS.log],
    )
    .inSingletonScope();
}
