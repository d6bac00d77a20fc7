import * as v from 'valibot';
import { endpointOf, type CognitoConfig } from '../pool-client.ts';

/** An error with the service's code, as the vendor's library makes it. */
export const codedError = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code });

const refusal = v.object({
  __type: v.fallback(v.string(), ''),
  code: v.fallback(v.string(), ''),
  message: v.fallback(v.string(), ''),
  Message: v.fallback(v.string(), ''),
});

/** Makes one call of the pool's API. Rejects with a coded error. */
export type Call = (operation: string, parameters: object) => Promise<unknown>;

/** The calls of a pool, which are JSON over POST. A pool has one address for all of them. */
export const callsOf = (config: CognitoConfig, signal?: AbortSignal): Call => {
  const endpoint = endpointOf(config);
  return async (operation, parameters) => {
    const response = await send(endpoint, {
      method: 'POST',
      mode: 'cors',
      cache: 'no-store',
      headers: {
        'Content-Type': 'application/x-amz-json-1.1',
        'X-Amz-Target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(parameters),
      ...(signal === undefined ? {} : { signal }),
    });
    const body: unknown = await response.json().catch(() => ({}));
    if (response.ok) return body;
    throw errorIn(response, body);
  };
};

const send = async (endpoint: string, request: RequestInit): Promise<Response> => {
  try {
    return await fetch(endpoint, request);
  } catch (error) {
    // `fetch` has no other error for a connection that failed.
    // not translated: the adapter shows a text of its own instead
    throw error instanceof TypeError ? codedError('NetworkError', 'Network error') : error;
  }
};

/** The code is in the body, after the name of the service, or in a header. */
const errorIn = (response: Response, body: unknown): Error => {
  const parsed = v.safeParse(refusal, body);
  const { __type, code, message, Message } = parsed.success
    ? parsed.output
    : { __type: '', code: '', message: '', Message: '' };
  const named = (__type || code).split('#').pop() ?? '';
  if (named !== '') return codedError(named, message || Message);
  const header = (response.headers.get('x-amzn-errortype') ?? '').split(':')[0] ?? '';
  return header === '' ? new Error(`Status ${response.status}`) : codedError(header, String(response.status));
};
