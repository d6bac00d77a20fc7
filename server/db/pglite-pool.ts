import { setImmediate } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';

const LONGEST_BLOCK_MS = 10;

/**
 * Makes the embedded database a pool with a single connection, so that it uses the same dialect as a PostgreSQL server.
 * Callers get the connection one at a time, in the order of their requests. During a transaction all others wait.
 */
export class PglitePool implements PostgresPool {
  private readonly database: PGlite;
  private readonly client: PgliteClient;
  private tail: Promise<void> = Promise.resolve();
  private yieldedAt = 0;

  constructor(database: PGlite) {
    this.database = database;
    this.client = new PgliteClient(database);
  }

  async connect(): Promise<PostgresPoolClient> {
    const previous = this.tail;
    const { promise, resolve } = promiseWithResolver();
    this.tail = promise;
    await previous;
    await this.yieldNowAndThen();
    // Kysely sets up each client that it has not seen. It is always the same client, so this happens once.
    this.client.release = resolve;
    return this.client;
  }

  /**
   * The embedded database completes statements within microtasks. So a series of statements would block everything else
   * in this process until its end.
   */
  private async yieldNowAndThen(): Promise<void> {
    if (performance.now() - this.yieldedAt < LONGEST_BLOCK_MS) return;
    await setImmediate();
    this.yieldedAt = performance.now();
  }

  async end(): Promise<void> {
    await this.tail;
    await this.database.close();
  }
}

class PgliteClient implements PostgresPoolClient {
  private readonly database: PGlite;
  release: () => void = () => undefined;

  constructor(database: PGlite) {
    this.database = database;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof statement !== 'string') throw new Error('The embedded database has no cursors.');
    return this.run<R>(statement, parameters);
  }

  private async run<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const { rows, affectedRows = 0 } = await this.database.query<R>(sql, [...parameters]);
    return { command: commandOf(sql), rowCount: affectedRows, rows };
  }
}

type Command = PostgresQueryResult<unknown>['command'];

// Kysely reads the number of affected rows only for these commands, and the database does not return the command.
function commandOf(sql: string): Command {
  const word = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase();
  switch (word) {
    case 'INSERT':
    case 'UPDATE':
    case 'DELETE':
    case 'MERGE':
      return word;
    default:
      return /\b(?:insert\s+into|update|delete\s+from)\b/i.test(sql) && word === 'WITH' ? 'UPDATE' : 'SELECT';
  }
}

function promiseWithResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
