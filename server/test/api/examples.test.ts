import { Ajv2020 } from 'ajv/dist/2020.js';
import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { EXAMPLES } from '../../api/examples.ts';
import { DatabaseUnavailableError } from '../../db/errors.ts';
import { type Fields, isFields } from '../../text.ts';
import { type ApiClient, type ApiResponse, signedIn, signedOut, useProvider } from '../support/provider.ts';

/*
 * Compares the examples of the description with present responses. This command records them anew:
 * `RECORD_EXAMPLES=1 npx vitest run server/test/api/examples.test.ts`. Its tests still see the old ones.
 */
const FILE = new URL('../../api/recorded-examples.json', import.meta.url);
const IS_RECORDING = process.env['RECORD_EXAMPLES'] !== undefined;

const provider = useProvider();

type Request = {
  readonly call: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** Parameters of another form of the call, which cannot be sent beside the others. */
  readonly also?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** As a page of another origin asks. */
const FROM_A_PAGE = { origin: 'http://localhost:9999', 'x-client-version': '1.2.6' };

const PAGE = { limit: '15', next_page: '1' };
/** Stands in the examples for the random id of a feed or a session. */
const FEED = '7f0b8a52-5b6e-4c0e-9d55-0c4f6f1d2a31';

/** Calls that change something are first, so that the lists have results. */
const REQUESTS: readonly Request[] = [
  { call: 'POST /user/forgot_password', body: { email: 'annual@listener.test' } },
  { call: 'POST /user/login_attempts', body: { email: 'annual@listener.test', success: true } },
  {
    call: 'POST /user/create_account',
    body: { email: 'buyer@listener.test', full_name: 'Beatrix Hallström' },
  },
  { call: 'POST /user/change_password', body: {} },
  { call: 'POST /user/billing_code', body: {} },
  { call: 'PUT /user', body: { full_name: 'Beatrix Hallström' } },
  { call: 'POST /favorites/content', body: { content_id: 'the-tide-library', is_favorite: true } },
  { call: 'POST /favorites/content', body: { content_id: 'a-word-a-day', is_favorite: true } },
  { call: 'POST /favorites/authors', body: { author_id: '', is_favorite: true } },
  {
    call: 'POST /user/content',
    body: [
      {
        id: 'the-tide-library',
        playback_speed: 1.2,
        content_type: 2,
        chapter_index: 2,
        chapter_position: 61_000,
      },
    ],
  },
  { call: 'POST /audio/reporting', body: [{ content_id: 'the-tide-library', duration: 61_000 }] },
  { call: 'GET /audio/tokenize', parameters: { url: '' } },
  { call: 'GET /browse' },
  { call: 'GET /content/{id}', parameters: { id: 'the-tide-library' } },
  { call: 'GET /content', parameters: { cid: 'fiction', tid: 'the-sea', ...PAGE }, also: { random: '1' } },
  { call: 'GET /favorites/content', parameters: { podcast: '1', ...PAGE } },
  { call: 'GET /favorites/authors', parameters: PAGE },
  { call: 'GET /library', parameters: PAGE },
  { call: 'GET /new-releases', parameters: PAGE },
  { call: 'GET /trending', parameters: PAGE },
  { call: 'GET /quick-listens', parameters: PAGE },
  { call: 'GET /content/discounted', parameters: PAGE },
  { call: 'GET /featured-curated-collection', parameters: PAGE },
  { call: 'GET /curated-collection-tracks/', parameters: { cid: 'learn-to-sleep-again', ...PAGE } },
  { call: 'GET /podcast-episodes/', parameters: { pid: 'a-word-a-day', ...PAGE } },
  { call: 'GET /user/content/', parameters: { active: '1', ...PAGE } },
  { call: 'GET /user/playing-data/{id}', parameters: { id: 'the-tide-library' } },
  { call: 'GET /for-you' },
  { call: 'GET /for-you/recommended', parameters: PAGE },
  { call: 'GET /search', parameters: { term: 'tide', category: 'Fiction', limit: '3', skip: '0' } },
  { call: 'GET /segregated', parameters: { cid: 'fiction' }, also: { tid: 'the-sea' } },
  { call: 'GET /categories', parameters: PAGE },
  { call: 'GET /topics', parameters: PAGE },
  { call: 'GET /authors/', parameters: PAGE },
  { call: 'GET /narrators', parameters: PAGE },
  { call: 'GET /series', parameters: PAGE },
  { call: 'GET /categories/{id}', parameters: { id: 'fiction' } },
  { call: 'GET /topics/{id}', parameters: { id: 'the-sea' } },
  { call: 'GET /authors/{id}', parameters: { id: '' } },
  { call: 'GET /series/{id}', parameters: { id: 'tides-of-the-west' } },
  { call: 'GET /narrators/{id}', parameters: { id: 'rolf-berg' } },
  { call: 'GET /user' },
  { call: 'POST /user/feeds', body: { kind: 'item', id: 'the-tide-library', name: 'car' } },
  { call: 'GET /user/feeds' },
  { call: 'POST /user/feeds/{id}/renew', parameters: { id: FEED }, body: {} },
  { call: 'PUT /user/feeds/{id}', parameters: { id: FEED }, body: { name: 'van' } },
  { call: 'DELETE /user/feeds/{id}', parameters: { id: FEED } },
  { call: 'GET /user/sessions' },
  { call: 'DELETE /user/sessions/{id}', parameters: { id: FEED } },
  { call: 'DELETE /user/sessions' },
  { call: 'GET /user/export' },
  { call: 'GET /user/listening', parameters: { zone: 'Europe/Berlin' } },
  { call: 'GET /user/purchased-content', parameters: PAGE },
];

/** Sends a request of an example. */
function send(client: ApiClient, { call, parameters = {}, body }: Request): Promise<ApiResponse> {
  const [method = '', template = ''] = call.split(' ');
  const inPath = new Set([...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  const path = template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  );
  const query = new URLSearchParams(Object.entries(parameters).filter(([name]) => !inPath.has(name)));
  const target = query.size === 0 ? path : `${path}?${query.toString()}`;
  if (method === 'POST') return client.post(target, body, FROM_A_PAGE);
  if (method === 'PUT') return client.put(target, body, FROM_A_PAGE);
  if (method === 'DELETE') return client.delete(target, FROM_A_PAGE);
  return client.get(target, FROM_A_PAGE);
}

/** A response for readers: one entry of each list, and no address of this machine. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  if (typeof value === 'string') {
    return value
      .replaceAll(provider().origin, 'https://provider.example')
      .replace(/(?<=[?&](?:token|signature)=|\/feeds\/)[^&]+/, 'example');
  }
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, found]) => [name, shortened(found)]));
}

/** The names of all fields of a value, such as `results[].title`. */
function fieldNames(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => fieldNames(each, `${path}[]`)))];
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, found]) => {
    const inside = path === '' ? name : `${path}.${name}`;
    return [inside, ...fieldNames(found, inside)];
  });
}

