import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { DEMO_PASSWORD } from '../../../server/demo/accounts.ts';
import { type Provider, type ProviderOptions, startProvider } from '../../../server/provider.ts';
import { session, userOf } from '../pool/client.ts';
import { withPostgres } from './postgres.ts';

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or the text if it is not JSON. */
  readonly body: unknown;
}

/** Calls the product API over real HTTP, as a listener or without a session. */
export class ApiClient {
  readonly origin: string;
  readonly token: string | null;

  constructor(origin: string, token: string | null) {
    this.origin = origin;
    this.token = token;
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    return this.call('GET', path, undefined, headers);
  }

  post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    return this.call('POST', path, body, headers);
  }

  put(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    return this.call('PUT', path, body, headers);
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

const folders: string[] = [];
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is removed at the end of the process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'provider-test-'));
  folders.push(folder);
  return folder;
}

/** Whether the tests run on a PostgreSQL server, as in the project `postgres`, or on the embedded database. */
export const isOnPostgres = process.env['TEST_DATABASE'] === 'postgres';

/** Options of a provider: its data folder, and its database if that is at a PostgreSQL server. */
export interface EmptyDatabase {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

/**
 * Makes empty databases for the tests of a file.
 *
 * @param onPostgres whether they are at a PostgreSQL server of their own, or each in a folder
 * @returns makes one; only for running tests
 */
export function useEmptyDatabases(onPostgres = isOnPostgres): () => Promise<EmptyDatabase> {
  if (!onPostgres) return () => Promise.resolve({ dataDir: temporaryFolder() });
  const server = withPostgres();
  return async () => ({ dataDir: temporaryFolder(), databaseUrl: await server().createDatabase() });
}

/**
 * A provider in this process for all tests of a file, with its rows in memory. In the project `postgres`, the same tests
 * run on a PostgreSQL server.
 *
 * @returns gets the provider; only for running tests
 */
export function useProvider(options: Partial<ProviderOptions> = {}): () => Provider {
  return providerOfFile(options);
}

function providerOfFile(options: Partial<ProviderOptions>): () => Provider {
  let provider: Provider | undefined;
  const start = async (database: Partial<ProviderOptions>): Promise<void> => {
    provider = await startProvider({
      dataDir: temporaryFolder(),
      faults: true,
      checkAnswers: true,
      ...database,
      ...options,
    });
  };
  const startInMemory = (): Promise<void> => start({ memory: true });
  if (isOnPostgres) {
    withPostgres(async (server) => start({ databaseUrl: await server.createDatabase() }), startInMemory);
  } else {
    beforeAll(startInMemory, 180_000);
  }
  afterAll(async () => {
    await provider?.close();
  });
  return () => {
    if (provider === undefined) throw new Error('The provider has not started yet.');
    return provider;
  };
}
