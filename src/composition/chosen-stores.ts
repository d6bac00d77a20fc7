import type { Container } from './container.ts';
import { openCookies, openIndexedDb } from './open-stores.ts';
import { TOKENS } from './tokens.ts';

/**
 * Replaces the default adapters as the configuration says. The code is fetched only then, so that the first load of
 * other configurations stays small.
 */
export async function chooseStores(container: Container): Promise<void> {
  const { sessionStore, storage } = container.get(TOKENS.configuration);
  // IndexedDB comes first, because all other adapters may store data.
  if (storage === 'indexeddb') {
    container.replace(TOKENS.browserStore, await openIndexedDb(container.get(TOKENS.log)));
  }
  if (sessionStore === 'cookie') container.replace(TOKENS.sessionStore, await openCookies());
}
