import {
  ContainerModule,
  type ContainerModuleLoadOptions,
  type MapToResolvedValueInjectOptions,
  type ServiceIdentifier,
} from 'inversify';

/**
 * Binds adapters, each created once, at its first use. An existing binding stays, so a test or the configuration may
 * bind another adapter first, and loading the module again has no effect.
 */
export const adapterModule = (bindAll: (bindAdapter: ReturnType<typeof binderFor>) => void) =>
  new ContainerModule((options) => bindAll(binderFor(options)));

const binderFor =
  ({ bind, isBound }: ContainerModuleLoadOptions) =>
  <Adapter, Needs extends unknown[] = []>(
    port: ServiceIdentifier<Adapter>,
    create: (...needs: Needs) => Adapter,
    needs?: MapToResolvedValueInjectOptions<Needs>,
  ): void => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `create` takes nothing without `needs`
    const given = needs ?? ([] as unknown as MapToResolvedValueInjectOptions<Needs>);
    if (!isBound(port)) bind(port).toResolvedValue(create, given).inSingletonScope();
  };
