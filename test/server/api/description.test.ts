import { describe, expect, test } from 'vitest';
import { isFields } from '../../../server/fields.ts';
import { format } from 'prettier';
import { readContentItem } from '../../../src/adapters/http/wire/content-item.ts';
import { decodeUser } from '../../../src/adapters/http/http-users.ts';
import { signedIn, signedOut, useProvider } from '../support/provider.ts';

const provider = useProvider();

async function description(): Promise<Readonly<Record<string, unknown>>> {
  const { body, status } = await signedOut(provider().origin).get('/openapi.json');
  expect(status).toBe(200);
  if (!isFields(body)) throw new Error('The description is no object.');
  return body;
}

/** The value at a path of names. */
function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((found, name) => (isFields(found) ? found[name] : undefined), value);
}

/** The methods and paths of the document, such as `GET /content/{id}`. */
function callsOf(document: unknown): readonly string[] {
  const paths = at(document, 'paths');
  return Object.entries(isFields(paths) ? paths : {}).flatMap(([path, methods]) =>
    Object.keys(isFields(methods) ? methods : {}).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

describe('the description of the product API', () => {
  test('names every call, with a summary, its parameters and its answers', async () => {
    const document = await description();
    expect(document['openapi']).toBe('3.1.0');
    const calls = callsOf(document);
    expect(calls.length).toBeGreaterThanOrEqual(30);
    for (const call of calls) {
      const [method = '', path = ''] = call.split(' ');
      const described = at(document, 'paths', path, method.toLowerCase());
      expect(at(described, 'summary'), call).toMatch(/\w{3}/);
      expect(at(described, 'responses', '200', 'content', 'application/json', 'schema'), call).toBeDefined();
      for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
        expect(JSON.stringify(at(described, 'parameters')), call).toContain(`"name":"${name}"`);
      }
    }
  });

  test('refers only to shapes that it has', async () => {
    const document = await description();
    const text = JSON.stringify(document);
    const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name);
    expect(new Set(names)).toEqual(new Set(['Error', 'Item', 'Subject', 'Track', 'User']));
    for (const name of names) expect(at(document, 'components', 'schemas', name)).toBeDefined();
    // Other providers may send more fields.
    expect(JSON.stringify(at(document, 'components'))).not.toContain('"additionalProperties":false');
  });

  test('is the one in docs', async () => {
    const document = await format(JSON.stringify(await description()), { parser: 'json', printWidth: 110 });
    await expect(document).toMatchFileSnapshot('../../../docs/api/openapi.json');
  });

  test('can be read as a page', async () => {
    const page = await fetch(`${provider().origin}/api/v2/description`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await page.text();
    for (const call of callsOf(await description())) expect(text).toContain(call);
    expect(text).not.toContain('<script');
  });

  test.each([
    ['Item', (sent: object) => readContentItem(sent, { warn: () => undefined, error: () => undefined })],
    ['User', (sent: object) => decodeUser(sent, { warn: () => undefined, error: () => undefined })],
  ])('has every field of %s that the app reads', async (name, decode) => {
    const properties = at(await description(), 'components', 'schemas', name, 'properties');
    const described = new Set(Object.keys(isFields(properties) ? properties : {}));
    const read = new Set<string>();
    const sent = { id: 'a', title: 'A', email: 'a@example.org' };
    decode(
      new Proxy(sent, {
        get(target, field, receiver) {
          read.add(String(field));
          return Reflect.get(target, field, receiver) as unknown;
        },
        has: (target, field) => {
          read.add(String(field));
          return Reflect.has(target, field);
        },
      }),
    );
    read.delete('constructor');
    expect([...read].filter((field) => !described.has(field))).toEqual([]);
    expect(read.size).toBeGreaterThan(3);
  });
});

test('an answer that does not fit the description is found', async () => {
  const listener = await signedIn(provider().origin, 'free@listener.test');
  const id = 'the-tide-library';
  const { db } = provider();
  const { document } = await db
    .selectFrom('items')
    .select('document')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const broken = JSON.stringify({ ...document, run_time: 'long' });
  await db.updateTable('items').set({ document: broken }).where('id', '=', id).execute();
  expect((await listener.get(`/content/${id}`)).status).toBe(500);
});
