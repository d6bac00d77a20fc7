import type { ServiceIdentifier } from 'inversify';
import { CREATE_LIST } from '../application/catalogue/lists.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { PORTS, token, type PortToken } from '../ports/tokens.ts';
import type { Configuration } from './configuration/configuration.ts';

type Identified<Tokens> = {
  readonly [Name in keyof Tokens]: Tokens[Name] extends PortToken<infer Port>
    ? ServiceIdentifier<Port>
    : never;
};

const tokens = {
  ...PORTS,
  createList: CREATE_LIST,
  configuration: token<Configuration>('Configuration'),
  /** The store of the adapters' data: local storage or IndexedDB. */
  browserStore: token<KeyValueStore>('BrowserStore'),
  /** The store of the sign-in service's tokens. */
  sessionStore: token<KeyValueStore>('SessionStore'),
};

/** The ports and the configuration in the container. Use cases and states are identified by their classes. */
export const TOKENS: Identified<typeof tokens> = tokens;
