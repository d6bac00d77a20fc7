import type { ServicesOf } from '../application/service-table.ts';
import { ListenerData, type Resettable } from '../application/session/listener-data.ts';
import type { Container, Identifier } from './container.ts';
import { observed } from './observed.ts';

/** A class of the application layer: a use case lists its dependencies in `inject`; a state has none. */
export type Registrable<Instance extends object> = (new (...given: never[]) => Instance) & {
  readonly inject?: readonly Identifier<unknown>[];
};

/**
 * Binds a class to itself, once for the whole application, and first every class that its constructor takes. A class
 * without `inject` is a state, which views observe. Existing bindings stay, so a test may bind its own first.
 */
export function register<Instance extends object>(container: Container, type: Registrable<Instance>): void {
  if (container.isBound(type)) return;
  const { inject } = type;
  for (const dependency of inject ?? []) if (isClass(dependency)) register(container, dependency);
  container.bind<Instance, readonly unknown[]>(
    type,
    (...given) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Inject` checks the list, in type and order
      const instance = Reflect.construct(type, given) as Instance;
      if (inject === undefined) observed(instance);
      if (isResettable(instance)) resolve(container, ListenerData).add(instance);
      return instance;
    },
    inject ?? [],
  );
}

const isResettable = (instance: object): instance is Resettable => 'reset' in instance;

/** The single instance of a class, which is registered at its first use. */
export function resolve<Instance extends object>(
  container: Container,
  type: Registrable<Instance>,
): Instance {
  register(container, type);
  return container.get<Instance>(type);
}

const isClass = (dependency: Identifier<unknown>): dependency is Registrable<object> =>
  typeof dependency === 'function';

/** The single instance of each class of a table. */
export function resolveAll<Table extends Readonly<Record<string, Registrable<object>>>>(
  container: Container,
  table: Table,
): ServicesOf<Table> {
  const instances = Object.entries(table).map(([name, type]) => [name, resolve(container, type)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table gives each entry its type
  return Object.fromEntries(instances) as ServicesOf<Table>;
}
