import { Kysely, type LogConfig, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { exclusively, type RunAlone } from './exclusive.ts';
import { type EarlierRows, type FeatureMigrations, migrate, NewerDatabaseError } from './migrate.ts';
import { providerMigrations } from './migrations.ts';
import { OwnServer, type OwnServerOptions } from './own/server.ts';
import { type PoolLimits, sentenceOf, ServerPool } from './server-pool.ts';
import { DatabaseUnusableError } from './errors.ts';

const SAMPLES = 5;
const AGAIN_MS = 30_000;

/**
 * The time of the database server. Processes that share a database compare instants, so they all follow its clock. The
 * clock of this machine does not count, not even if it is set while the process runs: between two questions to the
 * server, a timer of the process counts on.
 */
class ServerTime {
  /** Milliseconds from the timer of this process to the server's clock. */
  private offset = 0;
  private readonly timer: NodeJS.Timeout;

  private constructor(private readonly ask: () => Promise<number>) {
    this.timer = setInterval(() => {
      // While the server is away, the timer goes on alone.
      this.update().catch(() => undefined);
    }, AGAIN_MS);
    this.timer.unref();
  }

  /** Asks the server for its time, and then again every 30 seconds. */
  static async open<Tables>(db: Kysely<Tables>): Promise<ServerTime> {
    const time = new ServerTime(async () => {
      const { rows } = await sql<{ now: number }>`
        select extract(epoch from clock_timestamp())::double precision * 1000 as now
      `.execute(db);
      return rows[0]?.now ?? Promise.reject(new Error('The server said no time.'));
    });
    try {
      await time.update();
    } catch (error) {
      time.close();
      throw error;
    }
    return time;
  }

  /** Epoch milliseconds, whole. */
  now(): number {
    return Math.floor(performance.now() + this.offset);
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** The response that came fastest is the most exact: it is wrong by half of its round trip at most. */
  private async update(): Promise<void> {
    let shortest = Infinity;
    let offset = 0;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const asked = performance.now();
      const now = await this.ask();
      const trip = performance.now() - asked;
      if (trip >= shortest) continue;
      shortest = trip;
      offset = now - (asked + trip / 2);
    }
    this.offset = offset;
  }
}

/** Where the rows are stored: on a server that this process starts in a data folder, or on another PostgreSQL server. */
export type DatabaseLocation =
  | ({
      readonly kind: 'folder';
      readonly connections?: number | undefined;
      readonly earlierRows?: EarlierRows | undefined;
    } & OwnServerOptions)
  | ServerLocation;

interface ServerLocation {
  readonly kind: 'server';
  readonly url: string;
  /** Where migrations and background work connect, if `url` leads to a pooler. The same as `url` by default. */
  readonly directUrl?: string | undefined;
  /** The most connections at once for requests; 10 by default. Background work has 3 more. */
  readonly connections?: number | undefined;
  /** Receives a sentence when the server fails. */
  readonly onTrouble?: ((sentence: string) => void) | undefined;
}

export interface OpenDatabase<Tables> {
  /** For requests: every statement ends within seconds. */
  readonly db: Kysely<Tables>;
  /** For work in the background, which may take long. */
  readonly background: Kysely<Tables>;
  /** Epoch milliseconds, by the clock of the database. */
  now(): number;
  /** Numbers of connections for requests, by their state. */
  readonly connections: Readonly<Record<'open' | 'idle' | 'waiting', () => number>>;
  readonly migrations: FeatureMigrations;
  /** For longer work than one transaction. */
  readonly alone: RunAlone;
  /** Makes all statements fail that run, and all later ones. */
  abort(): void;
  close(): Promise<void>;
}

const CONNECTIONS = 10;
const BACKGROUND_CONNECTIONS = 3;
const REQUEST_LIMITS: PoolLimits = { connect: 3_000, lock: 2_000, statement: 4_000, response: 4_500 };
const MINUTE_MS = 60_000;
const BACKGROUND_LIMITS: PoolLimits = {
  connect: 10_000,
  lock: MINUTE_MS,
  statement: 10 * MINUTE_MS,
  response: 11 * MINUTE_MS,
};

/**
 * Opens the database and brings its tables up to date.
 *
 * @typeParam Tables the tables that the migrations make
 * @param features the migrations of the features that own their tables
 * @param log receives every statement, for tests that read query plans
 * @throws {DatabaseUnusableError}
 * @throws {NewerDatabaseError} when a newer release has changed the tables
 */
export async function openDatabase<Tables>(
  location: DatabaseLocation,
  features: FeatureMigrations,
  log?: LogConfig,
): Promise<OpenDatabase<Tables>> {
  const migrations = { ...features, provider: providerMigrations };
  if (location.kind === 'server') return connect(location, migrations, log);
  const server = await OwnServer.open(location);
  try {
    const { onTrouble, connections, earlierRows } = location;
    const database = await connect<Tables>(
      { kind: 'server', url: server.url, connections, onTrouble },
      migrations,
      log,
      server.folder,
      earlierRows,
    );
    return {
      ...database,
      async close() {
        await database.close();
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function connect<Tables>(
  { url, directUrl = url, connections = CONNECTIONS, onTrouble }: ServerLocation,
  migrations: FeatureMigrations,
  log?: LogConfig,
  variable = 'DATABASE_URL',
  earlierRows?: EarlierRows,
): Promise<OpenDatabase<Tables>> {
  const requests = new ServerPool({ url, connections, limits: REQUEST_LIMITS, onTrouble });
  const work = new ServerPool({
    url: directUrl,
    connections: BACKGROUND_CONNECTIONS,
    limits: BACKGROUND_LIMITS,
    onTrouble,
  });
  const over = (pool: PostgresPool): Kysely<Tables> =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...(log && { log }) });
  const db = over(requests);
  const background = over(work);
  const close = async (): Promise<void> => {
    await Promise.all([db.destroy(), background.destroy()]);
  };
  const directVariable = directUrl === url ? variable : 'DATABASE_DIRECT_URL';
  try {
    await reach(background, directVariable);
    if (directUrl !== url) await reach(db, variable);
    await migrate(background, migrations, earlierRows).catch(async (error: unknown) => {
      const wayBack = error instanceof NewerDatabaseError && (await earlierRows?.wayBack(migrations));
      if (wayBack) throw new NewerDatabaseError(`${error.message} ${wayBack}`, { cause: error });
      throw refusalOf(error, directVariable) ?? error;
    });
    const time = await ServerTime.open(background);
    return {
      db,
      background,
      now: () => time.now(),
      connections: requests.numbers,
      migrations,
      // The lock has a connection of its own, and the action uses others.
      alone: (name, action) => exclusively(background, name, () => action()),
      abort() {
        requests.abort();
        work.abort();
      },
      async close() {
        time.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Checks what would fail much later otherwise (CAT-105). */
async function reach<Tables>(db: Kysely<Tables>, variable: string): Promise<void> {
  const { encoding, readOnly } = await askSettings(db, variable);
  if (encoding !== 'UTF8') {
    throw new DatabaseUnusableError(
      `The database of ${variable} has the encoding ${encoding}, which cannot store every title. Make one with ` +
        "create database … encoding 'UTF8' template template0.",
    );
  }
  if (readOnly === 'on') {
    throw new DatabaseUnusableError(
      `The database of ${variable} is read-only. Name the server that accepts changes.`,
    );
  }
}

async function askSettings<Tables>(
  db: Kysely<Tables>,
  variable: string,
): Promise<{ readonly encoding: string; readonly readOnly: string }> {
  try {
    const { rows } = await sql<{ encoding: string; readOnly: string }>`
      select current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as "readOnly"
    `.execute(db);
    return rows[0] ?? (await Promise.reject(new Error('the server said nothing about itself')));
  } catch (error) {
    const reason = sentenceOf(error instanceof Error && error.cause !== undefined ? error.cause : error);
    throw new DatabaseUnusableError(`The database server of ${variable} cannot be used: ${reason}`, {
      cause: error,
    });
  }
}

const NOT_PERMITTED = '42501';

/** @returns null if the error says nothing about what the user of the database may do */
function refusalOf(error: unknown, variable: string): DatabaseUnusableError | null {
  for (const each of [error, error instanceof Error ? error.cause : null]) {
    if (!(each instanceof Error && 'code' in each && each.code === NOT_PERMITTED)) continue;
    return new DatabaseUnusableError(
      `The user of ${variable} may not change the tables: ${each.message}. Make this user the owner of its database.`,
      { cause: error },
    );
  }
  return null;
}
