import type { Container } from 'inversify';
import { openCookies, openIndexedDb } from './open-stores.ts';
import { TOKENS } from './tokens.ts';

/**
 * Replaces the default adapters as the configuration says. The code is fetched only then, so that the first load of
 * other configurations stays small.
 */
export async function chooseAdapters(container: Container): Promise<void> {
  const { sessionStore, storage } = container.get(TOKENS.configuration);
  // IndexedDB comes first, because all other adapters may store data.
  if (storage === 'indexeddb') {
    const store = await openIndexedDb(container.get(TOKENS.log));
    container.rebind(TOKENS.browserStore).toConstantValue(store);
  }
  if (sessionStore === 'cookie') container.rebind(TOKENS.sessionStore).toConstantValue(await openCookies());
}
