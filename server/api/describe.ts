import swagger from '@fastify/swagger';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { FastifyInstance } from 'fastify';
import type * as v from 'valibot';
import { type Fields, isFields } from '../text.ts';
import { ALSO_SENT, MAY_BE_MISSING } from './response-fields.ts';
import { failure } from './response-schemas.ts';
import { descriptionPage, EXAMPLES, withExample, withJsonExample } from './examples.ts';

const BASE = '/api/v2';

/** The calls that need no session. */
const OPEN = ['/user/forgot_password', '/user/login_attempts'];

type Failure = {
  readonly name: string;
  readonly description: string;
  readonly headers: readonly Header[];
  /** For a failure that is not among the recorded ones. Null: it has no body of this description. */
  readonly example?: unknown;
};

/** The calls whose address ends with a slash in the app. Without it they are the same calls. */
const WITH_SLASH: ReadonlySet<string> = new Set([
  'GET /authors',
  'GET /curated-collection-tracks',
  'GET /podcast-episodes',
  'GET /user/content',
]);
type Header = keyof typeof HEADERS;

const HEADERS = {
  'Access-Control-Allow-Origin': {
    description:
      'Only if a page of another origin asks: the origin that may read the response. Errors need it, too.',
    schema: { type: 'string' },
    example: 'https://listen.example',
  },
  'Access-Control-Expose-Headers': {
    description: 'The headers that such a page may read. The app needs `Date` and `Retry-After`.',
    schema: { type: 'string' },
    example: 'Age, Date, Retry-After, WWW-Authenticate',
  },
  'Cache-Control': {
    description:
      'No cache between app and provider may store a response of one listener for another. The app has its own cache.',
    schema: { type: 'string' },
    example: 'no-store',
  },
  'Content-Disposition': {
    description: 'The name of the file as which a browser saves the response.',
    schema: { type: 'string' },
    example: 'attachment; filename="my-data.json"',
  },
  Date: {
    description:
      "The provider's time. The app decides by it, not by the clock of the device, what is inside its window.",
    required: true,
    schema: { type: 'string' },
    example: 'Mon, 23 Nov 2026 12:00:00 GMT',
  },
  'Retry-After': {
    description: 'The seconds until the next attempt, or an HTTP date.',
    schema: { type: 'string' },
    example: '2',
  },
  Vary: {
    description: 'The headers of the request on which the response depends.',
    schema: { type: 'string' },
    example: 'Origin, accept-encoding',
  },
  'WWW-Authenticate': {
    description: 'Asks for an access token. With `error="invalid_token"` the token that came does not count.',
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
} as const;

/** The headers of every response, also of failures. */
const ALWAYS: readonly Header[] = [
  'Date',
  'Cache-Control',
  'Vary',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
];

/** What some calls also send, by method and path. */
const ALSO: Readonly<Record<string, readonly Header[]>> = { 'GET /user/export': ['Content-Disposition'] };

/** A header of every request with a session, beside the access token and the type of the body. */
const CLIENT_VERSION = {
  name: 'X-Client-Version',
  in: 'header',
  required: false,
  description:
    'The version of the app. It is sent with a session only. Pages of other origins have to be allowed to send it.',
  schema: { type: 'string' },
  example: '1.2.6',
};

/** A header of a search. */
const LANGUAGE = {
  name: 'Accept-Language',
  in: 'header',
  required: false,
  description:
    'The language of the page. Of equally good titles, those in its first language may come first. A provider may ignore it.',
  schema: { type: 'string' },
  example: 'de',
};

/** The calls that heed it. */
const IN_LANGUAGE = ['/search'];

/** The failures that any call may end with. */
const FAILURES: Readonly<Record<string, Failure>> = {
  400: { name: 'BadRequest', description: 'The request does not fit this description.', headers: [] },
  401: {
    name: 'Unauthorized',
    description: 'There is no session, or it has ended.',
    headers: ['WWW-Authenticate'],
  },
  403: { name: 'Forbidden', description: 'The listener may not do this.', headers: [] },
  404: { name: 'NotFound', description: 'There is no such thing.', headers: [] },
  409: {
    name: 'Conflict',
    description: 'What is stored does not allow this, for example because it exists already.',
    headers: [],
    example: { error: { code: 'too-many-feeds', message: 'A listener has at most 100 feeds. Revoke one.' } },
  },
  413: { name: 'TooLarge', description: 'The body is larger than 256 KiB.', headers: [] },
  429: { name: 'TooManyRequests', description: 'Too many requests.', headers: ['Retry-After'] },
  500: { name: 'Failed', description: 'The provider has a defect.', headers: [] },
  503: {
    name: 'Unavailable',
    description: 'The service is away for a moment.',
    headers: ['Retry-After'],
  },
  504: {
    name: 'TimedOut',
    description: 'A proxy got no response in time. What was asked for may have been done.',
    headers: [],
    example: null,
  },
};

/**
 * Describes all routes that are registered after this in OpenAPI 3.1, made of their schemas, at `openapi.json`, and as a
 * page to read at `description`. Neither needs a session.
 */
export async function describeApi(server: FastifyInstance): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Product API',
        version: '2',
        description:
          'What the app asks a provider for. Every response carries `Date`. Pages of other origins have to be allowed to read ' +
          '`Date` and `Retry-After` by `Access-Control-Expose-Headers`. Calls with a trailing slash are the same calls. Lists start with `next_page=1` and end at a ' +
          '`next_page_key` of null. Reports of positions may be repeated; a royalty must be counted once, so 502 and 504 mean that ' +
          'it may have been stored. A proxy in front of the provider may send 502 and 504, without a body of this description. ' +
          'A response also has the headers of HTTP and of the security of the host, which the app does not read.',
      },
      servers: [{ url: BASE }],
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: ({ schema, url, route }) => {
      const isSlashed = WITH_SLASH.has(`${String(route.method)} ${url.replace(BASE, '')}`);
      return { schema: described(schema, url), url: isSlashed ? `${url}/` : url };
    },
    transformObject: (found) =>
      'openapiObject' in found ? complete(withComponents(found.openapiObject)) : found.swaggerObject,
  });
  server.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(server.swagger()),
  );
  server.get('/description', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .send(descriptionPage(server.swagger())),
  );
}

