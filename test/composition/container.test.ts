import { Container } from 'inversify';
import { describe, expect, test } from 'vitest';
import { adapterModule } from '../../src/composition/adapter-module.ts';
import { decodeConfiguration } from '../../src/composition/configuration/configuration.ts';
import { createContainer } from '../../src/composition/container.ts';
import { lazyAdapters } from '../../src/composition/lazy-adapters.ts';
import { TOKENS } from '../../src/composition/tokens.ts';
import { PORTS } from '../../src/ports/tokens.ts';

const freshContainer = (): Container => {
  const document = { cognito: { userPoolId: 'us-west-2_Embedded01', clientId: 'client' } };
  const configuration = decodeConfiguration(JSON.stringify(document), 'https://hark.invalid');
  if (!configuration.ok) throw new Error(configuration.error.message);
  return createContainer(configuration.value);
};

describe('the container', () => {
  test.each(Object.keys(PORTS) as (keyof typeof PORTS)[])('lets a test replace the port %s', (name) => {
    const container = freshContainer();
    const double = {};
    container.unbind(TOKENS[name]);
    container.bind<object>(TOKENS[name]).toConstantValue(double);
    container.load(lazyAdapters);
    expect(container.get<object>(TOKENS[name])).toBe(double);
  });

  test('binds every port but that of the account page, which loads with the page', () => {
    const container = freshContainer();
    container.load(lazyAdapters);
    const unbound = Object.entries(PORTS).filter(([, port]) => !container.isBound(port));
    expect(unbound.map(([name]) => name)).toEqual(['account']);
  });
});

describe('a module of adapters', () => {
  const name = Symbol('Name');
  const greeting = Symbol('Greeting');
  const module = adapterModule((bind) => {
    bind<string>(name, () => 'Ada');
    bind<{ text: string }, [string]>(greeting, (to) => ({ text: `Hello ${to}` }), [name]);
  });

  test('creates each adapter once, from what it needs', () => {
    const container = new Container();
    container.load(module);
    expect(container.get(greeting)).toEqual({ text: 'Hello Ada' });
    expect(container.get(greeting)).toBe(container.get(greeting));
  });

  test('may be loaded twice', () => {
    const container = new Container();
    container.load(module, module);
    container.load(module);
    expect(container.get(name)).toBe('Ada');
  });

  test('leaves an earlier binding as it is', () => {
    const container = new Container();
    container.bind(name).toConstantValue('Grace');
    container.load(module);
    expect(container.get(greeting)).toEqual({ text: 'Hello Grace' });
  });
});
