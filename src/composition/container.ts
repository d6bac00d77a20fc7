import 'reflect-metadata/lite';
import { Container } from 'inversify';
import { adaptersModule } from './adapters-module.ts';
import type { Configuration } from './configuration.ts';
import { statesModule } from './states-module.ts';
import { TOKENS } from './tokens.ts';
import { useCasesModule } from './use-cases-module.ts';

/** A fresh application, nothing of it built yet: bindings may be replaced before the first `get`. */
export function createContainer(configuration: Configuration): Container {
  const container = new Container();
  container.bind(TOKENS.configuration).toConstantValue(configuration);
  container.load(adaptersModule, statesModule, useCasesModule);
  return container;
}
