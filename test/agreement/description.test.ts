import { describe, expect, test } from 'vitest';
import { format } from 'prettier';
import { isFields } from 'audio-streaming-provider/text';
import { apiPath } from '../../src/adapters/http/api-path.ts';
import { Transport } from '../../src/adapters/http/transport.ts';
import { MemoryAuth } from '../../src/adapters/memory/session/memory-auth.ts';
import { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryUserPool } from '../../src/adapters/memory/session/memory-user-pool.ts';
import { signedIn, signedOut, useProvider } from 'audio-streaming-provider/test/support/provider';
import { ApiClient, type GetCall } from '../../src/adapters/http/api-client.ts';
import { HttpCatalogue } from '../../src/adapters/http/http-catalogue.ts';
import { HttpFavorites } from '../../src/adapters/http/http-favorites.ts';
import { HttpPlayback } from '../../src/adapters/http/http-playback.ts';
import { HttpUsers } from '../../src/adapters/http/http-users.ts';
import { ResponseCache } from '../../src/adapters/http/response-cache.ts';
import type { Decoder } from '../../src/adapters/http/wire/lists.ts';
import { MemoryLog } from '../../src/adapters/memory/memory-platform.ts';
import { failed } from '../../src/domain/result.ts';
import type { ApiResult } from '../../src/ports/content-api.ts';
import { CONTENT_CALLS } from '../contract/content-api/content-api.ts';

/** A GET call with the decoder that the app uses for its response. */
type DecodedCall = {
  /** The name of the method, such as `catalogue.browse`. */
  readonly name: string;
  /** The path, such as `/content/{id}`. */
  readonly route: string;
  readonly decode: (body: unknown) => void;
};

const NO_SESSION = failed({ kind: 'none' as const });

/** Sends nothing. Keeps the decoder of the last GET call. */
class DecoderClient extends ApiClient {
  last: ((body: unknown) => void) | null = null;

  constructor() {
    const clock = new MemoryClock();
    const auth = { session: async () => NO_SESSION, renew: async () => NO_SESSION };
    const transport = new Transport({ apiUrl: 'https://api.invalid', auth, clock, random: () => 0 });
    super(transport, new ResponseCache(new MemoryKeyValueStore(), clock, () => undefined), new MemoryLog());
  }

  override async get<Value>(_call: GetCall, decode: Decoder<Value>): Promise<ApiResult<Value>> {
    this.last = (body) => void decode(body, new MemoryLog());
    return failed({ kind: 'cancelled' });
  }
}

/** Every GET call of the app, with its decoder. */
export const decodersOfCalls = async (): Promise<readonly DecodedCall[]> => {
  const found: DecodedCall[] = [];
  for (const { name, route, examples } of CONTENT_CALLS) {
    const [method, path = ''] = route.split(' ');
    const [example] = examples;
    if (method !== 'GET' || example === undefined) continue;
    const client = new DecoderClient();
    await example.call({
      catalogue: new HttpCatalogue(client),
      favorites: new HttpFavorites(client),
      playback: new HttpPlayback(client, 'https://api.invalid'),
      users: new HttpUsers(client),
    });
    if (client.last === null) throw new Error(`${name} decodes nothing`);
    found.push({ name, route: path, decode: client.last });
  }
  return found;
};

const provider = useProvider();

async function description(): Promise<Readonly<Record<string, unknown>>> {
  const { body, status } = await signedOut(provider().origin).get('/openapi.json');
  expect(status).toBe(200);
  if (!isFields(body)) throw new Error('The description is no object.');
  return body;
}

const DECODED = await decodersOfCalls();

/** The fields that the decoders read beyond the specification, as the tests find them. */
const BEYOND: string[] = [];

/** The fields of the specification. The app works on any provider that sends them. */
const SPECIFIED: ReadonlySet<string> = new Set(
  `id content_id title img_url content_type run_time chapter_info tracks author_info category_info topic_info
  listen_free_start listen_free_end listen_free has_listen_free_content valid_from valid_till is_purchased is_favorite
  discount_price discount_start discount_end description index day_number url pdf_url chapter_title chapter_url
  chapter_index chapter_run_time name full_name email payment_details is_expired is_canceled is_trialing duration is_active
  chapter_position last_position playback_speed tokenized_url results next_page_key recommended content new_releases
  discounts trending curated_collections categories authors quick_listens`.split(/\s+/),
);

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

