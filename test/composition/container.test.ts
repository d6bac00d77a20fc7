import { Container as Library } from 'inversify';
import 'reflect-metadata/lite';
import { describe, expect, test } from 'vitest';
import { createContainer } from '../../src/composition/adapters.ts';
import { decodeConfiguration } from '../../src/composition/configuration/configuration.ts';
import { Container } from '../../src/composition/container.ts';
import { bindLazyAdapters } from '../../src/composition/lazy-adapters.ts';
import { TOKENS } from '../../src/composition/tokens.ts';
import { PORTS, token } from '../../src/ports/tokens.ts';

const freshContainer = (): Container => {
  const document = { cognito: { userPoolId: 'us-west-2_Embedded01', clientId: 'client' } };
  const configuration = decodeConfiguration(JSON.stringify(document), 'https://hark.invalid');
  if (!configuration.ok) throw new Error(configuration.error.message);
  return createContainer(configuration.value);
};

describe('the application', () => {
  test.each(Object.keys(PORTS) as (keyof typeof PORTS)[])('lets a test replace the port %s', (name) => {
    const container = freshContainer();
    const double = {};
    container.replace<object>(TOKENS[name], double);
    bindLazyAdapters(container);
    expect(container.get<object>(TOKENS[name])).toBe(double);
  });

  test('binds every port but that of the account page, which loads with the page', () => {
    const container = freshContainer();
    bindLazyAdapters(container);
    const unbound = Object.entries(PORTS).filter(([, port]) => !container.isBound(port));
    expect(unbound.map(([name]) => name)).toEqual(['account']);
  });
});

describe('a container', () => {
  const name = token<string>('Name');
  const greeting = token<{ readonly text: string }>('Greeting');
  const greet = (to: string) => ({ text: `Hello ${to}` });

  const withName = (isContinued: boolean): Container => {
    const container = new Container();
    container.bind(name, () => 'Ada');
    if (isContinued) container.continueWith(() => new Library());
    return container;
  };

  test.each([
    ['of the first page', false],
    ['that Inversify continues', true],
  ])('%s creates each instance once, from what it needs', (_, isContinued) => {
    const container = withName(isContinued);
    expect(container.isBound(greeting)).toBe(false);
    container.bind(greeting, greet, [name]);
    expect(container.isBound(greeting)).toBe(true);
    expect(container.get(greeting)).toEqual({ text: 'Hello Ada' });
    expect(container.get(greeting)).toBe(container.get(greeting));
  });

  test.each([false, true])('leaves an earlier binding as it is', (isContinued) => {
    const container = withName(isContinued);
    container.bind(greeting, greet, [name]);
    container.bind(greeting, () => ({ text: 'Bye' }));
    container.bind(name, () => 'Grace');
    expect(container.get(greeting)).toEqual({ text: 'Hello Ada' });
  });

  test('is continued once, and shares what it created before', () => {
    const container = withName(false);
    container.bind(greeting, greet, [name]);
    const first = container.get(greeting);
    container.continueWith(() => new Library());
    container.continueWith(() => {
      throw new Error('continued twice');
    });
    const sharing = token<object>('Sharing');
    container.bind(sharing, (shared) => ({ shared }), [greeting]);
    expect(container.get(sharing)).toEqual({ shared: first });
  });

  test('names what is not bound', () => {
    expect(() => new Container().get(name)).toThrow('Name');
  });
});