type Recorded = {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly also?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly response: unknown;
};

/** The headers of HTTP itself, and those by which the host protects a page. No client of the API reads them. */
const UNREAD = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'keep-alive',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'transfer-encoding',
  'x-content-type-options',
]);

/** The headers of each response, by call and status. */
const sent: { readonly call: string; readonly status: string; readonly headers: Headers }[] = [];
const STATUSES = ['400', '401', '403', '404', '413', '429', '500', '503'];
const responses = new Map<string, Recorded>();
const failures = new Map<string, ApiResponse>();

beforeAll(async () => {
  const { origin } = provider();
  const buyer = await signedIn(origin, 'buyer@listener.test');
  const { body: item } = await buyer.get('/content/the-tide-library');
  const author =
    isFields(item) && Array.isArray(item['author_info']) ? (item['author_info'][0] as unknown) : null;
  const authorId = isFields(author) ? String(author['id']) : '';
  const chapters = isFields(item) && Array.isArray(item['chapter_info']) ? item['chapter_info'] : [];
  const chapter: unknown = chapters[0];
  const sound = isFields(chapter) ? String(chapter['chapter_url']) : '';
  // A second session, which an example ends.
  await signedIn(origin, 'buyer@listener.test');
  for (const request of REQUESTS) {
    const filled = withIds(request, authorId, sound);
    const response = await send(buyer, filled);
    if (response.status !== 200) throw new Error(`${request.call}: ${JSON.stringify(response.body)}`);
    sent.push({ call: request.call, status: '200', headers: response.headers });
    const { parameters, also, body } = shownOf(request, filled);
    if (also !== undefined) {
      const other = await send(buyer, { call: request.call, parameters: also });
      if (other.status !== 200) throw new Error(`${request.call}: ${JSON.stringify(other.body)}`);
    }
    responses.set(request.call, {
      ...(parameters !== undefined && { parameters }),
      ...(also !== undefined && { also }),
      ...(body !== undefined && { body }),
      response: shortened(response.body),
    });
  }
  const free = await signedIn(origin, 'free@listener.test');
  failures.set('400', await free.get('/search', FROM_A_PAGE));
  failures.set('401', await signedOut(origin).get('/user', FROM_A_PAGE));
  failures.set('403', await refused(free));
  failures.set('404', await free.get('/content/nothing-by-this-name', FROM_A_PAGE));
  failures.set('413', await free.post('/user/content', 'x'.repeat(300_000), FROM_A_PAGE));
  const attempt = { email: 'annual@listener.test', success: true };
  for (let tries = 0; tries < 50 && !failures.has('429'); tries += 1) {
    const response = await signedOut(origin).post('/user/login_attempts', attempt, FROM_A_PAGE);
    if (response.status === 429) failures.set('429', response);
  }
  const outage = vi.spyOn(provider().db, 'selectFrom').mockImplementation(() => {
    throw new DatabaseUnavailableError();
  });
  failures.set('503', await free.get('/categories', FROM_A_PAGE));
  outage.mockImplementation(() => {
    throw new Error('a defect');
  });
  failures.set('500', await free.get('/categories', FROM_A_PAGE));
  outage.mockRestore();
  for (const [status, { headers }] of failures) sent.push({ call: 'GET /categories', status, headers });
  if (IS_RECORDING) record();
}, 180_000);

