import { afterAll, beforeAll } from 'vitest';
import { PostgresServer } from './postgres-server.ts';

export { freePort, PostgresServer } from './postgres-server.ts';

/**
 * A database server of its own for all tests of a file, which they may stop or freeze.
 *
 * @param setUp runs before the tests, once the server has started
 * @returns gets the server; only for running tests
 */
export function withPostgres(
  setUp: (server: PostgresServer) => Promise<void> = () => Promise.resolve(),
): () => PostgresServer {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = await PostgresServer.start();
    await setUp(server);
  }, 120_000);
  afterAll(() => server?.end());
  return () => {
    if (server === undefined) throw new Error('The server has not started yet.');
    return server;
  };
}
