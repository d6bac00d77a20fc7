import 'reflect-metadata/lite';
import { Container } from 'inversify';
import { MoveToNewestBuild } from '../application/move-to-newest-build.ts';
import { adapters } from './adapters.ts';
import type { Configuration } from './configuration/configuration.ts';
import { createObservedList } from './observed.ts';
import { register } from './register.ts';
import { TOKENS } from './tokens.ts';

/** Creates a fresh application in which nothing is built yet: bindings may be replaced before the first `get`. */
export function createContainer(configuration: Configuration): Container {
  const container = new Container();
  container.bind(TOKENS.configuration).toConstantValue(configuration);
  container.bind(TOKENS.createList).toConstantValue(createObservedList);
  container.load(adapters);
  // The adapter of the user pool takes it.
  register(container, MoveToNewestBuild);
  return container;
}
