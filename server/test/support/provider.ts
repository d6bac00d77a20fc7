import { afterAll, beforeAll } from 'vitest';
import { DEMO_PASSWORD } from '../../demo/listeners.ts';
import { type Provider, type ProviderOptions, startProvider } from '../../provider.ts';
import { session, userOf } from '../pool/client.ts';
import { createDatabase } from './databases.ts';
import { temporaryFolder } from './folders.ts';

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or the text if it is not JSON. */
  readonly body: unknown;
}

/** Calls the product API over real HTTP, as a listener or without a session. */
export class ApiClient {
  constructor(
    readonly origin: string,
    readonly token: string | null,
  ) {}

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    return this.call('GET', path, undefined, headers);
  }

  post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    return this.call('POST', path, body, headers);
  }

  put(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    return this.call('PUT', path, body, headers);
  }

  delete(path: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    return this.call('DELETE', path, undefined, headers);
  }

  private async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ApiResponse> {
    const response = await fetch(`${this.origin}/api/v2${path}`, {
      method,
      headers: {
        ...headers,
        ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text) };
  }
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Signs a demo account in at the real pool. */
export async function tokenOf(origin: string, email: string): Promise<string> {
  return (await session(userOf(`${origin}/pool`, email), DEMO_PASSWORD)).access;
}

/** Signs in and returns a client that calls as that listener. */
export async function signedIn(origin: string, email: string): Promise<ApiClient> {
  return new ApiClient(origin, await tokenOf(origin, email));
}

export const signedOut = (origin: string): ApiClient => new ApiClient(origin, null);

export { temporaryFolder } from './folders.ts';

/** A provider in this process, on a database of its own: a copy of the demonstration or of an empty library. */
export async function startTestProvider(options: Partial<ProviderOptions> = {}): Promise<Provider> {
  if (options.databaseUrl !== undefined) return startProvider({ dataDir: temporaryFolder(), ...options });
  const database = await createDatabase(options.library === undefined ? 'demo' : 'library');
  const provider = await startProvider({ dataDir: temporaryFolder(), databaseUrl: database.url, ...options });
  return {
    ...provider,
    async close() {
      await provider.close();
      await database.drop();
    },
  };
}

/**
 * A provider in this process for all tests of a file.
 *
 * @returns gets the provider; only for running tests
 */
export function useProvider(options: Partial<ProviderOptions> = {}): () => Provider {
  let provider: Provider | undefined;
  beforeAll(async () => {
    provider = await startTestProvider({ faults: true, checkResponses: true, ...options });
  }, 180_000);
  afterAll(() => provider?.close());
  return () => {
    if (provider === undefined) throw new Error('The provider has not started yet.');
    return provider;
  };
}
