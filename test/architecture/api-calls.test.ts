import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';
import { MemoryContentApi } from '../../src/adapters/memory/memory-content-api.ts';
import { CONTENT_CALLS, parametersOf } from '../contract/content-api/content-api.ts';
import { MEMORY_CATALOGUE } from '../contract/content-api/memory-catalogue.ts';

// A check that reads nothing would pass.
const MIN_CALLS = 40;

describe('the tables of calls', () => {
  test('hold every path that the HTTP adapter uses', () => {
    const folder = 'src/adapters/http';
    const paths = readdirSync(folder)
      .filter((name) => name.startsWith('http-') || name === 'first-calls.ts')
      .flatMap((name) => [...readFileSync(posix.join(folder, name), 'utf8').matchAll(/apiPath`([^`]+)`/gu)])
      .map(([, path = '']) => path.replaceAll(/\$\{\w+\}/gu, '{id}'));
    expect(paths.length).toBeGreaterThanOrEqual(MIN_CALLS);
    const routes = CONTENT_CALLS.map(({ route }) => route.replace(/^\w+ /u, ''));
    expect(paths.filter((path) => !routes.includes(path))).toEqual([]);
  });

  test('hold each route with each set of parameters once', () => {
    const forms = CONTENT_CALLS.map((call) =>
      [call.route, ...parametersOf(call).map(({ name }) => name)].join(' '),
    );
    expect(new Set(forms).size).toBe(forms.length);
  });

  test.each(CONTENT_CALLS)('$name: its examples make this call', async ({ name, examples }) => {
    const api = new MemoryContentApi(MEMORY_CATALOGUE, new MemoryClock());
    for (const { call } of examples) await call(api);
    expect(api.faults.calls).toEqual(examples.map(() => name));
  });

  test.each(CONTENT_CALLS)('$name: a test of the provider calls its route', ({ route }) => {
    const path = route.replace(/^\w+ /u, '').replace(/\/?(?:\{\w+\})?$/u, '');
    const folder = 'server/test/api';
    const tests = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
    const isCalled = (text: string): boolean =>
      text
        .split(path)
        .slice(1)
        .some((rest) => (route.includes('{') ? rest.startsWith('/') : /^\/?(?![\w/-])/u.test(rest)));
    const callers = tests.filter((name) => isCalled(readFileSync(posix.join(folder, name), 'utf8')));
    expect(callers.length, `files of ${folder} that call ${route}`).toBeGreaterThan(0);
  });
});