/** Asks for the sound of titles until one is for members only. */
async function refused(free: ApiClient): Promise<ApiResponse> {
  for (let number = 1; number <= 40; number += 1) {
    const { body } = await free.get(`/trending?limit=1&next_page=${number}`);
    const results = isFields(body) && Array.isArray(body['results']) ? body['results'] : [];
    const item: unknown = results[0];
    const url = isFields(item) && typeof item['url'] === 'string' ? item['url'] : null;
    const response =
      url === null ? null : await free.get(`/audio/tokenize?${new URLSearchParams({ url })}`, FROM_A_PAGE);
    if (response?.status === 403) return response;
  }
  throw new Error('No title is for members only.');
}

/** The request that the example shows: without the random id of a feed or a session. */
const shownOf = (request: Request, filled: Request): Request =>
  request.parameters?.['id'] === FEED ? request : filled;

/** Fills in the ids that this catalogue chose. */
function withIds(request: Request, authorId: string, sound: string): Request {
  if (request.call === 'GET /audio/tokenize') return { ...request, parameters: { url: sound } };
  if (request.call === 'GET /authors/{id}') return { ...request, parameters: { id: authorId } };
  if (request.call.includes('/user/feeds/{id}')) {
    const made = responses.get('POST /user/feeds')?.response;
    return { ...request, parameters: { id: isFields(made) ? String(made['id']) : '' } };
  }
  if (request.call.includes('/user/sessions/{id}')) {
    const listed = responses.get('GET /user/sessions')?.response;
    const [newest] =
      isFields(listed) && Array.isArray(listed['results']) ? (listed['results'] as unknown[]) : [];
    return { ...request, parameters: { id: isFields(newest) ? String(newest['id']) : '' } };
  }
  if (request.call === 'POST /favorites/authors') {
    return { ...request, body: { author_id: authorId, is_favorite: true } };
  }
  return request;
}

function record(): void {
  const document = {
    calls: Object.fromEntries(responses),
    failures: Object.fromEntries([...failures].map(([status, { body }]) => [status, body])),
  };
  writeFileSync(FILE, `${JSON.stringify(document, null, 2)}\n`);
}