type Described = { readonly field: unknown; readonly isRequired: boolean };

/** The forms of a shape: itself, or those of an `anyOf`, with references resolved. */
function formsOf(shape: unknown, document: unknown): readonly unknown[] {
  const reference = at(shape, '$ref');
  const forms = at(shape, 'anyOf');
  if (typeof reference === 'string') return formsOf(at(document, ...reference.split('/').slice(1)), document);
  if (Array.isArray(forms)) return forms.flatMap((form: unknown) => formsOf(form, document));
  return shape === undefined ? [] : [shape];
}

/** Every field of a shape by its path, such as `results[].title`. */
function fieldsOf(shape: unknown, document: unknown, path = ''): ReadonlyMap<string, Described> {
  const found = new Map<string, Described>();
  for (const form of formsOf(shape, document)) {
    const properties = at(form, 'properties');
    const required = at(form, 'required');
    for (const [name, field] of Object.entries(isFields(properties) ? properties : {})) {
      const inside = path === '' ? name : `${path}.${name}`;
      found.set(inside, { field, isRequired: Array.isArray(required) && required.includes(name) });
      for (const [deeper, described] of fieldsOf(field, document, inside)) found.set(deeper, described);
    }
    for (const [deeper, described] of fieldsOf(at(form, 'items'), document, `${path}[]`)) {
      found.set(deeper, described);
    }
  }
  return found;
}

/** An example of each form of a shape, with every field. */
function samplesOf(shape: unknown, document: unknown): readonly unknown[] {
  return formsOf(shape, document).flatMap((form) => {
    const properties = at(form, 'properties');
    const values = at(form, 'enum');
    if (isFields(properties)) {
      const filled = Object.entries(properties).map(([name, field]) => [name, samplesOf(field, document)[0]]);
      return [Object.fromEntries(filled) as unknown];
    }
    if (Array.isArray(values)) return [values[0] as unknown];
    const samples = new Map<unknown, unknown>([
      ['string', '2027-01-31T12:00:00Z'],
      ['number', 1],
      ['integer', 1],
      ['boolean', true],
      ['object', {}],
    ]);
    if (at(form, 'type') === 'array') return [samplesOf(at(form, 'items'), document).slice(0, 1)];
    return samples.has(at(form, 'type')) ? [samples.get(at(form, 'type'))] : [];
  });
}

/** The same value. Notes the path of every field that is read of it. */
function recorded(value: unknown, read: Set<string>, path = ''): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const within = (name: string | symbol): string | null => {
    if (typeof name === 'symbol' || ['constructor', 'toJSON'].includes(name)) return null;
    if (Array.isArray(value)) return /^\d+$/.test(name) ? `${path}[]` : null;
    return path === '' ? name : `${path}.${name}`;
  };
  const note = (inside: string | null): void => {
    if (inside !== null && !inside.endsWith(']')) read.add(inside);
  };
  return new Proxy(value, {
    get(target, name) {
      const inside = within(name);
      note(inside);
      const found: unknown = Reflect.get(target, name);
      return inside === null ? found : recorded(found, read, inside);
    },
    has(target, name) {
      note(within(name));
      return Reflect.has(target, name);
    },
  });
}

