import type { Container as Library, ServiceIdentifier } from 'inversify';
import type { PortToken } from '../ports/tokens.ts';

/** Identifies a port by its token, and any other instance by its class. */
export type Identifier<Instance> = PortToken<Instance> | (abstract new (...given: never[]) => Instance);

type Identifiers<Needs extends readonly unknown[]> = {
  readonly [Index in keyof Needs]: Identifier<Needs[Index]>;
};

type Recipe = {
  readonly create: (...needs: never[]) => unknown;
  readonly needs: readonly Identifier<unknown>[];
};

/**
 * Creates each adapter, state and use case once, at its first use. The first page does not load Inversify, which would be
 * a tenth of its code. Inversify creates what is bound after `continueWith`.
 */
export class Container {
  private readonly recipes = new Map<Identifier<unknown>, Recipe>();
  private readonly created = new Map<Identifier<unknown>, unknown>();
  private library: Library | null = null;

  isBound(identifier: Identifier<unknown>): boolean {
    return this.recipes.has(identifier) || this.library?.isBound(serviceOf(identifier)) === true;
  }

  /** An existing binding stays, so a test or the configuration may bind another instance first. */
  bind<Instance, Needs extends readonly unknown[] | [] = []>(
    identifier: Identifier<Instance>,
    create: (...needs: Needs) => Instance,
    needs?: Identifiers<Needs>,
  ): void {
    if (this.isBound(identifier)) return;
    const recipe: Recipe = { create, needs: needs ?? [] };
    if (this.library === null) this.recipes.set(identifier, recipe);
    else
      this.library
        .bind(serviceOf(identifier))
        .toResolvedValue((...given) => applied(recipe, given), recipe.needs.map(serviceOf))
        .inSingletonScope();
  }

  /** Binds an instance in place of what is bound. Call it before `continueWith`, and before anything has used that. */
  replace<Instance>(identifier: Identifier<Instance>, instance: Instance): void {
    this.recipes.set(identifier, { create: () => instance, needs: [] });
  }

  get<Instance>(identifier: Identifier<Instance>): Instance {
    if (!this.created.has(identifier)) this.created.set(identifier, this.create(identifier));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `bind` and `replace` give each identifier its type
    return this.created.get(identifier) as Instance;
  }

  /** Leaves what is bound from now on to Inversify. A second call does nothing. */
  continueWith(createLibrary: () => Library): void {
    if (this.library !== null) return;
    this.library = createLibrary();
    for (const identifier of this.recipes.keys())
      this.library.bind(serviceOf(identifier)).toDynamicValue(() => this.get(identifier));
  }

  private create(identifier: Identifier<unknown>): unknown {
    const recipe = this.recipes.get(identifier);
    if (recipe !== undefined)
      return applied(
        recipe,
        recipe.needs.map((need) => this.get(need)),
      );
    if (this.library !== null) return this.library.get(serviceOf(identifier));
    throw new Error(`Nothing is bound to ${String(identifier)}`);
  }
}

const applied = ({ create }: Recipe, needs: readonly unknown[]): unknown =>
  Reflect.apply(create, undefined, needs);

/** Inversify has a type of its own for these identifiers. */
const serviceOf = (identifier: Identifier<unknown>): ServiceIdentifier => identifier;
