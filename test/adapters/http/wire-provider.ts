import type { MemoryContentApi } from '../../../src/adapters/memory/memory-content-api.ts';
import type { ApiFailure } from '../../../src/ports/content-api.ts';
import { CONTENT_CALLS, parametersOf, type ContentCall } from '../../contract/content-api/content-api.ts';

const STATUS: Readonly<Partial<Record<ApiFailure['kind'], number>>> = { 'not-found': 404, unauthorized: 401 };

/**
 * The product API as a `fetch` function, in front of a provider in memory. It sends the same responses as JSON, without
 * a server.
 */
export class WireProvider {
  isReachable = true;

  constructor(private readonly api: MemoryContentApi) {}

  readonly fetch: typeof fetch = async (input, { method = 'GET', headers, body } = {}) => {
    if (!this.isReachable) throw new TypeError('Failed to fetch');
    if (new Headers(headers).get('Authorization') === null)
      return jsonResponse(401, { message: 'no session' });
    const { pathname, searchParams: query } = new URL(input instanceof Request ? input.url : input);
    const path = pathname.replace('/api/v2', '');
    for (const call of CONTENT_CALLS) {
      const id = idIn(path, method, call.route);
      if (id === null || (method === 'GET' && !hasParameters(query, call))) continue;
      const result = await call.respond(this.api, { query, id, body: parsedBody(body) });
      return result.ok
        ? jsonResponse(200, result.value ?? {})
        : jsonResponse(STATUS[result.error.kind] ?? 500, {});
    }
    return jsonResponse(404, { message: 'no such call' });
  };
}

/** Returns the `{id}` of a request to this route, which is empty if the route has none. Null for another route. */
const idIn = (path: string, method: string, route: string): string | null => {
  const pattern = route.replace('{id}', '(?<id>[^/]+)').replace(/\/$/u, '');
  const match = new RegExp(`^${pattern}/?$`, 'u').exec(`${method} ${path}`);
  return match === null ? null : decodeURIComponent(match.groups?.['id'] ?? '');
};

/** True if a query has every required parameter of the call, and no other than its own. */
const hasParameters = (query: URLSearchParams, call: ContentCall): boolean => {
  const parameters = parametersOf(call);
  return (
    parameters.every(({ name, isOptional }) => isOptional || query.has(name)) &&
    [...query.keys()].every((key) => parameters.some(({ name }) => name === key))
  );
};

const jsonResponse = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

const parsedBody = (body: RequestInit['body']): unknown =>
  body instanceof Uint8Array ? (JSON.parse(new TextDecoder().decode(body)) as unknown) : null;