function described(schema: unknown, url: string): Fields {
  const { querystring, params, body, response, ...others } = isFields(schema) ? schema : {};
  const path = url.replace(BASE, '');
  return {
    ...others,
    ...(isSchema(querystring) && { querystring: parameters(querystring) }),
    ...(isSchema(params) && { params: parameters(params) }),
    ...(isSchema(body) && { body: json(body) }),
    response: {
      ...(isFields(response) &&
        isSchema(response[200]) && {
          200: {
            description: 'Done.',
            content: { 'application/json': { schema: open(json(response[200])) } },
          },
        }),
    },
    security: OPEN.includes(path) ? [] : [{ session: [] }],
  };
}

const isSchema = (value: unknown): value is v.GenericSchema =>
  isFields(value) && value['kind'] === 'schema' && '~standard' in value;

/** Makes JSON Schema of a schema. Checks that JSON Schema has no words for are left out. */
function json(schema: v.GenericSchema): Fields {
  const { $schema: _unused, ...described }: Fields = {
    ...toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' }),
  };
  return described;
}

/** The parameters of a query. If it may have several forms, a parameter that is not in all of them is optional. */
function parameters(schema: v.GenericSchema): Fields {
  const { anyOf, ...whole } = json(schema);
  if (!Array.isArray(anyOf)) return whole;
  const forms = anyOf.filter(isFields);
  const properties: Fields = Object.fromEntries(
    forms.flatMap((form) => (isFields(form['properties']) ? Object.entries(form['properties']) : [])),
  );
  const required = Object.keys(properties).filter((name) =>
    forms.every((form) => Array.isArray(form['required']) && form['required'].includes(name)),
  );
  return { type: 'object', properties, required };
}

/**
 * Widens the shape of a response to what any provider may send: more fields, the other forms of a value, and no field where
 * null is allowed or the field may be missing.
 */