describe('the description of the product API', () => {
  test('names every call, with a summary, its parameters and its responses', async () => {
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

  test('names each call and its group for generated clients, at the address that the app calls', async () => {
    const document = await description();
    const calls = callsOf(document);
    const named = calls.map((call) => {
      const [method = '', path = ''] = call.split(' ');
      const described = at(document, 'paths', path, method.toLowerCase());
      expect(at(described, 'tags'), call).toEqual([path.split('/')[1]]);
      for (const status of ['409', '504']) expect(at(described, 'responses', status), call).toBeDefined();
      return String(at(described, 'operationId'));
    });
    expect(new Set(named).size).toBe(calls.length);
    expect(named.filter((name) => !/^[a-z]+[A-Za-z]+$/u.test(name))).toEqual([]);
    for (const { route } of DECODED) expect(calls).toContain(`GET ${route}`);
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
    await expect(document).toMatchFileSnapshot('../../docs/api/openapi.json');
  });

  test('can be read as a page', async () => {
    const page = await fetch(`${provider().origin}/api/v2/description`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await page.text();
    for (const call of callsOf(await description())) expect(text).toContain(call);
    expect(text).not.toContain('<script');
  });

  test.each(DECODED)('has every field that $name reads', async ({ route, decode }) => {
    const response = at(await description(), 'paths', route, 'get', 'responses', '200');
    const schema = at(response, 'content', 'application/json', 'schema');
    const described = fieldsOf(schema, await description());
    const read = new Set<string>();
    for (const sample of samplesOf(schema, await description())) decode(recorded(sample, read));
    // Tracks inside tracks are ignored (CAT-58).
    const used = [...read].filter((path) => !path.endsWith('tracks[].tracks'));
    expect(used.filter((path) => !described.has(path))).toEqual([]);
    const unspecified = used.filter((path) => !SPECIFIED.has(path.split('.').at(-1) ?? ''));
    // What is inside such a field may be required.
    const beyond = unspecified.filter(
      (path) => !unspecified.some((other) => path.startsWith(`${other}.`) || path.startsWith(`${other}[`)),
    );
    for (const path of beyond) {
      const { field, isRequired } = described.get(path) ?? {};
      expect(isRequired, path).toBe(false);
      expect(at(field, 'description'), path).toMatch(/^Optional: .* Without \w/);
    }
    BEYOND.push(...beyond);
    // The data of a download may have any fields.
    if (route !== '/user/export') expect(read.size).toBeGreaterThan(0);
  });

  test('is compared with the decoder of every GET call', () => {
    expect(DECODED.length).toBeGreaterThanOrEqual(30);
    expect(new Set(BEYOND.map((path) => path.split('.').at(-1)))).toEqual(
      new Set([
        'published_at',
        'season',
        'progress',
        'updated_at',
        'can_export',
        'billing_pages',
        'studio',
        'transcripts',
        'matches',
        'series',
        'narrators',
        'editions',
        'language',
        'published',
        'sorts',
        'filters',
      ]),
    );
  });
});

test('the headers that the app sends are described', async () => {
  const clock = new MemoryClock();
  const listener = { email: 'ada@listener.test', password: 'correct horse' };
  const auth = new MemoryAuth(new MemoryUserPool(clock, [listener]), new MemoryKeyValueStore(), clock);
  await auth.signIn(listener);
  let sent: readonly string[] = [];
  const transport = new Transport({
    apiUrl: 'https://api.invalid',
    auth,
    clock,
    random: () => 0,
    fetch: async (_input, init) => {
      sent = [...new Headers(init?.headers).keys()];
      return Response.json({});
    },
  });
  await transport.request({ method: 'PUT', path: apiPath`/user`, body: {} });
  const document = await description();
  const parameters = at(document, 'components', 'parameters');
  const described = Object.values(isFields(parameters) ? parameters : {}).map((parameter) =>
    String(at(parameter, 'name')).toLowerCase(),
  );
  // OpenAPI describes these two by the security and by the body of a call. The language goes with a search alone (LANG-19).
  expect([...sent, 'accept-language'].toSorted()).toEqual(
    ['authorization', 'content-type', ...described].toSorted(),
  );
  for (const call of callsOf(document)) {
    const [method = '', path = ''] = call.split(' ');
    const given = JSON.stringify(at(document, 'paths', path, method.toLowerCase(), 'parameters'));
    expect(given, call).toContain('#/components/parameters/ClientVersion');
    expect(given.includes('#/components/parameters/Language'), call).toBe(path === '/search');
  }
});

test('a response that does not fit the description is found', async () => {
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
