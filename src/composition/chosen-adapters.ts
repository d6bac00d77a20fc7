import type { Container } from 'inversify';
import { SHARED } from './adapters-module.ts';
import { TOKENS } from './tokens.ts';

/**
 * Replaces the default adapters as the configuration says: `feeds` (CAT-69), `sessionStore` (SES-33) and `storage`
 * (APP-46). They are fetched only then, so that the first load of other configurations stays small.
 */
export async function chooseAdapters(container: Container): Promise<void> {
  const { feeds, sessionStore, storage } = container.get(TOKENS.configuration);
  if (storage === 'indexeddb') await chooseIndexedDb(container);
  if (sessionStore === 'cookie') await chooseCookies(container);
  if (feeds.length > 0) {
    const { feedsModule } = await import('./feeds-module.ts');
    // New accounts use the feeds too, so the lazy modules are bound first.
    (await import('./lazy-modules.ts')).loadLazyModules(container);
    container.load(feedsModule);
  }
}

/** Reads the whole store before any other code uses it; nothing that stores data is built until then. */
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
  const { CookieStore } = await import('../adapters/browser/cookie-store.ts');
  const cookies = new CookieStore({
    jar: document,
    isEnabled: () => navigator.cookieEnabled,
    isSecure: window.location.protocol === 'https:',
    channel: new BroadcastChannel('session'),
  });
  container.rebind(SHARED.sessionStore).toConstantValue(cookies);
}
