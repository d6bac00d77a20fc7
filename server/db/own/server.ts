import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnusableError } from '../errors.ts';
import { addressIn, canHaveSocket, freePort, PORT, urlOf } from './address.ts';
import { checkDataFolder, databaseFiles, type DatabaseFiles, SERVER_VERSION } from './data-folder.ts';
import { reasonIn, unusable } from './failures.ts';
import { Launcher, LOCKED } from './launch.ts';
import { makeFiles } from './make-files.ts';
import { type DatabaseUser, Ownership } from './ownership.ts';
import { majorOf, type Programs } from './programs.ts';

export interface OwnServerOptions {
  readonly dataDir: string;
  readonly user: DatabaseUser;
  /** Deletes the files of the server first, with all rows. */
  readonly reset: boolean;
  /** Receives a sentence when the server ends and when it runs again. */
  readonly onTrouble: (sentence: string) => void;
  /** The programs of the server, or the folder that somebody named for them. By default the best of this machine. */
  readonly programs?: string | Programs | undefined;
}

/** How long to wait for another process that may be ending. */
const IN_USE_MS = 3_000;
const START_MS = 60_000;
const STOP_MS = 20_000;
const POLL_MS = 20;
const PAUSES_MS = [0, 500, 1_000, 2_000, 5_000];

/**
 * The settings of the server. Nothing that was acknowledged is lost in a power cut. Memory and processes are for small
 * machines: one household or one office, and a few connections.
 */
const SETTINGS = [
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'max_connections=40',
  'shared_buffers=32MB',
  'maintenance_work_mem=32MB',
  'min_wal_size=32MB',
  'max_wal_size=256MB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'wal_compression=on',
  'io_method=sync',
  'autovacuum_max_workers=1',
  'max_worker_processes=2',
  'max_parallel_workers_per_gather=0',
  'jit=off',
  'log_min_messages=fatal',
  'log_min_error_statement=panic',
  'timezone=UTC',
];

/**
 * A PostgreSQL server of the provider's own, in its data folder (CAT-141, CAT-142). It ends with the process that started it. If it
 * ends earlier, it is started again.
 */
export class OwnServer {
  private child: ChildProcess | null = null;
  private readonly ownership: Ownership;
  private watching: Promise<void> = Promise.resolve();
  private readonly closing = new AbortController();
  private complaint = '';
  /** The port on loopback, if there can be no socket in the folder. It stays the same after a restart. */
  private port = PORT;
  /** False if the path is too long for a socket, or if the disk takes none. Then the server listens on loopback. */
  private hasSocket: boolean;

  private constructor(
    private readonly files: DatabaseFiles,
    private readonly launcher: Launcher,
    private readonly options: OwnServerOptions,
  ) {
    this.hasSocket = canHaveSocket(files);
    const isServerRunning = (): boolean =>
      !this.closing.signal.aborted && this.child !== null && isRunning(this.child);
    this.ownership = new Ownership(files, options.user, isServerRunning);
  }

  /**
   * Starts the server in the data folder. A command uses the server of a running provider, if there is one.
   *
   * @throws {DatabaseUnusableError} if the folder cannot be used; nothing in it has changed then
   */
  static async open(options: OwnServerOptions): Promise<OwnServer> {
    const files = databaseFiles(options.dataDir);
    const { programs } = options;
    const major = typeof programs === 'object' ? majorOf(programs.version) : SERVER_VERSION;
    checkDataFolder(files, options.reset, major);
    const launcher = await Launcher.find(files, options.programs);
    const server = new OwnServer(files, launcher, options);
    const end = performance.now() + IN_USE_MS;
    for (;;) {
      if (await server.start(options.reset)) return server;
      if (options.user === 'command' && (await server.useRunning())) return server;
      if (performance.now() >= end) throw await server.inUse();
      await server.ownership.endAbandoned();
      await wait(5 * POLL_MS);
    }
  }

  get folder(): string {
    return this.files.folder;
  }

  /** The programs that run it, or would run it if this process had started it. */
  get programs(): Programs {
    return this.launcher.programs;
  }

  /** The address of the database, with the password. */
  get url(): string {
    return urlOf(this.files);
  }

  /**
   * Checks that no process has the folder.
   *
   * @throws {DatabaseUnusableError}
   */
  static async checkFree(dataDir: string, programs?: string): Promise<void> {
    const options = { dataDir, user: 'restore', reset: false, onTrouble: () => undefined } as const;
    const files = databaseFiles(dataDir);
    const launcher = await Launcher.find(files, programs);
    const server = new OwnServer(files, launcher, options);
    if (await server.isLocked()) throw await server.inUse();
  }

