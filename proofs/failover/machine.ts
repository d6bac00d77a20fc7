import { execFileSync, spawnSync, type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, readdirSync, writeFileSync, openSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'node:net';
import { once } from 'node:events';

/** Where the machines of the trial are, and how they reach each other. */
export interface Network {
  addressOf(machine: number): string;
  /** What a command of a machine starts with. */
  inside(machine: number): readonly string[];
  /** Loses every packet from and to a machine, without a word to either side. Null where this is not possible. */
  readonly cut: ((machine: number) => void) | null;
  mend(machine: number): void;
}

const ip = (words: string): void => {
  execFileSync('ip', words.split(' '));
};

/** Each machine in a network namespace of its own, with a cable to one switch. Needs a namespace that nobody else uses. */
export function namespaces(machines: readonly number[]): Network {
  ip('link set lo up');
  ip('link add switch type bridge');
  ip('addr add 10.0.0.254/24 dev switch');
  ip('link set switch up');
  for (const machine of machines) {
    ip(`netns add machine-${machine}`);
    ip(`link add cable-${machine} type veth peer name eth0 netns machine-${machine}`);
    ip(`link set cable-${machine} master switch up`);
    ip(`-n machine-${machine} addr add 10.0.0.${machine}/24 dev eth0`);
    ip(`-n machine-${machine} link set eth0 up`);
    ip(`-n machine-${machine} link set lo up`);
  }
  return {
    addressOf: (machine) => `10.0.0.${machine}`,
    inside: (machine) => ['ip', 'netns', 'exec', `machine-${machine}`],
    cut: (machine) => ip(`link set cable-${machine} nomaster`),
    mend: (machine) => ip(`link set cable-${machine} master switch`),
  };
}

/** Every machine at a loopback address of its own. No machine can be cut off. */
export async function loopback(ports: readonly number[]): Promise<Network> {
  const network = 1 + (process.pid % 250);
  for (const port of ports) {
    const server = createServer().listen(port, `127.0.${network}.1`);
    await once(server, 'listening').catch(() => {
      throw new Error(`Another program uses port ${port} of every address of this machine. Stop it first.`);
    });
    server.close();
  }
  return {
    addressOf: (machine) => `127.0.${network}.${machine}`,
    inside: () => [],
    cut: null,
    mend: () => undefined,
  };
}

/** Starts a program in a folder, which gets its output, too. */
export function startIn(
  folder: string,
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  const [program = '', ...args] = command;
  const log = openSync(join(folder, 'log'), 'a');
  return spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', log, log],
  });
}

/**
 * The processes that work in a folder or below. A database server and its children work in the folder of their data, so
 * this finds them although they have another parent.
 */
