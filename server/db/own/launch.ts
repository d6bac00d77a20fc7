import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { DatabaseUnusableError } from '../errors.ts';
import { closeDataFolder, type DatabaseFiles, SERVER_VERSION } from './data-folder.ts';
import { MORE_PROCESSES, unusable } from './failures.ts';
import { findPrograms, type Programs } from './programs.ts';
import { withUserName, type Account } from './user-name.ts';

const run = promisify(execFile);

/** The exit code of the launcher when another process holds the lock. */
export const LOCKED = 75;
const ACCOUNT = 'postgres';

/**
 * Starts programs of the server. On Linux two tools of util-linux do it: one ends the program when this process ends, and
 * runs it as another user if this one is root; the other holds the lock of the data folder as long as the program or a
 * child of it lives, also across containers. On other systems the server's own check of process ids has to do.
 */
export class Launcher {
  private constructor(
    readonly programs: Programs,
    private readonly prefix: readonly string[],
    /** The user of the files, if that is not the user of this process. */
    readonly owner: Account | null,
  ) {}

  /**
   * @param given the programs to use, or the folder that somebody named for them. By default the best of this machine
   * @throws {DatabaseUnusableError} if the server cannot run on this machine, or not as this user
   */
  static async find(files: DatabaseFiles, given?: string | Programs): Promise<Launcher> {
    const candidates = typeof given === 'object' ? [given] : await findPrograms(SERVER_VERSION, given);
    const tools =
      process.platform === 'linux' && existsSync('/usr/bin/setpriv') && existsSync('/usr/bin/flock');
    const isRoot = process.getuid?.() === 0;
    if (isRoot && !tools) {
      throw new DatabaseUnusableError(
        'The database server cannot run as root here. Start as an ordinary user, or name a server with DATABASE_URL.',
      );
    }
    const owner = isRoot ? await accountFor(files) : null;
    closeDataFolder(files, owner);
    const identity =
      owner === null ? [] : ['--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups'];
    for (const found of candidates) {
      for (const rights of owner === null ? [[]] : [[], READ_EVERYWHERE]) {
        const prefix = tools ? ['setpriv', ...identity, ...rights, '--pdeathsig', 'INT', '--'] : [];
        const attempt = tools
          ? [...prefix, 'sh', '-c', 'cd "$0" && exec "$1" --version', files.dataDir, found.postgres]
          : [found.postgres, '--version'];
        const code = await attempted(attempt);
        if (code === 0) return new Launcher(found, prefix, owner);
        if (code === 'EAGAIN' || code === 'ENOMEM')
          throw new DatabaseUnusableError(
            `The database server cannot be started (${code}). ${MORE_PROCESSES}`,
          );
      }
    }
    throw new DatabaseUnusableError(
      `The database server of this package does not run here (${process.platform}, ${process.arch}` +
        `${owner === null ? '' : `, as the user with the id ${owner.uid}`}). Name a PostgreSQL server with DATABASE_URL.`,
    );
  }

  /** Runs work that needs a name of the user. It gets the words before the commands of programs (CAT-312). */
  withUserName<Result>(
    { dataDir }: DatabaseFiles,
    use: (prefix: readonly string[]) => Promise<Result>,
  ): Promise<Result> {
    const own = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 };
    const succeeds = async (command: readonly string[]): Promise<boolean> =>
      (await attempted([...this.prefix, ...command])) === 0;
    return withUserName(dataDir, this.owner ?? own, succeeds, use);
  }

  /**
   * Starts a program. It ends with the code {@link LOCKED} if another process holds the lock of the data folder.
   *
   * @param stale notes of the server about its process. Whoever holds the lock deletes them first: the server only
   *   compares process ids, which are those of another container or of a process that nobody has buried
   */
  launch(
    command: readonly string[],
    { lock, dataDir }: DatabaseFiles,
    stale: readonly string[] = [],
  ): ChildProcess {
    const locked =
      this.prefix.length === 0
        ? []
        : [
            'flock',
            '-n',
            '-F',
            '-E',
            String(LOCKED),
            lock,
            'sh',
            '-c',
            DELETE_AND_RUN,
            String(stale.length),
            ...stale,
          ];
    const [program = '', ...args] = [...this.prefix, ...locked, ...command];
    // The signals of a terminal are for this process, which then ends the server.
    return spawn(program, args, {
      cwd: dataDir,
      stdio: ['pipe', 'ignore', 'pipe'],
      env: environment(),
      detached: true,
    });
  }

  /**
   * Runs a program to its end, as {@link launch} does.
   *
   * @param input what the program reads
   * @returns its exit code, and what it wrote as errors
   */
  async finish(
    command: readonly string[],
    files: DatabaseFiles,
    input = '',
    stale: readonly string[] = [],
  ): Promise<{ readonly code: number | null; readonly complaint: string }> {
    const child = this.launch(command, files, stale);
    const ended = once(child, 'exit').catch((error: unknown) => {
      throw unusable(files.folder, 'could not be used', String(error));
    });
    child.stdin?.on('error', () => undefined).end(input);
    const complaint = child.stderr === null ? '' : await text(child.stderr);
    await ended;
    return { code: child.exitCode, complaint };
  }
}

/**
 * Lets a server that root has started, as another user, enter folders that are only root's, such as a checkout in its home
 * folder. It only allows to read and to enter.
 */
const READ_EVERYWHERE = [
  '--securebits',
  '+no_setuid_fixup',
  '--inh-caps',
  '+dac_read_search',
  '--ambient-caps',
  '+dac_read_search',
];

/** Deletes as many files as the first argument says, and runs what follows them in the same process. */
const DELETE_AND_RUN = 'for each in $(seq $0); do rm -f -- "$1"; shift; done; exec "$@"';

/** Variables such as PGDATA and the languages of messages would change what the server does. */
const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  TZ: 'UTC',
  LC_ALL: 'C',
  SystemRoot: process.env['SystemRoot'],
});

/** @returns the exit code of a program, or the error code of the system if the program did not start */
async function attempted([program = '', ...args]: readonly string[]): Promise<number | string> {
  return run(program, args).then(
    () => 0,
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : ''),
  );
}

/**
 * PostgreSQL refuses root. So it runs as the owner of its files, or of the data folder, or as the user `postgres`, which
 * is made if it does not exist.
 */
async function accountFor({ dataDir, folder }: DatabaseFiles): Promise<Account> {
  for (const path of [folder, dataDir]) {
    if (!existsSync(path)) continue;
    const { uid, gid } = statSync(path);
    if (uid !== 0) return { uid, gid };
  }
  const account = (await idsOf(ACCOUNT)) ?? ((await makeAccount()) === 0 ? await idsOf(ACCOUNT) : null);
  if (account !== null) return account;
  throw new DatabaseUnusableError(
    `The database server does not run as root, and the user ${ACCOUNT} could not be made. ` +
      'Start as an ordinary user, or name a server with DATABASE_URL.',
  );
}

async function idsOf(name: string): Promise<Account | null> {
  try {
    const ids = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
    );
    const [uid = 0, gid = 0] = ids;
    return { uid, gid };
  } catch {
    return null;
  }
}

const makeAccount = (): Promise<number | string> =>
  attempted([
    'useradd',
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    ACCOUNT,
  ]);
