import { SystemClock } from '../adapters/browser/browser-platform.ts';
import type { Log, KeyValueStore } from '../ports/platform.ts';

/*
 * The stores that a configuration may choose instead of local storage. Their code loads only if they are chosen. The
 * app and the studio open the same stores, because both use one session.
 */

/** Opens the store in IndexedDB. Its content is read before any other code uses it (APP-46). */
export async function openIndexedDb(log: Log): Promise<KeyValueStore> {
  const { IndexedDbStore } = await import('../adapters/indexed-db/indexed-db-store.ts');
  const channel = new BroadcastChannel('store');
  // The app's clock keeps its correction in this store, so it is created later. Until then, a clock without a store is used.
  const clock = new SystemClock();
  return IndexedDbStore.open({ factory: () => window.indexedDB, name: 'store', channel, clock, log });
}

/** Opens the session's store in cookies (SES-33). */
export async function openCookies(): Promise<KeyValueStore> {
  const { CookieStore } = await import('../adapters/browser/cookie-store.ts');
  return new CookieStore({
    jar: document,
    isEnabled: () => navigator.cookieEnabled,
    isSecure: window.location.protocol === 'https:',
    channel: new BroadcastChannel('session'),
  });
}