function processesIn(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`);
      } catch {
        // It has ended, or belongs to somebody else.
        return false;
      }
    });
}

/** Sends a signal to all processes of a folder, also to those that are started meanwhile. */
export function signalIn(folder: string, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  const reached = new Set<number>();
  for (;;) {
    const others = processesIn(folder).filter((pid) => !reached.has(pid));
    if (others.length === 0) return;
    for (const pid of others) {
      reached.add(pid);
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended.
      }
    }
  }
}

export const PASSWORD = 'trial';
/** Where Debian has the programs of the database server, in a folder for each version. */
const DATABASE_VERSIONS = '/usr/lib/postgresql';
export const IS_ROOT = process.getuid?.() === 0;

export const deployed = (name: string): string =>
  fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url));

/**
 * The version of the protocol of etcd. With version 3, an etcd that was its leader when it was frozen ends the leases of the
 * others. Then a primary that was frozen takes its lock back, and what the new one acknowledged is lost.
 */
export type Protocol = 2 | 3;

/** A machine with etcd, Patroni and a database server, set up as `docs/hosting.md` says. */
export class Machine {
  readonly name: string;
  readonly address: string;
  /** The folder of the socket of the database server. A program on the machine reaches it, whatever the network does. */
  readonly socket: string;
  private readonly folder: string;
  private readonly configuration: string;

  constructor(
    private readonly number: number,
    private readonly network: Network,
    private readonly protocol: Protocol,
    root: string,
  ) {
    this.name = `machine-${number}`;
    this.address = network.addressOf(number);
    this.folder = join(root, this.name);
    const parts = ['', 'etcd', 'patroni', 'socket', 'configuration'].map((part) => join(this.folder, part));
    execFileSync('install', ['-d', '-m', '711', ...(IS_ROOT ? ['-o', 'postgres'] : []), ...parts]);
    this.socket = join(this.folder, 'socket');
    this.configuration = join(this.folder, 'configuration');
    copyFileSync(deployed('patroni.yml'), join(this.configuration, '1.yml'));
    // The servers share one file system here. JSON is YAML, too.
    const own = { postgresql: { parameters: { unix_socket_directories: this.socket } } };
    writeFileSync(join(this.configuration, '2.yml'), JSON.stringify(own));
  }

  /** Starts the programs, the first time or after `kill`. */
  start(machines: readonly Machine[]): void {
    const { name, address } = this;
    const run = (program: string, args: readonly string[], environment: Readonly<Record<string, string>>) =>
      startIn(
        join(this.folder, program),
        // A database server refuses to run as root.
        [...this.network.inside(this.number), ...(IS_ROOT ? AS_POSTGRES : []), program, ...args],
        { LC_ALL: 'C.UTF-8', ...environment },
      );
    run('etcd', [], {
      ETCD_NAME: name,
      ETCD_DATA_DIR: 'data',
      ETCD_INITIAL_CLUSTER: machines.map((each) => `${each.name}=http://${each.address}:2380`).join(','),
      ETCD_LISTEN_PEER_URLS: `http://${address}:2380`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${address}:2380`,
      ETCD_LISTEN_CLIENT_URLS: `http://${address}:2379`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${address}:2379`,
      ...(this.protocol === 2 && { ETCD_ENABLE_V2: 'true' }),
    });
    run('patroni', [this.configuration], {
      PATRONI_NAME: name,
      [this.protocol === 3 ? 'PATRONI_ETCD3_HOSTS' : 'PATRONI_ETCD_HOSTS']: machines
        .map((each) => `'${each.address}:2379'`)
        .join(','),
      PATRONI_RESTAPI_LISTEN: `${address}:8008`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
      PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
      PATRONI_POSTGRESQL_DATA_DIR: join(this.folder, 'patroni', 'data'),
      PATRONI_POSTGRESQL_PGPASS: join(this.folder, 'patroni', 'pgpass'),
      PATRONI_POSTGRESQL_BIN_DIR: programsOfDatabase() ?? '',
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
    });
  }

  /** Ends all its programs at once, as a machine without power does. */
  kill(): void {
    signalIn(this.folder, 'SIGKILL');
  }

  /** Stops all its programs. Their connections stay open, and nobody responds. */
  freeze(): void {
    signalIn(this.folder, 'SIGSTOP');
  }

  /** Loses every packet from and to the machine, without a word to either side. */
  cut(): void {
    this.network.cut?.(this.number);
  }

  /** Ends what `freeze` and `cut` did. */
  release(): void {
    signalIn(this.folder, 'SIGCONT');
    this.network.mend(this.number);
  }
}

/** The version of a program; undefined if the program prints none. */
function versionOf(program: string, flag = '--version'): string | undefined {
  const { stdout } = spawnSync(program, [flag], { encoding: 'utf8' });
  return /\d+\.\d+(?:\.\d+)?/.exec(stdout ?? '')?.[0];
}

/** The programs of the machines with their versions. */
export const versionsOfMachines = (protocol: Protocol): string =>
  [
    `Patroni ${versionOf('patroni') ?? '?'}`,
    `etcd ${versionOf('etcd') ?? '?'} (protocol ${protocol})`,
    `PostgreSQL ${versionOf(join(programsOfDatabase() ?? '', 'postgres')) ?? '?'}`,
    `HAProxy ${versionOf('haproxy', '-v') ?? '?'}`,
  ].join(', ');

const AS_POSTGRES = ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--init-groups'];

/** The folder of the programs of the newest database server that is installed. */
export function programsOfDatabase(): string | undefined {
  try {
    const versions = readdirSync(DATABASE_VERSIONS).map(Number).filter(Number.isFinite);
    return versions.length === 0 ? undefined : join(DATABASE_VERSIONS, String(Math.max(...versions)), 'bin');
  } catch {
    return undefined;
  }
}
