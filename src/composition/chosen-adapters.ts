import type { Container } from 'inversify';
import { SHARED } from './adapters-module.ts';
import { TOKENS } from './tokens.ts';

/**
 * Puts adapters in the place of the usual ones where the configuration says so (contract 2: `feeds`, `sessionStore`,
 * `storage`). They are fetched only then, so that nobody else's first load carries them.
 */
export async function chooseAdapters(container: Container): Promise<void> {
  const { feeds, sessionStore, storage } = container.get(TOKENS.configuration);
  if (storage === 'indexeddb') await chooseIndexedDb(container);
  if (sessionStore === 'cookie') await chooseCookies(container);
  if (feeds.length > 0) {
    const { feedsModule } = await import('./feeds-module.ts');
    // Feeds know new accounts.
    (await import('./lazy-modules.ts')).loadLazyModules(container);
    container.load(feedsModule);
  }
}

/** The store is read whole before anything asks it: until then, nothing that keeps anything is built. */
async function chooseIndexedDb(container: Container): Promise<void> {
  const { IndexedDbStore } = await import('../adapters/indexed-db/indexed-db-store.ts');
  const store = await IndexedDbStore.open({
    factory: () => window.indexedDB,
    name: 'store',
    channel: new BroadcastChannel('store'),
    clock: container.get(TOKENS.clock),
    log: container.get(TOKENS.log),
  });
  container.rebind(SHARED.browserStore).toConstantValue(store);
}

async function chooseCookies(container: Container): Promise<void> {
  const { CookieStore } = await import('../adapters/cookies/cookie-store.ts');
  const cookies = new CookieStore({
    jar: document,
    isEnabled: () => navigator.cookieEnabled,
    isSecure: window.location.protocol === 'https:',
    channel: new BroadcastChannel('session'),
  });
  container.rebind(SHARED.sessionStore).toConstantValue(cookies);
}