describe('the examples of the description', () => {
  test('are there for every call and every failure', async () => {
    const { body } = await signedOut(provider().origin).get('/openapi.json');
    const paths = isFields(body) && isFields(body['paths']) ? body['paths'] : {};
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(isFields(methods) ? methods : {}).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(Object.keys(EXAMPLES.calls).toSorted()).toEqual(calls.toSorted());
    expect(Object.keys(EXAMPLES.failures).toSorted()).toEqual(STATUSES);
    const without: string[] = [];
    const find = (found: unknown, pointer: string): void => {
      if (Array.isArray(found)) found.forEach((each, index) => find(each, `${pointer}/${index}`));
      if (!isFields(found)) return;
      // A parameter, a header, or the JSON of a body or a response.
      if ('schema' in found && !('example' in found)) without.push(pointer);
      for (const [name, inner] of Object.entries(found)) {
        if (name !== 'example' && name !== 'schemas') find(inner, `${pointer}/${name}`);
      }
    };
    find(body, '');
    expect(without).toEqual([]);
  });

  test('have every header that is sent, and every header that is always sent is there', async () => {
    const { body: document } = await signedOut(provider().origin).get('/openapi.json');
    const described = (call: string, status: string): readonly string[] => {
      const [method = '', path = ''] = call.split(' ');
      const response = resolved(
        document,
        at(document, 'paths', path, method.toLowerCase(), 'responses', status),
      );
      const headers = at(response, 'headers');
      return Object.keys(isFields(headers) ? headers : {}).map((name) => name.toLowerCase());
    };
    const different = sent.flatMap(({ call, status, headers }) => {
      const names = [...headers.keys()].filter((name) => !UNREAD.has(name));
      const known = described(call, status);
      return [
        ...names.filter((name) => !known.includes(name)).map((name) => `${call} ${status} sends ${name}`),
        ...known.filter((name) => !headers.has(name)).map((name) => `${call} ${status} lacks ${name}`),
      ];
    });
    expect(different).toEqual([]);
    expect(sent.length).toBe(REQUESTS.length + STATUSES.length);
  });

  /** The description, and what compares a value with one of its schemas. */
  async function schemas() {
    const { body } = await signedOut(provider().origin).get('/openapi.json');
    if (!isFields(body)) throw new Error('The description is no object.');
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    return { body, ajv: ajv.addSchema(body, 'api') };
  }

  test('fit the schemas beside them', async () => {
    const { body, ajv } = await schemas();
    let compared = 0;
    const compare = (found: unknown, pointer: string): void => {
      if (Array.isArray(found)) found.forEach((each, at) => compare(each, `${pointer}/${at}`));
      if (!isFields(found)) return;
      if ('example' in found && 'schema' in found) {
        const validate = ajv.compile({ $ref: `api#${pointer}/schema` });
        // A parameter arrives as text. The description has the type that it is read as.
        const example = isText(found['schema']) ? found['example'] : numberOrSame(found['example'], found);
        validate(example);
        expect(validate.errors ?? [], pointer).toEqual([]);
        compared += 1;
      }
      for (const [name, inner] of Object.entries(found)) {
        if (name !== 'example' && name !== 'schemas') compare(inner, `${pointer}/${escaped(name)}`);
      }
    };
    compare(body, '');
    expect(compared).toBeGreaterThan(Object.keys(EXAMPLES.calls).length);
  });

  test.each([[['Fiction']], ['Fiction'], [{ name: 'Fiction' }], [[{ name: 'Fiction' }]], [null]])(
    'fit their schema also with names in the form %j',
    async (names) => {
      const { ajv } = await schemas();
      const validate = ajv.compile({ $ref: 'api#/components/schemas/Item' });
      const { response } = EXAMPLES.calls['GET /content/{id}'] ?? {};
      validate({ ...(isFields(response) && response), category_info: names, topic_info: names });
      expect(validate.errors ?? []).toEqual([]);
    },
  );

  test.each(REQUESTS.map(({ call }) => call))('%s has the fields of the present response', (call) => {
    const { response, ...request } = responses.get(call) ?? { response: null };
    const { response: example, ...shown } = EXAMPLES.calls[call] ?? { response: null };
    expect(shown).toEqual(request);
    // Lists of a random or a recommended title may be empty.
    const known = new Set(fieldNames(example));
    const present = fieldNames(response);
    expect(present.filter((name) => !known.has(name) && !isInsideEmptyList(name, known))).toEqual([]);
  });

  test.each(STATUSES)('a %s is sent as shown, with its headers', (status) => {
    const response = failures.get(status);
    expect(String(response?.status)).toBe(status);
    expect(response?.body).toEqual(EXAMPLES.failures[status]);
    expect(response?.headers.get('date')).not.toBeNull();
    expect(response?.headers.has('retry-after')).toBe(['429', '503'].includes(status));
    expect(response?.headers.has('www-authenticate')).toBe(status === '401');
  });
});

/** The value at a path of names. */
const at = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((found, name) => (isFields(found) ? found[name] : undefined), value);

/** What a reference refers to. */
const resolved = (document: unknown, value: unknown): unknown => {
  const reference = at(value, '$ref');
  return typeof reference === 'string' ? at(document, ...reference.split('/').slice(1)) : value;
};

const isText = (schema: unknown): boolean => isFields(schema) && schema['type'] === 'string';
const numberOrSame = (example: unknown, { schema }: Fields): unknown =>
  isFields(schema) && ['number', 'integer'].includes(String(schema['type'])) ? Number(example) : example;
const escaped = (name: string): string =>
  encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

/** True if the example has an empty list where this field would be. */
const isInsideEmptyList = (name: string, known: ReadonlySet<string>): boolean => {
  const list = name.slice(0, name.lastIndexOf('[]'));
  return name.includes('[]') && known.has(list) && ![...known].some((other) => other.startsWith(`${list}[]`));
};
