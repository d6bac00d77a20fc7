import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { callbackify } from 'node:util';
import pg from 'pg';
import { DatabaseUnavailableError, TimeLimitError, failureOf } from './errors.ts';
import { currentTimeBudget } from './time-budget.ts';

/** How long the pool waits, in milliseconds. */
export interface PoolLimits {
  /** For a new connection, or for one that others use. */
  readonly connect: number;
  /** For a lock. The server checks it. */
  readonly lock: number;
  /** For a statement. The server checks it. */
  readonly statement: number;
  /** For the response to a statement, in case the server is silent or a pooler hides it. */
  readonly response: number;
}

export interface ServerPoolOptions {
  readonly url: string;
  /** The most connections at once. */
  readonly connections: number;
  readonly limits: PoolLimits;
  /** Receives one sentence when the server fails, at most every five seconds. */
  readonly onTrouble?: ((sentence: string) => void) | undefined;
}

const BIGINT_OID = 20;
const TROUBLE_MS = 5_000;
/** Statements that a connection keeps prepared. Each takes some kilobytes at the server. */
const MOST_PREPARED = 300;
/** A prepared statement whose columns have changed since, by the tables of a newer release. */
const STALE = '0A000';
/** A statement that ends a transaction gets at least this time, although the budget of its request is spent. */
const LEAST_MS = 500;

/**
 * Connections to a PostgreSQL server. Every wait has an end, and a connection in an unknown state is never used again.
 * A temporary failure, such as a lost connection, becomes a `DatabaseUnavailableError`.
 */
export class ServerPool implements PostgresPool {
  private readonly pool: pg.Pool;
  private readonly limits: PoolLimits;
  private readonly onTrouble: (sentence: string) => void;
  private readonly clients = new Set<pg.PoolClient>();
  /** The connections that lead to one session of the server, and not to a pooler. Only a session keeps statements. */
  private readonly sessions = new WeakSet<pg.ClientBase>();
  private readonly names = new Map<string, string>();
  /** Connections that are open, open and not used, and calls that wait for one. */
  readonly numbers = {
    open: () => this.pool.totalCount,
    idle: () => this.pool.idleCount,
    waiting: () => this.pool.waitingCount,
  };
  /** Kysely reads it to cancel statements, which nobody does here. */
  readonly options = {};
  private isAborted = false;
  private markAborted: () => void = () => undefined;
  private readonly aborted = new Promise<void>((resolve) => {
    this.markAborted = resolve;
  });
  private troubleAt = -Infinity;

  constructor({ url, connections, limits, onTrouble }: ServerPoolOptions) {
    this.limits = limits;
    this.onTrouble = onTrouble ?? (() => undefined);
    const types = new pg.TypeOverrides();
    // Counts and epoch milliseconds fit into a number.
    types.setTypeParser(BIGINT_OID, Number);
    this.pool = new pg.Pool({
      connectionString: url,
      max: connections,
      types,
      connectionTimeoutMillis: limits.connect,
      keepAlive: true,
      fallback_application_name: 'hark',
      // After a failure the pool ends the connection.
      verify: callbackify(async (client: pg.PoolClient) => {
        if (await setUp(client, limits)) this.sessions.add(client);
      }),
    });
    // A connection that breaks is replaced at the next call. Without listeners, its event would end the process: the
    // pool listens only to connections that nobody uses.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => {
      client.on('error', () => undefined);
      this.clients.add(client);
    });
    this.pool.on('remove', (client) => this.clients.delete(client));
  }

  /** @throws {DatabaseUnavailableError} */
  async connect(): Promise<PostgresPoolClient> {
    const budget = currentTimeBudget();
    if (budget?.left() === 0) throw new DatabaseUnavailableError();
    const connect = async (): Promise<pg.PoolClient> => {
      if (this.isAborted) throw new DatabaseUnavailableError();
      const connecting = this.pool.connect();
      try {
        return await within(connecting, budget?.left() ?? this.limits.connect * 2, 'To get a connection');
      } catch (error) {
        // The connection may still come.
        connecting.then(
          (client) => client.release(),
          () => undefined,
        );
        throw this.unavailable(error);
      }
    };
    const client = await (budget === undefined ? connect() : budget.spend(connect));
    return new ServerClient(
      client,
      this.limits,
      (error, mayBeStored) => this.unavailable(error, mayBeStored),
      this.sessions.has(client) ? (sql) => this.nameOf(sql) : () => undefined,
    );
  }

  /** Ends the connections. After `abort` it does not wait for the server, which may be silent. */
  async end(): Promise<void> {
    await Promise.race([this.pool.end(), this.aborted]);
  }

  /** Ends all connections at once. Statements that run fail, and later ones, too. */
  abort(): void {
    this.isAborted = true;
    this.markAborted();
    for (const client of this.clients) client.end().catch(() => undefined);
  }

  /** The name under which every session of this pool prepares a statement, once. */
  private nameOf(sql: string): string | undefined {
    const known = this.names.get(sql);
    if (known !== undefined || this.names.size >= MOST_PREPARED) return known;
    const name = `statement_${this.names.size}`;
    this.names.set(sql, name);
    return name;
  }

  private unavailable(cause: unknown, mayBeStored = false): DatabaseUnavailableError {
    if (!this.isAborted && performance.now() - this.troubleAt > TROUBLE_MS) {
      this.troubleAt = performance.now();
      this.onTrouble(sentenceOf(cause));
    }
    return new DatabaseUnavailableError(cause, mayBeStored);
  }
}