  /**
   * Ends the server if this process started it.
   *
   * @param how SIGINT lets it write its rows into its files. SIGQUIT does not, so its next start reads its log
   */
  async close(how: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    this.closing.abort();
    await this.ownership.giveUp();
    const { child } = this;
    child?.kill(how);
    const impatience = setTimeout(() => child?.kill('SIGQUIT'), STOP_MS);
    if (child !== null && isRunning(child)) await once(child, 'exit');
    clearTimeout(impatience);
    await this.watching;
  }

  /** @returns false if another process holds the lock of the folder */
  private async start(reset = false): Promise<boolean> {
    if (reset && !(await this.deleteFiles())) return false;
    if (!(await makeFiles(this.files, this.launcher))) return false;
    if (!(await this.run())) return false;
    this.watching = this.watch();
    return true;
  }

  private async deleteFiles(): Promise<boolean> {
    if ((await this.isLocked()) || (await this.ownership.find()) !== undefined) return false;
    rmSync(this.files.folder, { recursive: true, force: true });
    return true;
  }

  /** Starts the server, and waits until it accepts connections. */
  private async run(): Promise<boolean> {
    const { files, launcher } = this;
    const { hasSocket } = this;
    // The setting is a list, in which a name with a comma needs quotes.
    const socketFolder = `"${files.folder.replaceAll('"', '""')}"`;
    const address = hasSocket
      ? ['listen_addresses=', `unix_socket_directories=${socketFolder}`, 'unix_socket_permissions=0700']
      : ['listen_addresses=127.0.0.1', 'unix_socket_directories='];
    if (!hasSocket && this.port === PORT) this.port = await freePort();
    const major = majorOf(launcher.programs.version);
    const known = SETTINGS.filter((each) => major >= 18 || !each.startsWith('io_method='));
    const settings = [...known, ...address, `port=${this.port}`].flatMap((each) => ['-c', each]);
    const stale = [join(files.data, 'postmaster.pid'), join(files.folder, `.s.PGSQL.${this.port}.lock`)];
    const child = launcher.launch([launcher.programs.postgres, '-D', files.data, ...settings], files, stale);
    this.complaint = '';
    child.stderr?.on(
      'data',
      (chunk: Buffer) => (this.complaint = (this.complaint + chunk.toString()).slice(-4_000)),
    );
    child.stdin?.on('error', () => undefined).end();
    let failure: Error | undefined;
    child.once('error', (error) => (failure = error));
    const end = performance.now() + START_MS;
    while (performance.now() < end && isRunning(child)) {
      if (addressIn(files)?.pid === child.pid && (await this.ownership.take())) {
        this.child = child;
        return true;
      }
      if (failure !== undefined) break;
      await wait(POLL_MS);
    }
    if (child.exitCode === LOCKED) return false;
    child.kill('SIGQUIT');
    if (hasSocket && /Unix-domain socket/.test(this.complaint)) {
      this.hasSocket = false;
      return this.run();
    }
    throw unusable(files.folder, 'could not be started', failure?.message ?? this.complaint);
  }

  /** Starts the server again whenever it ends. Meanwhile the provider says that it cannot use its database. */
  private async watch(): Promise<void> {
    const { signal } = this.closing;
    const pause = (milliseconds: number): Promise<void> =>
      wait(milliseconds, undefined, { signal }).catch(() => undefined);
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      if (this.child !== null) {
        if (isRunning(this.child)) await once(this.child, 'exit');
        this.child = null;
        attempt = 0;
        if (signal.aborted) return;
        this.options.onTrouble(
          `The database server has ended and is started again. ${reasonIn(this.complaint)}`,
        );
      }
      await pause(PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 0);
      if (signal.aborted) return;
      try {
        if (await this.run()) this.options.onTrouble('The database server runs again.');
      } catch (error) {
        this.options.onTrouble(error instanceof Error ? error.message : String(error));
      }
    }
    // It has started while it was to be closed.
    this.child?.kill('SIGINT');
    if (this.child !== null && isRunning(this.child)) await once(this.child, 'exit');
  }

  /** @returns false if the server is not that of a running provider */
  private async useRunning(): Promise<boolean> {
    return (await this.ownership.find())?.user === 'provider';
  }

  private async isLocked(): Promise<boolean> {
    const { launcher, files } = this;
    return (await launcher.finish([launcher.programs.postgres, '--version'], files)).code === LOCKED;
  }

  private async inUse(): Promise<DatabaseUnusableError> {
    const owner = await this.ownership.find();
    const who =
      owner === undefined
        ? 'another process, perhaps in another container'
        : `process ${owner.pid} on ${owner.host}`;
    return new DatabaseUnusableError(
      `The data folder ${this.files.dataDir} is in use by ${who}. ` +
        'Stop that process first, or choose another folder with --data-dir or DATA_DIR.',
    );
  }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;
