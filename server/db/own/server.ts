import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { syncFolder } from '../../synced-files.ts';
import { DatabaseUnusableError } from '../errors.ts';
import {
  checkDataFolder,
  databaseFiles,
  type DatabaseFiles,
  refuseEarlierEngine,
  SERVER_VERSION,
} from './data-folder.ts';
import { adviceFor, reasonIn } from './failures.ts';
import { Launcher, LOCKED } from './launch.ts';
import { majorOf, type Programs } from './programs.ts';

/** Who opens the database: a provider, a command, or the command that restores a backup, which runs alone. */
export type DatabaseUser = 'provider' | 'command' | 'restore';

export interface OwnServerOptions {
  readonly dataDir: string;
  readonly user: DatabaseUser;
  /** Deletes all rows first. */
  readonly reset: boolean;
  /** Receives a sentence when the server ends and when it runs again. */
  readonly onTrouble: (sentence: string) => void;
  /** The programs of the server, or the folder that somebody named for them. By default the best of this machine. */
  readonly programs?: string | Programs | undefined;
}

/** The role and the database of the provider. The role is no superuser. */
const NAME = 'hark';
/** Any number, but every release has to use the same. The process that started the server holds this lock. */
const OWNER_LOCK = 4_771_300;
const PORT = 5432;
/** How many bytes the path of a socket may have on every system. */
const LONGEST_SOCKET = 103;
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
  private owner: pg.Client | null = null;
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
    const isShort = Buffer.byteLength(join(files.folder, `.s.PGSQL.${PORT}`)) <= LONGEST_SOCKET;
    this.hasSocket = process.platform !== 'win32' && isShort;
  }

  /**
   * Starts the server in the data folder. A command uses the server of a running provider, if there is one.
   *
   * @throws {DatabaseUnusableError} if the folder cannot be used; nothing in it has changed then
   */
  static async open(options: OwnServerOptions): Promise<OwnServer> {
    const files = databaseFiles(options.dataDir);
    if (!options.reset && options.user !== 'restore') refuseEarlierEngine(files);
    const { programs } = options;
    const major = typeof programs === 'object' ? majorOf(programs.version) : SERVER_VERSION;
    checkDataFolder(files, options.reset, major);
    const launcher = await Launcher.find(files, options.programs);
    const server = new OwnServer(files, launcher, options);
    const end = performance.now() + IN_USE_MS;
    for (;;) {
      if (await server.start(options.reset)) return server;
      if (options.user === 'command' && (await server.useRunning())) return server;
      if (performance.now() >= end) throw new DatabaseUnusableError(await server.inUse());
      await server.endAbandoned();
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
    const { password, folder } = this.files;
    const secret = readFileSync(password, 'utf8').trim();
    const { port, isSocket } = addressIn(this.files) ?? { port: PORT, isSocket: true };
    return isSocket
      ? `postgresql://${NAME}:${secret}@localhost:${port}/${NAME}?host=${encodeURIComponent(folder)}`
      : `postgresql://${NAME}:${secret}@127.0.0.1:${port}/${NAME}`;
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
    const { code } = await server.finish([launcher.programs.postgres, '--version']);
    if (code === LOCKED) throw new DatabaseUnusableError(await server.inUse());
  }

  /**
   * Ends the server if this process started it.
   *
   * @param how SIGQUIT ends it at once. Its next start then reads its log
   */
  async close(how: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    this.closing.abort();
    await this.owner?.end().catch(() => undefined);
    const { child } = this;
    child?.kill(how);
    const impatience = setTimeout(() => child?.kill('SIGQUIT'), STOP_MS);
    if (child !== null && isRunning(child)) await once(child, 'exit');
    clearTimeout(impatience);
    await this.watching;
  }

  /** @returns false if another process holds the lock of the folder */
  private async start(reset = false): Promise<boolean> {
    if (reset && !(await this.deleteRows())) return false;
    if (!existsSync(this.files.folder) && !(await this.initialise())) return false;
    // A power cut can leave empty files of a folder that an earlier release made.
    const { data, password } = this.files;
    const hasAccess =
      readFileSync(password, 'utf8') !== '' && readFileSync(admitted(data), 'utf8') === ADMITTED;
    if (!hasAccess && !(await this.giveAccess(this.files, 'alter'))) return false;
    if (!(await this.run())) return false;
    this.watching = this.watch();
    return true;
  }

  private async deleteRows(): Promise<boolean> {
    const { code } = await this.finish([this.launcher.programs.postgres, '--version']);
    if (code === LOCKED || (await this.findOwner()) !== undefined) return false;
    rmSync(this.files.folder, { recursive: true, force: true });
    return true;
  }

  /** Makes the files of the server under another name, and then renames them. So they are complete, or not there. */
  private async initialise(): Promise<boolean> {
    const { files, launcher } = this;
    const unfinished = { ...files, ...inFolder(`${files.folder}.${randomBytes(4).toString('hex')}`) };
    try {
      mkdirSync(unfinished.folder, { mode: 0o700 });
      if (launcher.owner !== null) chownSync(unfinished.folder, launcher.owner.uid, launcher.owner.gid);
      const made = await launcher.withUserName(files, (named) =>
        this.finish([...named, launcher.programs.initdb, '-D', unfinished.data, ...INITDB_FLAGS]),
      );
      if (made.code === LOCKED) return false;
      if (made.code !== 0) throw this.unusable('could not be made', made.complaint);
      if (!(await this.giveAccess(unfinished, 'create'))) return false;
      syncFolder(unfinished.folder);
      if (!existsSync(files.folder)) renameSync(unfinished.folder, files.folder);
      syncFolder(files.dataDir);
      return true;
    } finally {
      rmSync(unfinished.folder, { recursive: true, force: true });
    }
  }

  /**
   * Makes the role of the provider and its database, or only gives the role a new password. The files are on the disk before the server counts as made.
   *
   * @returns false if another process holds the lock of the folder
   */
  private async giveAccess({ data, password }: DatabaseFiles, how: 'create' | 'alter'): Promise<boolean> {
    const secret = randomBytes(24).toString('hex');
    const given = await this.launcher.withUserName(this.files, (named) =>
      this.finish(
        [...named, this.launcher.programs.postgres, '--single', '-D', data, 'postgres'],
        `${how} role ${NAME} login password '${secret}'\n` +
          (how === 'create' ? `create database ${NAME} owner ${NAME}\n` : ''),
        [join(data, 'postmaster.pid')],
      ),
    );
    if (given.code === LOCKED) return false;
    if (given.code !== 0) throw this.unusable('could not be made', given.complaint);
    writeFileSync(admitted(data), ADMITTED, { flush: true });
    writeFileSync(password, secret, { mode: 0o600, flush: true });
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
      if (addressIn(files)?.pid === child.pid && (await this.takeOwnership())) {
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
    throw this.unusable('could not be started', failure?.message ?? this.complaint);
  }

  /** Starts the server again whenever it ends. Meanwhile the provider answers that it cannot use its database. */
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

  /**
   * Tells other processes that the server has an owner, and who it is.
   *
   * @returns false if the server accepts no connection yet
   */
  private async takeOwnership(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: `${this.options.user} ${process.pid} on ${hostname()}`.slice(0, 63),
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select pg_advisory_lock($1)', [OWNER_LOCK]);
    } catch {
      await client.end().catch(() => undefined);
      return false;
    }
    this.owner = client;
    client.once('end', () => void this.restoreOwnership());
    return true;
  }

  /** The connection may end although the server goes on. */
  private async restoreOwnership(): Promise<void> {
    this.owner = null;
    while (
      this.owner === null &&
      !this.closing.signal.aborted &&
      this.child !== null &&
      isRunning(this.child)
    ) {
      await wait(PAUSES_MS[1]);
      if (this.child !== null && isRunning(this.child)) await this.takeOwnership();
    }
  }

  /** @returns false if the server is not that of a running provider */
  private async useRunning(): Promise<boolean> {
    return (await this.findOwner())?.startsWith('provider') === true;
  }

  /** @returns who has started the running server; undefined if nobody responds */
  private async findOwner(): Promise<string | undefined> {
    return this.ask(async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select application_name as name from pg_stat_activity join pg_locks using (pid)
          where locktype = 'advisory' and objid = $1 and granted`,
        [OWNER_LOCK],
      );
      return rows[0]?.name;
    });
  }

  /** Ends a server whose owner was killed, where the system has not done so. */
  private async endAbandoned(): Promise<void> {
    const isAbandoned = await this.ask(async (client) => {
      const { rows } = await client.query<{ free: boolean }>(
        "select pg_try_advisory_lock($1) and now() - pg_postmaster_start_time() > '2 s' as free",
        [OWNER_LOCK],
      );
      return rows[0]?.free;
    });
    const pid = addressIn(this.files)?.pid;
    if (isAbandoned !== true || pid === undefined) return;
    try {
      process.kill(pid, 'SIGINT');
    } catch {
      // It is the process of another container, or it has ended.
    }
  }

  private async ask<Result>(question: (client: pg.Client) => Promise<Result>): Promise<Result | undefined> {
    if (addressIn(this.files) === null || !existsSync(this.files.password)) return undefined;
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await question(client);
    } catch {
      return undefined;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private async inUse(): Promise<string> {
    const [, pid, , host] = (await this.findOwner())?.split(' ') ?? [];
    const who =
      pid === undefined ? 'another process, perhaps in another container' : `process ${pid} on ${host ?? ''}`;
    return (
      `The data folder ${this.files.dataDir} is in use by ${who}. ` +
      'Stop that process first, or choose another folder with --data-dir or DATA_DIR.'
    );
  }

  private async finish(
    command: readonly string[],
    input = '',
    stale: readonly string[] = [],
  ): Promise<{ readonly code: number | null; readonly complaint: string }> {
    const child = this.launcher.launch(command, this.files, stale);
    const ended = once(child, 'exit').catch((error: unknown) => {
      throw this.unusable('could not be used', String(error));
    });
    child.stdin?.on('error', () => undefined).end(input);
    const complaint = child.stderr === null ? '' : await text(child.stderr);
    await ended;
    return { code: child.exitCode, complaint };
  }

  private unusable(what: string, complaint: string): DatabaseUnusableError {
    const reason = reasonIn(complaint).replace(/\.?$/, '.');
    return new DatabaseUnusableError(
      `The database in ${this.files.folder} ${what}: ${reason} ${adviceFor(reason)}`,
    );
  }
}

/** Only the provider's role may connect, and only with its password. */
const ADMITTED = `local ${NAME} ${NAME} scram-sha-256\nhost ${NAME} ${NAME} 127.0.0.1/32 scram-sha-256\n`;
const admitted = (data: string): string => join(data, 'pg_hba.conf');

/** Text is sorted by code points, so that an update of the operating system changes no order of an index. */
const INITDB_FLAGS = [
  '--encoding=UTF8',
  '--no-locale',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=reject',
  '--username=postgres',
];

const inFolder = (folder: string): Pick<DatabaseFiles, 'folder' | 'data' | 'password'> => ({
  folder,
  data: join(folder, 'data'),
  password: join(folder, 'password'),
});

/** What the running server wrote about itself. Null until it accepts connections. */
function addressIn({ data }: DatabaseFiles): { pid: number; port: number; isSocket: boolean } | null {
  try {
    const [pid, , , port, socketFolder, , , state] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split(
      '\n',
    );
    if (state?.trim() !== 'ready') return null;
    return { pid: Number(pid), port: Number(port), isSocket: socketFolder !== '' };
  } catch {
    return null;
  }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address === null || typeof address === 'string' ? 0 : address.port;
}