interface PreparingClient {
  query<R>(statement: {
    readonly name?: string;
    readonly text: string;
    values: unknown[];
  }): Promise<PostgresQueryResult<R>>;
}

/** A connection while somebody uses it. */
class ServerClient implements PostgresPoolClient {
  private isLost = false;
  private hasStale = false;
  private isInTransaction = false;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly limits: PoolLimits,
    private readonly unavailable: (error: unknown, mayBeStored?: boolean) => DatabaseUnavailableError,
    private readonly nameOf: (sql: string) => string | undefined,
  ) {}

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof statement !== 'string') throw new Error('The database is used without cursors.');
    return this.run<R>(statement, parameters);
  }

  /** @param isSpoilt whether nobody may use the connection again */
  release(isSpoilt = false): void {
    this.client.release(isSpoilt || this.isLost || this.hasStale);
  }

  private async run<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (this.isLost) {
      // The server has ended the transaction together with the connection.
      if (sql === 'rollback') return { command: 'SELECT', rowCount: 0, rows: [] };
      throw this.unavailable(new Error('The connection is lost.'));
    }
    const budget = currentTimeBudget();
    const least = sql === 'commit' || sql === 'rollback' ? LEAST_MS : 0;
    const left = Math.max(least, budget?.left() ?? Infinity);
    const query = async (name?: string): Promise<PostgresQueryResult<R>> => {
      const client: PreparingClient = this.client;
      return within(
        client.query<R>({ ...(name !== undefined && { name }), text: sql, values: [...parameters] }),
        Math.min(this.limits.response, left),
        'A statement',
      );
    };
    const run = async (name?: string): Promise<PostgresQueryResult<R>> =>
      budget === undefined ? query(name) : budget.spend(() => query(name));
    try {
      const result = await this.runPrepared(run, parameters.length === 0 ? undefined : this.nameOf(sql));
      if (/^(?:begin|start transaction)/.test(sql)) this.isInTransaction = true;
      else if (sql === 'commit' || sql === 'rollback') this.isInTransaction = false;
      return result;
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      if (failure.isLost) this.isLost = true;
      if (failure.isSlow) budget?.onSlow();
      throw this.unavailable(error, failure.isLost && sql === 'commit');
    }
  }

  /**
   * A prepared statement is stale when a newer release has changed the columns of its tables. The connection is not used
   * again, and the statement runs once more; a transaction has failed.
   */
  private async runPrepared<Result>(
    run: (name?: string) => Promise<Result>,
    name: string | undefined,
  ): Promise<Result> {
    try {
      return await run(name);
    } catch (error) {
      if (name === undefined || !isStale(error)) throw error;
      this.hasStale = true;
      if (this.isInTransaction) throw new DatabaseUnavailableError(error);
      return run();
    }
  }
}

const isStale = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === STALE;

/**
 * Sets the limits of a new connection, and the costs of the planner: pages are in memory or on a solid-state disk, so
 * random reads cost little more than sequential reads. Behind a pooler nothing is set, because its connections to the
 * server are shared: the settings would count for others, too. A pooler gives each client a process id of its own.
 *
 * @returns whether the connection leads to one session of the server
 */
async function setUp(client: pg.ClientBase, { lock, statement, response }: PoolLimits): Promise<boolean> {
  const processId = 'processID' in client ? client.processID : null;
  const { rowCount } = await within(
    client.query(
      `select set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false),
        set_config('idle_in_transaction_session_timeout', $3, false), set_config('random_page_cost', '1.1', false)
      where pg_backend_pid() = $4`,
      [String(lock), String(statement), String(response * 2), processId],
    ),
    response,
    'To set up a connection',
  );
  return rowCount === 1;
}

async function within<Result>(promise: Promise<Result>, milliseconds: number, what: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError(what, milliseconds)), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The reason of a failure. Some errors of the operating system have no message, but several causes. */
export function sentenceOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(sentenceOf).join(', ');
  return error instanceof Error ? error.message || error.name : String(error);
}
