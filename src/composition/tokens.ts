import { CREATE_LIST } from '../application/catalogue/lists.ts';
import type { KeyValueStore } from '../ports/platform.ts';
import { PORTS, token } from '../ports/tokens.ts';
import type { Configuration } from './configuration/configuration.ts';

/** The ports and the configuration in the container. Use cases and states are identified by their classes. */
export const TOKENS = {
  ...PORTS,
  createList: CREATE_LIST,
  // not translated: a name for developers
  configuration: token<Configuration>('Configuration'),
  /** The store of the adapters' data: local storage or IndexedDB. */
  browserStore: token<KeyValueStore>('BrowserStore'),
  /** The store of the sign-in service's tokens. */
  sessionStore: token<KeyValueStore>('SessionStore'),
};
