import type { Container } from 'inversify';
import { TOKENS } from './tokens.ts';

/**
 * Replaces the default adapters as the configuration says. The code is fetched only then, so that the first load of
 * other configurations stays small.
 */
export async function chooseAdapters(container: Container): Promise<void> {
  const { feeds, sessionStore, storage } = container.get(TOKENS.configuration);
  // IndexedDB comes first, because all other adapters may store data.
  if (storage === 'indexeddb') await chooseIndexedDb(container);
  if (sessionStore === 'cookie') await chooseCookies(container);
  if (feeds.length > 0) await chooseFeeds(container, feeds);
}

/** Stores all data in IndexedDB, whose content is read before any other code uses it (APP-46). */
async function chooseIndexedDb(container: Container): Promise<void> {
  const { IndexedDbStore } = await import('../adapters/indexed-db/indexed-db-store.ts');
  const store = await IndexedDbStore.open({
    factory: () => window.indexedDB,
    name: 'store',
    channel: new BroadcastChannel('store'),
    clock: container.get(TOKENS.clock),
    log: container.get(TOKENS.log),
  });
  container.rebind(TOKENS.browserStore).toConstantValue(store);
}

/** Stores the session in cookies (SES-33). */
async function chooseCookies(container: Container): Promise<void> {
  const { CookieStore } = await import('../adapters/browser/cookie-store.ts');
  const cookies = new CookieStore({
    jar: document,
    isEnabled: () => navigator.cookieEnabled,
    isSecure: window.location.protocol === 'https:',
    channel: new BroadcastChannel('session'),
  });
  container.rebind(TOKENS.sessionStore).toConstantValue(cookies);
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
