import type { ServiceIdentifier } from 'inversify';
import { CREATE_LIST } from '../application/catalogue/open-list.ts';
import { PORTS, token, type PortToken } from '../ports/tokens.ts';
import type { Configuration } from './configuration.ts';

type Identified<Tokens> = {
  readonly [Name in keyof Tokens]: Tokens[Name] extends PortToken<infer Port>
    ? ServiceIdentifier<Port>
    : never;
};

const tokens = { ...PORTS, createList: CREATE_LIST, configuration: token<Configuration>('Configuration') };

/** The ports and the configuration in the container. Use cases and states are identified by their classes. */
export const TOKENS: Identified<typeof tokens> = tokens;
