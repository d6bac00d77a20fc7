import { setImmediate } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';

const LONGEST_ROW_MS = 10;

/**
 * Offers the embedded database as a pool of a single connection, so that the same dialect drives it and a PostgreSQL
 * server. Connections are handed out one at a time, in the order of asking: a transaction keeps everyone else out
 * until it ends.
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
    const turn = this.tail;
    const { promise, resolve } = promiseWithResolver();
    this.tail = promise;
    await turn;
    await this.yieldNowAndThen();
    // Kysely knows a connection by its client, and greets each new one: it is always the same.
    this.client.release = resolve;
    return this.client;
  }

  /**
   * The embedded database answers without ever leaving the queue of microtasks, so that a row of statements would keep
   * everything else in this process waiting until the last.
   */
  private async yieldNowAndThen(): Promise<void> {
    if (performance.now() - this.yieldedAt < LONGEST_ROW_MS) return;
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

// Kysely reads the number of affected rows only for these, and the database does not name the command.
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
