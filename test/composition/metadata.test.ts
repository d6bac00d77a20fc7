import { Container, ContainerModule } from 'inversify';
import { beforeAll, describe, expect, it } from 'vitest';

// The container brings the package along, which the build leaves out: from here on the stand-in answers.
beforeAll(async () => {
  for (const name of ['getOwnMetadata', 'getMetadata', 'defineMetadata'])
    Reflect.deleteProperty(Reflect, name);
  await import('../../src/composition/metadata.ts');
});

describe('the stand-in for reflect-metadata', () => {
  it('lets a container bind, resolve, replace and unload what is not decorated', () => {
    class Port {
      readonly isOpen = true;
    }
    class UseCase {
      constructor(readonly port: Port) {}
    }
    const container = new Container();
    const module = new ContainerModule(({ bind }) => {
      bind(UseCase)
        .toResolvedValue((port) => new UseCase(port), [Port])
        .inSingletonScope();
    });
    container.load(module);
    container.bind(Port).toConstantValue(new Port());
    expect(container.get(UseCase)).toBe(container.get(UseCase));
    expect(container.get(UseCase).port).toBe(container.get(Port));

    const other = new Port();
    container.rebind(Port).toConstantValue(other);
    expect(container.get(Port)).toBe(other);

    container.unload(module);
    expect(container.isBound(UseCase)).toBe(false);
  });

  it('numbers every module otherwise', () => {
    const ids = Array.from({ length: 5 }, () => new ContainerModule(() => undefined).id);
    expect(new Set(ids).size).toBe(5);
  });

  it('keeps what one target was given from the others', () => {
    const [one, other] = [{}, {}];
    const get: unknown = Reflect.get(Reflect, 'getOwnMetadata');
    const define: unknown = Reflect.get(Reflect, 'defineMetadata');
    if (typeof get !== 'function' || typeof define !== 'function') throw new Error('it is not there');
    Reflect.apply(define, Reflect, ['key', 1, one]);
    expect(Reflect.apply(get, Reflect, ['key', one])).toBe(1);
    expect(Reflect.apply(get, Reflect, ['other key', one])).toBeUndefined();
    expect(Reflect.apply(get, Reflect, ['key', other])).toBeUndefined();
  });
});
