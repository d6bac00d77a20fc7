import type { Received } from '../../adapters/loopback.ts';
import type { Answer, Defect } from './proxy.ts';

type Fields = Record<string, unknown>;

/** A defect, the one check that has to find it, and words of what the check says. */
export type NamedDefect = {
  readonly found: string;
  readonly says: string;
  /** What the check says about listeners, where a test reads it. */
  readonly listeners?: string;
  readonly defect: Defect;
};

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The path below `/api/v2` with the query, or the action of a request to the pool. */
function callOf({ method, url, headers }: Received): string {
  const action = String(headers['x-amz-target'] ?? '').split('.')[1];
  return `${method} ${action ?? url.replace('/api/v2', '')}`;
}

/** Applies to calls whose method and path fit. */
const on =
  (call: RegExp, change: (answer: Answer, asked: Received) => Answer): Defect =>
  (answer, asked) =>
    call.test(callOf(asked)) ? change(answer, asked) : answer;

/** Changes the JSON of a good answer. */
const changed =
  (change: (body: Fields, asked: Received) => unknown) =>
  (answer: Answer, asked: Received): Answer => {
    const body: unknown = answer.status === 200 ? JSON.parse(answer.body.toString()) : null;
    return isFields(body) ? { ...answer, body: Buffer.from(JSON.stringify(change(body, asked))) } : answer;
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
  (answer: Answer): Answer => {
    const headers = new Headers(answer.headers);
    const value = change(headers.get(name) ?? '');
    if (value === '') headers.delete(name);
    else headers.set(name, value);
    return { ...answer, headers };
  };

const status =
  (code: number, body: unknown = {}) =>
  (answer: Answer): Answer => ({ ...answer, status: code, body: Buffer.from(JSON.stringify(body)) });

const withToken = ({ headers }: Received): string => String(headers['authorization'] ?? '');

const HTML: Answer = {
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
  { found: 'api-answers', says: 'This is not JSON', defect: on(/ \//, () => HTML) },
  {
    found: 'date',
    says: 'no Date header',
    defect: on(
      /^GET \//,
      withHeader('date', () => ''),
    ),
  },
  {
    found: 'no-session',
    says: '200',
    defect: on(/^GET \/user$/, (answer, asked) => (withToken(asked) === '' ? status(200)(answer) : answer)),
  },
  {
    found: 'wrong-token',
    says: '500',
    defect: on(/^GET \/user$/, (answer, asked) => (withToken(asked) === '' ? answer : status(500)(answer))),
  },
  {
    found: 'cors-preflight',
    says: 'does not name PUT',
    defect: on(
      /^OPTIONS \/user$/,
      withHeader('access-control-allow-methods', () => 'GET, POST'),
    ),
  },
  {
    found: 'cors-errors',
    says: '401 without Access-Control-Allow-Origin',
    defect: on(
      /^GET \/user$/,
      withHeader('access-control-allow-origin', () => ''),
    ),
  },
  {
    found: 'cors-exposed',
    says: 'does not name retry-after',
    defect: on(
      /^GET \/user$/,
      withHeader('access-control-expose-headers', () => 'Date'),
    ),
  },
  {
    found: 'report-without-session',
    says: '200, not 401',
    defect: on(/^POST \/user\/content$/, status(200)),
  },
  {
    found: 'sign-in-recorded',
    says: 'The provider failed',
    defect: on(/^POST \/user\/login_attempts$/, status(500)),
  },
  {
    found: 'reset-of-nobody',
    says: '404',
    defect: on(/^POST \/user\/forgot_password$/, status(404)),
  },
  { found: 'pool-answers', says: 'an error with __type', defect: on(/ (GetUser|InitiateAuth)$/, () => HTML) },
  {
    found: 'pool-cors',
    says: 'does not name x-amz-user-agent',
    defect: on(
      /^OPTIONS \/pool$/,
      withHeader('access-control-allow-headers', (value) => value.replace('x-amz-user-agent', 'x-other')),
    ),
  },
  {
    found: 'pool-client',
    says: 'SECRET_HASH was not received',
    defect: on(
      / InitiateAuth$/,
      status(400, {
        __type: 'NotAuthorizedException',
        message: 'Client web is configured with secret but SECRET_HASH was not received',
      }),
    ),
  },
];

let busy = 0;

/** Found with a session. They do not touch each other, so one run finds all of them. */
export const DEFECTS_WITH_SESSION: readonly NamedDefect[] = [
  {
    found: 'browse',
    says: 'trending: 1 left out',
    listeners: 'The app works, and shows the rest: what it cannot read is missing.',
    defect: on(
      /^GET \/browse$/,
      firstOf('trending', ({ title: _lost, ...item }) => item),
    ),
  },
  {
    found: 'new-releases',
    says: 'run_time',
    defect: on(
      /^GET \/new-releases/,
      firstOf('results', (item) => ({ ...item, run_time: { seconds: 1 } })),
    ),
  },
  {
    found: 'playing-data',
    says: 'is_active',
    defect: on(
      /^GET \/user\/playing-data\//,
      changed((body) => ({ ...body, is_active: 'maybe' })),
    ),
  },
  {
    found: 'collection-tracks',
    says: 'The app cannot read it',
    listeners: 'A collection cannot be played.',
    defect: on(
      /^GET \/curated-collection-tracks/,
      changed(({ results }) => ({ results: { list: results } })),
    ),
  },
  {
    found: 'categories',
    says: 'categories: 1 left out',
    defect: on(
      /^GET \/categories$/,
      changed(({ results }) => ({ results: [...(results as Fields[]), { id: 1 }] })),
    ),
  },
  {
    found: 'library',
    says: 'author_info: 1 left out',
    defect: on(
      /^GET \/library/,
      firstOf('results', (item) => ({ ...item, author_info: 'A name without an id' })),
    ),
  },
  {
    found: 'author-titles',
    says: 'names no title',
    defect: on(
      /^GET \/authors\/[^?]/,
      changed(({ content: _lost, ...author }) => author),
    ),
  },
  {
    found: 'trending-pages',
    says: 'holds nothing new',
    defect: on(
      /^GET \/trending/,
      changed((body, { url }) => {
        const page = Number(new URL(url, 'http://own.invalid').searchParams.get('next_page'));
        return { ...body, ...(page > 1 && { results: [] }), next_page_key: page + 1 };
      }),
    ),
  },
  {
    found: 'recommended-pages',
    says: 'The key 2 came before, and page 3 holds',
    defect: on(
      /^GET \/for-you\/recommended/,
      changed((body) => ({ ...body, next_page_key: 2 })),
    ),
  },
  {
    found: 'page-size',
    says: 'not 15',
    defect: on(
      /^GET \/featured-curated-collection/,
      changed((body) => idNumbered(body, 20)),
    ),
  },
  {
    found: 'windows-readable',
    says: 'valid_from and valid_till: not a date',
    defect: on(
      /^GET \/quick-listens/,
      firstOf('results', (item) => ({ ...item, valid_till: 'soon' })),
    ),
  },
  {
    found: 'windows-ordered',
    says: 'it ends before it starts',
    defect: on(
      /^GET \/featured-curated-collection/,
      firstOf('results', (item) => ({
        ...item,
        valid_from: '2030-01-01T00:00:00Z',
        valid_till: '2020-01-01T00:00:00Z',
      })),
    ),
  },
  {
    found: 'discounted-now',
    says: 'is not on sale now',
    defect: on(
      /^GET \/content\/discounted/,
      firstOf('results', (item) => ({ ...item, discount_end: '2020-01-01T00:00:00Z' })),
    ),
  },
  {
    found: 'search-finds',
    says: 'Nothing for the title',
    defect: on(
      /^GET \/search/,
      changed(() => ({ results: [], next_page_key: null })),
    ),
  },
  {
    found: 'unknown-title',
    says: '500',
    defect: on(/^GET \/content\/conformance/, status(500)),
  },
  {
    found: 'media-range',
    says: '200, not 206',
    defect: (answer, { headers }) =>
      headers['range'] === 'bytes=0-1023' ? { ...answer, status: 200 } : answer,
  },
  {
    found: 'media-beyond',
    says: 'not 416',
    defect: (answer) => (answer.status === 416 ? { ...answer, status: 200 } : answer),
  },
  {
    found: 'media-type',
    says: 'text/plain',
    defect: (answer, { headers }) =>
      headers['range'] === 'bytes=0-0' ? withHeader('content-type', () => 'text/plain')(answer) : answer,
  },
  {
    found: 'transcript',
    says: '200, not 403',
    // An address never ends.
    defect: on(/^GET \/media\/transcript\/[^?]*\?/, (answer) => ({ ...answer, status: 200 })),
  },
  {
    found: 'position-saved',
    says: '2 times among those in progress',
    defect: on(
      /^GET \/user\/content\//,
      changed(({ results, ...body }) => {
        const items = (results as Fields[]).filter(({ content_type: type }) => type === 1 || type === 4);
        return { ...body, results: [...(results as Fields[]), ...items] };
      }),
    ),
  },
  {
    found: 'favorite-saved',
    says: 'It is 0 times in the list, not 1',
    defect: on(
      /^GET \/favorites\/content\?podcast=0/,
      changed((body) => ({ ...body, results: [] })),
    ),
  },
  {
    found: 'name-saved',
    says: 'The name is the old one',
    defect: on(
      /^GET \/user$/,
      changed((body) => ({ ...body, full_name: 'Annelise Fujimoto' })),
    ),
  },
  {
    found: 'royalty-reported',
    says: 'The provider failed',
    defect: on(/^POST \/audio\/reporting/, status(500)),
  },
  {
    found: 'retry-after',
    says: '503 without Retry-After',
    defect: on(/^GET \/for-you$/, (answer) => {
      busy += 1;
      return busy === 1 ? status(503)(answer) : answer;
    }),
  },
  {
    found: 'attributes',
    says: 'email_verified is not true',
    defect: on(
      / GetUser$/,
      changed(({ UserAttributes: attributes, ...body }) => ({
        ...body,
        UserAttributes: (attributes as Fields[]).filter(({ Name: name }) => name !== 'email_verified'),
      })),
    ),
  },
  {
    found: 'renewal',
    says: 'The renewal failed',
    defect: on(/ InitiateAuth$/, (answer, { body }) =>
      body.includes('REFRESH_TOKEN_AUTH')
        ? status(500, { __type: 'InternalErrorException' })(answer)
        : answer,
    ),
  },
  {
    found: 'revocation',
    says: 'The token still counts',
    defect: on(/ GetUser$/, (answer, { body }) =>
      answer.status === 400 && body.includes('eyJ') ? status(200)(answer) : answer,
    ),
  },
];
