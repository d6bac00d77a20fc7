import 'reflect-metadata/lite';
import {
  Container as Inversify,
  ContainerModule,
  type ContainerModuleLoadOptions,
  type ServiceIdentifier,
} from 'inversify';
import type { PortToken } from '../ports/tokens.ts';

/** Identifies a port by its token, and any other instance by its class. */
export type Identifier<Instance> = PortToken<Instance> | (abstract new (...given: never[]) => Instance);

type Identifiers<Needs extends readonly unknown[]> = {
  readonly [Index in keyof Needs]: Identifier<Needs[Index]>;
};

/**
 * Binds an identifier to a function, which creates the instance once, at its first use, from what it needs. An existing
 * binding stays, so a test or the configuration may bind another instance first.
 */
export type Bind = <Instance, Needs extends readonly unknown[] | [] = []>(
  identifier: Identifier<Instance>,
  create: (...needs: Needs) => Instance,
  needs?: Identifiers<Needs>,
) => void;

/** Bindings of a part of the application. The code of a late part comes with its module. */
export type Feature = ContainerModule;

export const feature = (bindAll: (bind: Bind) => void): Feature =>
  new ContainerModule((options) => bindAll(bindIn(options)));

/** Inversify's container, with the types of our tokens. Each instance is created once. */
export class Container {
  private readonly inversify = new Inversify();

  readonly bind: Bind = bindIn(this.inversify);

  isBound(identifier: Identifier<unknown>): boolean {
    return this.inversify.isBound(serviceOf(identifier));
  }

  /** Binds an instance that replaces what is bound. Call it before anything has used that. */
  replace<Instance>(identifier: Identifier<Instance>, instance: Instance): void {
    if (this.isBound(identifier)) this.inversify.unbind(serviceOf(identifier));
    this.inversify.bind(serviceOf(identifier)).toConstantValue(instance);
  }

  /** @throws if nothing is bound to the identifier; the message names it */
  get<Instance>(identifier: Identifier<Instance>): Instance {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `bind` and `replace` give each identifier its type
    return this.inversify.get(serviceOf(identifier)) as Instance;
  }

  /** Adds the bindings of a feature. A second call adds nothing. */
  load(added: Feature): void {
    this.inversify.load(added);
  }
}

function bindIn(target: Pick<ContainerModuleLoadOptions, 'bind' | 'isBound'>): Bind {
  return (identifier, create, needs) => {
    if (target.isBound(serviceOf(identifier))) return;
    target
      .bind(serviceOf(identifier))
      .toResolvedValue(
        (...given): unknown => Reflect.apply(create, undefined, given),
        (needs ?? []).map(serviceOf),
      )
      .inSingletonScope();
  };
}

/** Inversify has a type of its own for these identifiers. */
const serviceOf = (identifier: Identifier<unknown>): ServiceIdentifier => identifier;
