import type { Received } from '../../test/adapters/loopback.ts';
import type { ProviderResponse, Defect } from './proxy.ts';

type Fields = Record<string, unknown>;

/** A defect, the one check that has to find it, and words of what the check says. */
export type NamedDefect = {
  readonly found: string;
  readonly says: string;
  /** What the check says about listeners, where a test reads it. */
  readonly listeners?: string;
  /** The calls whose responses it changes. */
  readonly call: RegExp;
  readonly change: (given: ProviderResponse, asked: Received) => ProviderResponse;
};

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The path below `/api/v2` with the query, or the action of a request to the pool. */
function callOf({ method, url, headers }: Received): string {
  const action = String(headers['x-amz-target'] ?? '').split('.')[1];
  return `${method} ${action ?? url.replace('/api/v2', '')}`;
}

export const defectOf =
  ({ call, change }: NamedDefect): Defect =>
  (given, asked) =>
    call.test(callOf(asked)) ? change(given, asked) : given;

/** Changes the JSON of a good response. */
const changed =
  (change: (body: Fields, asked: Received) => unknown) =>
  (given: ProviderResponse, asked: Received): ProviderResponse => {
    const body: unknown = given.status === 200 ? JSON.parse(given.body.toString()) : null;
    return isFields(body) ? { ...given, body: Buffer.from(JSON.stringify(change(body, asked))) } : given;
  };

/** Changes the first entry of a list. */
const firstOf = (name: string, change: (entry: Fields) => unknown) =>
  changed((body) => {
    const list: unknown = body[name];
    if (!Array.isArray(list)) return body;
    const [first, ...rest] = list as unknown[];
    return { ...body, [name]: [isFields(first) ? change(first) : first, ...rest] };
  });

const withHeader =
  (name: string, change: (value: string) => string) =>
  (given: ProviderResponse): ProviderResponse => {
    const headers = new Headers(given.headers);
    const value = change(headers.get(name) ?? '');
    if (value === '') headers.delete(name);
    else headers.set(name, value);
    return { ...given, headers };
  };

const status =
  (code: number, body: unknown = {}) =>
  (given: ProviderResponse): ProviderResponse => ({
    ...given,
    status: code,
    body: Buffer.from(JSON.stringify(body)),
  });

const withToken = ({ headers }: Received): string => String(headers['authorization'] ?? '');

const HTML: ProviderResponse = {
  status: 200,
  headers: new Headers({ 'content-type': 'text/html' }),
  body: Buffer.from('<!doctype html><title>Welcome</title>'),
};

const idNumbered = (body: Fields, count: number): unknown => {
  const [first] = body['results'] as Fields[];
  const copies = Array.from({ length: count }, (_, number) => ({ ...first, id: `copy-${number}` }));
  return { ...body, results: [...(body['results'] as Fields[]), ...copies] };
};

