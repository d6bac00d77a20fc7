import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { databaseFiles, type DatabaseFiles } from '../../db/own/data-folder.ts';
import { Launcher } from '../../db/own/launch.ts';

/** Little memory and no waiting for the disk: the data of tests need not survive a power cut. */
const SETTINGS = [
  'shared_buffers=64MB',
  'max_connections=200',
  'fsync=off',
  'full_page_writes=off',
  'autovacuum=off',
  'max_wal_size=256MB',
  'listen_addresses=127.0.0.1',
];
const POLL_MS = 20;

/** A PostgreSQL server in a temporary folder, which tests may stop, freeze and kill. */
export class PostgresServer {
  private child: ChildProcess | null = null;
  private databases = 0;

  private constructor(
    private readonly files: DatabaseFiles,
    private readonly launcher: Launcher,
    readonly port: number,
    private readonly settings: readonly string[],
    private readonly programs: Pick<Launcher['programs'], 'initdb' | 'postgres'>,
  ) {}

  /** @param bin the folder with the programs of another release of PostgreSQL */
  static async start(settings = SETTINGS, bin: string | null = null): Promise<PostgresServer> {
    const dataDir = mkdtempSync(join(tmpdir(), 'postgres-test-'));
    process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
    const files = { ...databaseFiles(dataDir), data: join(dataDir, 'data') };
    const launcher = await Launcher.find(files);
    const programs: Pick<Launcher['programs'], 'initdb' | 'postgres'> =
      bin === null ? launcher.programs : { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
    const server = new PostgresServer(files, launcher, await freePort(), settings, programs);
    // Only newer releases have locales of their own.
    const locale =
      bin === null
        ? ['--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
        : ['--locale=C'];
    const flags = ['--no-sync', '--encoding=UTF8', ...locale, '--auth=trust', '--username=postgres'];
    const child = launcher.launch([programs.initdb, '-D', files.data, ...flags], files);
    child.stderr?.resume();
    await once(child, 'exit');
    await server.startAgain();
    return server;
  }

  get folder(): string {
    return this.files.data;
  }

  /** Makes a new database. */
  async createDatabase(): Promise<string> {
    this.databases += 1;
    const name = `test_${this.databases}`;
    await this.query(this.urlOf('postgres'), `create database ${name}`);
    return this.urlOf(name);
  }

  urlOf(database: string, port = this.port): string {
    return `postgresql://postgres:password@127.0.0.1:${port}/${database}`;
  }

  /** The address of the same database by the server's socket, which the provider's own server has too. */
  bySocket(url: string): string {
    const { username, password, pathname } = new URL(url);
    return `postgresql://${username}:${password}@${pathname}?host=${this.files.dataDir}&port=${this.port}`;
  }

  /** Stops the server: `fast` ends its connections, `crash` ends everything at once. Its data stay. */
  async stop(how: 'fast' | 'crash' = 'fast'): Promise<void> {
    process.kill(this.pid(), how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    while (existsSync(this.pidFile())) await wait(POLL_MS);
  }

  async startAgain(): Promise<void> {
    const { files, launcher } = this;
    const settings = [...this.settings, `unix_socket_directories=${files.dataDir}`, `port=${this.port}`];
    const flags = settings.flatMap((each) => ['-c', each]);
    const child = launcher.launch([this.programs.postgres, '-D', files.data, ...flags], files);
    let complaint = '';
    child.stderr?.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2_000)));
    this.child = child;
    while (!this.isReady()) {
      if (child.exitCode !== null) throw new Error(`The server has not started: ${complaint}`);
      await wait(POLL_MS);
    }
  }

  /** All processes of the server stop, so that its connections stay open and nobody responds. */
  freeze(): void {
    for (const pid of this.processes()) process.kill(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.processes()) {
      try {
        process.kill(pid, 'SIGCONT');
      } catch {
        // A process of a connection may have ended since the list was made.
      }
    }
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
    const { child } = this;
    if (child?.exitCode === null && child.signalCode === null) {
      this.thaw();
      child.kill('SIGQUIT');
      await once(child, 'exit');
    }
    rmSync(this.files.dataDir, { recursive: true, force: true });
  }

  private isReady(): boolean {
    if (!existsSync(this.pidFile())) return false;
    const [pid, , , , , , , state] = readFileSync(this.pidFile(), 'utf8').split('\n');
    return Number(pid) === this.child?.pid && state?.trim() === 'ready';
  }

  private pidFile(): string {
    return join(this.files.data, 'postmaster.pid');
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

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address === null || typeof address === 'string' ? 0 : address.port;
}