function open(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(open);
  if (!isFields(value)) return value;
  const {
    [ALSO_SENT]: forms,
    [MAY_BE_MISSING]: _marked,
    additionalProperties,
    properties,
    required,
    ...shape
  } = value;
  const whole: Fields = {
    ...Object.fromEntries(Object.entries(shape).map(([name, found]) => [name, open(found)])),
    ...(additionalProperties !== undefined && additionalProperties !== false && { additionalProperties }),
    ...(isFields(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, found]) => [name, open(found)])),
      required: (Array.isArray(required) ? required : []).filter(
        (name) => typeof name === 'string' && !mayBeMissing(properties[name]),
      ),
    }),
  };
  if (!Array.isArray(forms)) return whole;
  const { description, anyOf, ...given } = whole;
  const own: readonly unknown[] = Array.isArray(anyOf) ? anyOf : [given];
  return {
    anyOf: [...own, ...(forms as readonly unknown[])],
    ...(description !== undefined && { description }),
  };
}

/** True if a shape allows null, which means the same as a missing field, or is marked. */
function mayBeMissing(shape: unknown): boolean {
  if (!isFields(shape)) return false;
  const { anyOf, enum: values, type, [ALSO_SENT]: forms, [MAY_BE_MISSING]: marked } = shape;
  if (marked === true || type === 'null') return true;
  if (Array.isArray(values) && values.includes(null)) return true;
  return [anyOf, forms].some((list) => Array.isArray(list) && list.some(mayBeMissing));
}

/** Moves every shape with a title to the components, where all calls refer to it. */
function withComponents<Document extends object>(document: Document): Document {
  const schemas: Record<string, unknown> = { Error: open(json(failure)) };
  const moved = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(moved);
    if (!isFields(each)) return each;
    const inner = Object.fromEntries(Object.entries(each).map(([name, found]) => [name, moved(found)]));
    const { title } = inner;
    if (typeof title !== 'string' || inner['type'] !== 'object') return inner;
    schemas[title] = inner;
    return { $ref: `#/components/schemas/${title}` };
  };
  const paths = moved('paths' in document ? document.paths : {});
  const components = 'components' in document && isFields(document.components) ? document.components : {};
  return { ...document, paths, components: { ...components, schemas } };
}

function complete<Document extends object>(document: Document): Document {
  const paths = 'paths' in document ? document.paths : {};
  const components = 'components' in document ? document.components : {};
  return {
    ...document,
    paths: mapFields(paths, (path, methods) =>
      mapFields(methods, (method, call) =>
        isFields(call)
          ? withExample(method, path, named(method, path, withResponses(method, path, call)))
          : call,
      ),
    ),
    components: {
      ...(isFields(components) && components),
      headers: HEADERS,
      parameters: { ClientVersion: CLIENT_VERSION, Language: LANGUAGE },
      responses: Object.fromEntries(
        Object.entries(FAILURES).map(([status, { name, description, headers, example }]) => [
          name,
          example === null
            ? { description }
            : withJsonExample(
                {
                  description,
                  headers: references([...ALWAYS, ...headers]),
                  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
                },
                EXAMPLES.failures[status] ?? example,
              ),
        ]),
      ),
    },
  };
}

/** Gives a call the name that generated clients use, and the group in which they put it. */
function named(method: string, path: string, call: Fields): Fields {
  const words = path.split(/[^a-z]+/iu).filter((word) => word !== '');
  const capital = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return { operationId: method.toLowerCase() + capital.join(''), tags: [path.split('/')[1] ?? ''], ...call };
}

function withResponses(method: string, path: string, call: Fields): Fields {
  const { parameters, responses } = call;
  const also = ALSO[`${method.toUpperCase()} ${path}`] ?? [];
  const done = isFields(responses) ? responses['200'] : undefined;
  return {
    ...call,
    parameters: [
      ...(Array.isArray(parameters) ? (parameters as readonly unknown[]) : []),
      { $ref: '#/components/parameters/ClientVersion' },
      ...(IN_LANGUAGE.includes(path) ? [{ $ref: '#/components/parameters/Language' }] : []),
    ],
    responses: {
      200: { ...(isFields(done) && done), headers: references([...ALWAYS, ...also]) },
      ...Object.fromEntries(
        Object.entries(FAILURES).map(([status, { name }]) => [
          status,
          { $ref: `#/components/responses/${name}` },
        ]),
      ),
    },
  };
}

const references = (headers: readonly Header[]): Fields =>
  Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const mapFields = (value: unknown, map: (name: string, found: unknown) => unknown): Fields =>
  Object.fromEntries(
    Object.entries(isFields(value) ? value : {}).map(([name, found]) => [name, map(name, found)]),
  );
