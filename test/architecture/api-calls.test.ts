import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { posix } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describe, expect, test } from 'vitest';
import { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';
import { MemoryContentApi } from '../../src/adapters/memory/memory-content-api.ts';
import { isCacheable } from '../../src/domain/catalogue/cache-policy.ts';
import { CONTENT_CALLS, parametersOf } from '../contract/content-api/content-api.ts';
import type { ContentCall } from '../contract/content-api/content-api.ts';
import { MEMORY_CATALOGUE } from '../contract/content-api/memory-catalogue.ts';

const PAGE = fileURLToPath(new URL('../../docs/api-calls.md', import.meta.url));

// A check that reads nothing would pass.
const MIN_CALLS = 40;

const TEXT = `# The calls of the product API

Every call below \`/api/v2\`: its parameters, whether its response is cached, and which method of the
[\`ContentApi\`](../src/ports/content-api.ts) makes it. The tables in
[\`test/contract/content-api\`](../test/contract/content-api/content-api.ts) hold the calls. This page is written from them
by \`npx vitest run test/architecture/api-calls.test.ts -u\`.

- A name with a \`?\` is sent only when there is a value for it. A \`next_page\` of 1 asks for the first page. So does a
  missing \`skip\`. A \`limit\` is the page size.
- The suite runs each call against the memory double and, over real HTTP, against the embedded provider. Headers, deadlines,
  retries, the renewal of a session and the cache are the same for every call:
  [transport.test.ts](../test/adapters/http/transport.test.ts),
  [response-cache.test.ts](../test/adapters/http/response-cache.test.ts).
- No call deletes anything ([decision 68](decisions/0068-ambiguous-requirements.md)). The libraries of the sign-in, messaging and
  analytics services make their own calls.

Each call, its method, whether its response is cached, its parameters or body, and an example:

`;

const code = (text: string): string => `\`${text}\``;

const isCached = ({ route, examples }: ContentCall): boolean => {
  const [method = '', path = ''] = route.split(' ');
  const { searchParams } = new URL(examples[0]?.address ?? '', 'https://api.invalid');
  return isCacheable(method, path, Object.fromEntries(searchParams));
};

const itemOf = (call: ContentCall): string => {
  const { route, name, examples } = call;
  const [first] = examples;
  const parameters = parametersOf(call).map((known) => code(known.name + (known.isOptional ? '?' : '')));
  const example = first?.body === null ? first.address : JSON.stringify(first?.body);
  const takes = parameters.length === 0 ? '' : `\n  Takes ${parameters.join(' ')}, as ${code(example)}.`;
  return `- ${code(route)}: ${code(name)}${isCached(call) ? ', cached' : ''}.${takes}\n`;
};

describe('the page of the API calls', () => {
  test('is written from the tables of calls', async () => {
    expect(CONTENT_CALLS.length).toBeGreaterThanOrEqual(MIN_CALLS);
    const page = await format(TEXT + CONTENT_CALLS.map(itemOf).join(''), {
      ...(await resolveConfig(PAGE)),
      parser: 'markdown',
    });
    await expect(page).toMatchFileSnapshot(PAGE);
  });
});

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
    const folder = 'test/server/api';
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
