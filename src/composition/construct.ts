import type { Bind, Newable, ServiceIdentifier } from 'inversify';

/** What a constructor asks for, named: a missing or swapped dependency does not compile. */
type Identifiers<Needs extends unknown[]> = { [Index in keyof Needs]-?: ServiceIdentifier<Needs[Index]> };

/** Binds a class to itself, once for the whole application, built from what its constructor asks for. */
export function construct<Needs extends unknown[], Built>(
  bind: Bind,
  type: Newable<Built, Needs>,
  needs: Identifiers<Needs>,
): void {
  bind(type)
    .toResolvedValue((...found: Needs) => new type(...found), needs)
    .inSingletonScope();
}
