import { once } from 'node:events';
import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { PostgresServer } from 'audio-streaming-provider/test/support/postgres-server';

declare module 'vitest' {
  interface ProvidedContext {
    /** Starts the database server of this run at the first request, and returns its address. */
    databaseServer: string;
  }
}

/** One database server for all files of a run. It starts when the first test needs it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<PostgresServer> | undefined;
  const door = createServer((_request, response) => {
    started ??= PostgresServer.start();
    started.then(
      (server) => response.end(server.urlOf('postgres')),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    );
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const address = door.address();
  project.provide(
    'databaseServer',
    `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
  );
  return async () => {
    door.close();
    await (await started?.catch(() => undefined))?.end();
  };
}