/** Found without a session. */
export const DEFECTS_WITHOUT_SESSION: readonly NamedDefect[] = [
  { found: 'api-answers', says: 'This is not JSON', call: / \//, change: () => HTML },
  {
    found: 'date',
    says: 'no Date header',
    call: /^GET \//,
    change: withHeader('date', () => ''),
  },
  {
    found: 'no-session',
    says: '200',
    call: /^GET \/user$/,
    change: (given, asked) => (withToken(asked) === '' ? status(200)(given) : given),
  },
  {
    found: 'wrong-token',
    says: '500',
    call: /^GET \/user$/,
    change: (given, asked) => (withToken(asked) === '' ? given : status(500)(given)),
  },
  {
    found: 'cors-preflight',
    says: 'does not name PUT',
    call: /^OPTIONS \/user$/,
    change: withHeader('access-control-allow-methods', () => 'GET, POST'),
  },
  {
    found: 'cors-errors',
    says: '401 without Access-Control-Allow-Origin',
    call: /^GET \/user$/,
    change: withHeader('access-control-allow-origin', () => ''),
  },
  {
    found: 'cors-exposed',
    says: 'does not name retry-after',
    call: /^GET \/user$/,
    change: withHeader('access-control-expose-headers', () => 'Date'),
  },
  {
    found: 'report-without-session',
    says: '200, not 401',
    call: /^POST \/user\/content$/,
    change: status(200),
  },
  {
    found: 'sign-in-recorded',
    says: 'The provider failed',
    call: /^POST \/user\/login_attempts$/,
    change: status(500),
  },
  {
    found: 'reset-of-nobody',
    says: '404',
    call: /^POST \/user\/forgot_password$/,
    change: status(404),
  },
  {
    found: 'pool-answers',
    says: 'an error with __type',
    call: / (GetUser|InitiateAuth)$/,
    change: () => HTML,
  },
  {
    found: 'pool-cors',
    says: 'does not name x-amz-user-agent',
    call: /^OPTIONS \/pool$/,
    change: withHeader('access-control-allow-headers', (value) =>
      value.replace('x-amz-user-agent', 'x-other'),
    ),
  },
  {
    found: 'pool-client',
    says: 'SECRET_HASH was not received',
    call: / InitiateAuth$/,
    change: status(400, {
      __type: 'NotAuthorizedException',
      message: 'Client web is configured with secret but SECRET_HASH was not received',
    }),
  },
];

let busy = 0;

/** Found with a session. They do not touch each other, so one run finds all of them. */
export const DEFECTS_WITH_SESSION: readonly NamedDefect[] = [
  {
    found: 'browse',
    says: 'trending: 1 left out',
    listeners: 'The app works, and shows the rest: what it cannot read is missing.',
    call: /^GET \/browse$/,
    change: firstOf('trending', ({ title: _lost, ...item }) => item),
  },
  {
    found: 'new-releases',
    says: 'run_time',
    call: /^GET \/new-releases/,
    change: firstOf('results', (item) => ({ ...item, run_time: { seconds: 1 } })),
  },
  {
    found: 'playing-data',
    says: 'is_active',
    call: /^GET \/user\/playing-data\//,
    change: changed((body) => ({ ...body, is_active: 'maybe' })),
  },
  {
    found: 'collection-tracks',
    says: 'The app cannot read it',
    listeners: 'A collection cannot be played.',
    call: /^GET \/curated-collection-tracks/,
    change: changed(({ results }) => ({ results: { list: results } })),
  },
  {
    found: 'categories',
    says: 'categories: 1 left out',
    call: /^GET \/categories$/,
    change: changed(({ results }) => ({ results: [...(results as Fields[]), { id: 1 }] })),
  },
  {
    found: 'library',
    says: 'author_info: 1 left out',
    call: /^GET \/library/,
    change: firstOf('results', (item) => ({ ...item, author_info: 'A name without an id' })),
  },
  {
    found: 'author-titles',
    says: 'names no title',
    call: /^GET \/authors\/[^?]/,
    change: changed(({ content: _lost, ...author }) => author),
  },
  {
    found: 'trending-pages',
    says: 'holds nothing new',
    call: /^GET \/trending/,
    change: changed((body, { url }) => {
      const page = Number(new URL(url, 'http://own.invalid').searchParams.get('next_page'));
      return { ...body, ...(page > 1 && { results: [] }), next_page_key: page + 1 };
    }),
  },
  {
    found: 'recommended-pages',
    says: 'The key 2 came before, and page 3 holds',
    call: /^GET \/for-you\/recommended/,
    change: changed((body) => ({ ...body, next_page_key: 2 })),
  },
  {
    found: 'page-size',
    says: 'not 15',
    call: /^GET \/featured-curated-collection/,
    change: changed((body) => idNumbered(body, 20)),
  },
  {
    found: 'sorts-and-filters',
    says: 'does not have the language',
    call: /^GET \/trending\?.*filter\.language/,
    change: firstOf('results', (item) => ({ ...item, language: 'tlh' })),
  },
  {
    found: 'windows-readable',
    says: 'valid_from and valid_till: not a date',
    call: /^GET \/quick-listens/,
    change: firstOf('results', (item) => ({ ...item, valid_till: 'soon' })),
  },
  {
    found: 'windows-ordered',
    says: 'it ends before it starts',
    call: /^GET \/featured-curated-collection/,
    change: firstOf('results', (item) => ({
      ...item,
      valid_from: '2030-01-01T00:00:00Z',
      valid_till: '2020-01-01T00:00:00Z',
    })),
  },
  {
    found: 'discounted-now',
    says: 'is not on sale now',
    call: /^GET \/content\/discounted/,
    change: firstOf('results', (item) => ({ ...item, discount_end: '2020-01-01T00:00:00Z' })),
  },
  {
    found: 'search-finds',
    says: 'Nothing for the title',
    call: /^GET \/search/,
    change: changed(() => ({ results: [], next_page_key: null })),
  },
  {
    found: 'unknown-title',
    says: '500',
    call: /^GET \/content\/conformance/,
    change: status(500),
  },
  {
    found: 'media-range',
    says: '200, not 206',
    call: /\/media\//,
    change: (given, { headers }) => (headers['range'] === 'bytes=0-1023' ? { ...given, status: 200 } : given),
  },
  {
    found: 'media-beyond',
    says: 'not 416',
    call: /\/media\//,
    change: (given) => (given.status === 416 ? { ...given, status: 200 } : given),
  },
  {
    found: 'media-type',
    says: 'text/plain',
    call: /\/media\//,
    change: (given, { headers }) =>
      headers['range'] === 'bytes=0-0' ? withHeader('content-type', () => 'text/plain')(given) : given,
  },
  {
    found: 'transcript',
    says: '200, not 403',
    // An address never ends.
    call: /^GET \/media\/transcript\/[^?]*\?/,
    change: (given) => ({ ...given, status: 200 }),
  },
  {
    found: 'position-saved',
    says: '2 times among those in progress',
    call: /^GET \/user\/content\//,
    change: changed(({ results, ...body }) => {
      const items = (results as Fields[]).filter(({ content_type: type }) => type === 1 || type === 4);
      return { ...body, results: [...(results as Fields[]), ...items] };
    }),
  },
  {
    found: 'favorite-saved',
    says: 'It is 0 times in the list, not 1',
    call: /^GET \/favorites\/content\?podcast=0/,
    change: changed((body) => ({ ...body, results: [] })),
  },
  {
    found: 'name-saved',
    says: 'The name is the old one',
    call: /^GET \/user$/,
    change: changed((body) => ({ ...body, full_name: 'Annelise Fujimoto' })),
  },
  {
    found: 'royalty-reported',
    says: 'The provider failed',
    call: /^POST \/audio\/reporting/,
    change: status(500),
  },
  {
    found: 'retry-after',
    says: '503 without Retry-After',
    call: /^GET \/for-you$/,
    change: (given) => {
      busy += 1;
      return busy === 1 ? status(503)(given) : given;
    },
  },
  {
    found: 'attributes',
    says: 'email_verified is not true',
    call: / GetUser$/,
    change: changed(({ UserAttributes: attributes, ...body }) => ({
      ...body,
      UserAttributes: (attributes as Fields[]).filter(({ Name: name }) => name !== 'email_verified'),
    })),
  },
  {
    found: 'renewal',
    says: 'The renewal failed',
    call: / InitiateAuth$/,
    change: (given, { body }) =>
      body.includes('REFRESH_TOKEN_AUTH') ? status(500, { __type: 'InternalErrorException' })(given) : given,
  },
  {
    found: 'revocation',
    says: 'The token still counts',
    call: / GetUser$/,
    change: (given, { body }) => (given.status === 400 && body.includes('eyJ') ? status(200)(given) : given),
  },
];
