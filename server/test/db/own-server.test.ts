import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import * as v from 'valibot';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { networkShareOf } from '../../db/own/data-folder.ts';
import { OwnServer, type OwnServerOptions } from '../../db/own/server.ts';
import { DatabaseUnusableError } from '../../db/errors.ts';
import { startProvider } from '../../provider.ts';
import { temporaryFolder, unprivileged } from '../support/folders.ts';

const MODULE = new URL('../../db/own/server.ts', import.meta.url).href;
const isLinux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;
/** A user id that no machine gives to anybody. */
const NAMELESS = 61_234;

const servers: OwnServer[] = [];
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function open(dataDir: string, options: Partial<OwnServerOptions> = {}): Promise<OwnServer> {
  const server = await OwnServer.open({
    dataDir,
    user: 'provider',
    reset: false,
    onTrouble: () => undefined,
    ...options,
  });
  servers.push(server);
  return server;
}

async function close(server: OwnServer): Promise<void> {
  servers.splice(servers.indexOf(server), 1);
  await server.close();
}

async function ask(url: string, ...statements: readonly string[]): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const rows: unknown[] = [];
    for (const statement of statements)
      rows.push(...(await client.query<unknown[]>({ text: statement, rowMode: 'array' })).rows.flat());
    return rows;
  } finally {
    await client.end();
  }
}

/** The files of a folder, each with its content. */
const contentsOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  );

const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);

/** A process that opens a data folder, prints the address, and stays. */
async function ownerOf(
  dataDir: string,
  prefix: readonly string[] = [],
): Promise<ChildProcess & { url: string }> {
  const program = `
    const { OwnServer } = await import(${JSON.stringify(MODULE)});
    const options = { dataDir: ${JSON.stringify(dataDir)}, user: 'provider', reset: false, onTrouble: () => {} };
    console.log((await OwnServer.open(options)).url);
    setInterval(() => {}, 1_000);
  `;
  const child = startChild(program, prefix);
  for await (const url of createInterface(child.stdout)) return Object.assign(child, { url });
  throw new Error('The process ended before its server was ready.');
}

function startChild(program: string, prefix: readonly string[] = []) {
  const command = [...prefix, process.execPath, '--import', 'tsx', '--input-type=module', '-e', program];
  const child = spawn(command[0] ?? '', command.slice(1), {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  children.push(child);
  return child;
}

describe('the server in the data folder', () => {
  test('stores what it acknowledges, and is closed for other users (CAT-141)', async () => {
    const dataDir = temporaryFolder();
    chmodSync(dataDir, 0o755);
    const { url } = await open(dataDir);
    expect(await ask(url, 'show fsync', 'show synchronous_commit', 'show full_page_writes')).toEqual([
      'on',
      'on',
      'on',
    ]);
    expect(
      await ask(url, 'show listen_addresses', 'select rolsuper from pg_roles where rolname = current_user'),
    ).toEqual(['', false]);
    expect(statSync(dataDir).mode & 0o077).toBe(0);
    expect(statSync(join(dataDir, 'postgres')).mode & 0o077).toBe(0);
    const withUser = (user: string): string => url.replace(/\/\/.*?@/, `//${user}@`);
    await expect(ask(withUser('hark:wrong'), 'select 1')).rejects.toThrow('password authentication failed');
    await expect(ask(withUser('postgres:x'), 'select 1')).rejects.toThrow('no pg_hba.conf entry');
  });

  test('is used by commands while its provider runs, and by nobody else (CAT-142)', async () => {
    const dataDir = temporaryFolder();
    const provider = await open(dataDir);
    expect((await open(dataDir, { user: 'command' })).url).toBe(provider.url);
    for (const user of ['provider', 'restore'] as const) {
      await expect(open(dataDir, { user })).rejects.toThrow(`is in use by process ${process.pid} on `);
    }
    await expect(open(dataDir, { reset: true })).rejects.toThrow('is in use by process');
    expect(await ask(provider.url, 'select 1')).toEqual([1]);
  }, 60_000);

  test('is started again when it was killed, and keeps its rows', async () => {
    const dataDir = temporaryFolder();
    const sentences: string[] = [];
    const { url } = await open(dataDir, { onTrouble: (sentence) => sentences.push(sentence) });
    await ask(url, 'create table kept (number int)', 'insert into kept values (7)');
    process.kill(postmasterOf(dataDir), 'SIGKILL');
    await expect.poll(() => sentences.at(-1), { timeout: 20_000 }).toBe('The database server runs again.');
    expect(await ask(url, 'select number from kept')).toEqual([7]);
    await expect(open(dataDir)).rejects.toThrow('is in use');
  }, 60_000);

  test.each([
    ['is too long for a socket', 'a'.repeat(90)],
    ['is too long in bytes', 'ж'.repeat(50)],
  ])(
    'listens on loopback if the path %s',
    async (_why, name) => {
      const dataDir = join(temporaryFolder(), name);
      const { url } = await open(dataDir);
      expect(url).toContain('@127.0.0.1:');
      expect(await ask(url, 'select 1')).toEqual([1]);
      expect((await open(dataDir, { user: 'command' })).url).toBe(url);
    },
    60_000,
  );

  test('listens on loopback if no socket can be made in the folder', async () => {
    const dataDir = temporaryFolder();
    await close(await open(dataDir));
    mkdirSync(join(dataDir, 'postgres', '.s.PGSQL.5432'));
    const { url } = await open(dataDir);
    expect(url).toContain('@127.0.0.1:');
    expect(await ask(url, 'select 1')).toEqual([1]);
  }, 60_000);

  test('starts at a path with commas, quotes and spaces', async () => {
    const dataDir = join(temporaryFolder(), `a, "b's" c`);
    expect(await ask((await open(dataDir)).url, 'select 1')).toEqual([1]);
  }, 60_000);

  test.runIf(isLinux && isRoot).each([
    ['of its process', NAMELESS, `process.setgroups([]); process.setgid(100); process.setuid(${NAMELESS});`],
    ['of the folder, started by root', NAMELESS, ''],
  ])(
    'starts with a user id that has no name: that %s (CAT-312)',
    async (_whose, uid, become) => {
      const dataDir = temporaryFolder();
      chownSync(dataDir, uid, 100);
      const child = startChild(`
        ${become}
        const { OwnServer } = await import(${JSON.stringify(MODULE)});
        const options = { dataDir: ${JSON.stringify(dataDir)}, user: 'provider', reset: false, onTrouble: () => {} };
        // The second start finds files, and a password that was lost.
        for (const lost of [true, false]) {
          const server = await OwnServer.open(options);
          await server.close();
          if (lost) (await import('node:fs')).writeFileSync(${JSON.stringify(join(dataDir, 'postgres', 'password'))}, '');
        }
        console.log('Started.');
      `);
      expect(await text(child.stdout)).toBe('Started.\n');
      expect(statSync(join(dataDir, 'postgres', 'data', 'PG_VERSION')).uid).toBe(uid);
      expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'postgres.lock']);
    },
    60_000,
  );

  test('starts over without its rows', async () => {
    const dataDir = temporaryFolder();
    const first = await open(dataDir);
    await ask(first.url, 'create table kept (number int)');
    await close(first);
    const second = await open(dataDir, { reset: true });
    expect(await ask(second.url, "select to_regclass('kept') is null")).toEqual([true]);
  });
});

describe('after a provider was killed', () => {
  test('the next one starts', async () => {
    const dataDir = temporaryFolder();
    const owner = await ownerOf(dataDir);
    await ask(owner.url, 'create table kept (number int)');
    owner.kill('SIGKILL');
    const { url } = await open(dataDir);
    expect(await ask(url, 'select count(*)::int from kept')).toEqual([0]);
  }, 60_000);

  test.runIf(isLinux)(
    'in another container, the next one starts; while it runs, the folder is in use (CAT-142)',
    async () => {
      const dataDir = temporaryFolder();
      const container = [
        'unshare',
        ...(isRoot ? [] : ['--user']),
        '--pid',
        '--ipc',
        '--fork',
        '--kill-child',
        '--mount-proc',
      ];
      const owner = await ownerOf(dataDir, container);
      await expect(open(dataDir)).rejects.toThrow('is in use by process');
      await ask(owner.url, 'create table kept (number int)');
      owner.kill('SIGKILL');
      const { url } = await open(dataDir);
      expect(await ask(url, 'select count(*)::int from kept')).toEqual([0]);
    },
    60_000,
  );
});

describe('a folder that cannot be used is left as it is, with one sentence (CAT-143)', () => {
  async function madeFolder(): Promise<string> {
    const dataDir = temporaryFolder();
    await close(await open(dataDir));
    return dataDir;
  }
  const inData = (dataDir: string, ...names: readonly string[]): string =>
    join(dataDir, 'postgres', 'data', ...names);

  test.each<[string, (dataDir: string) => void, string]>([
    [
      'of a newer server',
      (dataDir) => writeFileSync(inData(dataDir, 'PG_VERSION'), '99\n'),
      'is of PostgreSQL 99, which is newer',
    ],
    [
      'of an older server',
      (dataDir) => writeFileSync(inData(dataDir, 'PG_VERSION'), '17\n'),
      'npm run admin -- upgrade',
    ],
    [
      'copied in part',
      (dataDir) => rmSync(inData(dataDir, 'global'), { recursive: true }),
      'is not complete',
    ],
    ['without its password', (dataDir) => rmSync(join(dataDir, 'postgres', 'password')), 'is not complete'],
  ])(
    '%s',
    async (_name, damage, sentence) => {
      const dataDir = await madeFolder();
      damage(dataDir);
      const before = contentsOf(dataDir);
      await expect(open(dataDir)).rejects.toThrow(sentence);
      await expect(open(dataDir)).rejects.toThrow(DatabaseUnusableError);
      expect(contentsOf(dataDir)).toEqual(before);
    },
    60_000,
  );

  test.runIf(isLinux && isRoot)('on a read-only disk', async ({ skip }) => {
    const disk = temporaryFolder();
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', disk]);
    skip(status !== 0, 'Nothing may be mounted here.');
    onTestFinished(() => void spawnSync('umount', [disk]));
    await expect(open(join(disk, 'data'))).rejects.toThrow('cannot be made');
  });

  test.runIf(isLinux && isRoot)(
    'on a full disk, new or not',
    async ({ skip }) => {
      const disk = temporaryFolder();
      const mount = (size: string) =>
        spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
      skip(mount('20m').status !== 0, 'Nothing may be mounted here.');
      onTestFinished(() => void spawnSync('umount', [disk]));
      const dataDir = join(disk, 'data');
      await expect(open(dataDir)).rejects.toThrow('No space left on device. Look whether the disk is full');
      expect(readdirSync(dataDir)).toEqual(['postgres.lock']);
      spawnSync('mount', ['-o', 'remount,size=120m', disk]);
      await close(await open(dataDir));
      const rest = statfsSync(disk);
      writeFileSync(join(disk, 'rest'), Buffer.alloc(rest.bsize * rest.bavail));
      const before = contentsOf(disk);
      await expect(open(dataDir)).rejects.toThrow('No space left on device. Look whether the disk is full');
      expect(contentsOf(disk)).toEqual(before);
    },
    120_000,
  );

  test('with a port in use', async () => {
    const dataDir = temporaryFolder();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const address = v.parse(v.object({ port: v.number() }), other.address());
    await expect(startProvider({ dataDir, ...address })).rejects.toThrow(
      'EADDRINUSE: address already in use',
    );
    expect(readdirSync(dataDir)).toEqual([]);
  }, 60_000);

  test.runIf(isLinux)(
    'by a user who may not start processes',
    async () => {
      const dataDir = temporaryFolder();
      if (isRoot) chownSync(dataDir, 65_534, 65_534);
      // The system limits no processes of root.
      const child = startChild(`
      const { spawnSync } = await import('node:child_process');
      const { OwnServer } = await import(${JSON.stringify(MODULE)});
      if (${isRoot}) process.setuid(65534);
      spawnSync('prlimit', ['--pid', String(process.pid), '--nproc=1']);
      const options = { dataDir: ${JSON.stringify(dataDir)}, user: 'provider', reset: false, onTrouble: () => {} };
      await OwnServer.open(options).catch((error) => console.log(error.message));
    `);
      expect(await text(child.stdout)).toBe(
        'The database server cannot be started (EAGAIN). ' +
          'Look whether this user may start more processes, and whether memory is left.\n',
      );
      expect(readdirSync(dataDir)).toEqual([]);
    },
    60_000,
  );

  test.runIf(isLinux && isRoot)(
    'by a user without a name, where nothing can give it one (CAT-312)',
    async ({ skip }) => {
      skip(
        ['x86_64-linux-gnu', 'aarch64-linux-gnu'].some((each) =>
          existsSync(`/usr/lib/${each}/libnss_wrapper.so`),
        ),
        'This machine has nss_wrapper.',
      );
      const dataDir = temporaryFolder();
      chownSync(dataDir, NAMELESS, 100);
      const tools = temporaryFolder();
      chmodSync(tools, 0o755);
      for (const tool of ['setpriv', 'flock', 'sh', 'seq', 'rm', 'env', 'id'])
        symlinkSync(`/usr/bin/${tool}`, join(tools, tool));
      const child = startChild(`
        process.setgroups([]); process.setgid(100); process.setuid(${NAMELESS});
        const { OwnServer } = await import(${JSON.stringify(MODULE)});
        process.env.PATH = ${JSON.stringify(tools)};
        const options = { dataDir: ${JSON.stringify(dataDir)}, user: 'provider', reset: false, onTrouble: () => {} };
        await OwnServer.open(options).catch((error) => console.log(error.message));
      `);
      expect(await text(child.stdout)).toBe(
        `The user id ${NAMELESS} has no name on this machine (no line in /etc/passwd). PostgreSQL makes a database ` +
          'only for a user with a name. Install libnss-wrapper, start as a user that has a name, or name a PostgreSQL ' +
          'server with DATABASE_URL.\n',
      );
      expect(readdirSync(dataDir)).toEqual([]);
    },
    60_000,
  );

  test('on a network share, also at a path with a space or over another disk', () => {
    const mounts = [
      '27 1 254:0 / / rw,relatime - ext4 /dev/vda rw',
      String.raw`40 27 0:50 / /mnt/my\040nas rw shared:1 - nfs4 nas:/audio rw`,
      '41 27 0:51 / /mnt/box rw - cifs //nas/audio rw',
      '42 27 0:52 / /mnt/ssh rw - fuse.sshfs me@nas: rw',
      '43 27 0:53 / /mnt/pool rw - fuse.mergerfs a:b rw',
      '44 27 8:1 / /mnt/box/disk rw - ext4 /dev/sda1 rw',
      '45 27 8:2 / /mnt/over rw - ext4 /dev/sdb1 rw',
      '46 27 0:54 / /mnt/over rw - 9p share rw',
    ].join('\n');
    const folders = ['/mnt/my nas/hark', '/mnt/box', '/mnt/ssh/a', '/mnt/over/a'];
    expect(folders.map((folder) => networkShareOf(folder, mounts))).toEqual([
      'nfs4',
      'cifs',
      'fuse.sshfs',
      '9p',
    ]);
    for (const folder of ['/', '/home', '/mnt/boxes', '/mnt/pool/a', '/mnt/box/disk/a'])
      expect(networkShareOf(folder, mounts), folder).toBeUndefined();
  });

  test.runIf(isRoot)('of another user', async () => {
    const dataDir = temporaryFolder();
    chownSync(dataDir, 12_345, 12_345);
    chmodSync(dataDir, 0o755);
    for (const reset of [false, true])
      await unprivileged(() => expect(open(dataDir, { reset })).rejects.toThrow('belongs to another user'));
  });
});

test.each([['password'], ['data/pg_hba.conf']])(
  'a power cut that left %s empty loses nothing (CAT-141)',
  async (path) => {
    const dataDir = temporaryFolder();
    const before = await open(dataDir);
    await ask(before.url, 'create table kept (number int)', 'insert into kept values (7)');
    await close(before);
    writeFileSync(join(dataDir, 'postgres', path), '');
    expect(await ask((await open(dataDir)).url, 'select number from kept')).toEqual([7]);
  },
  60_000,
);

/** `POWER_CUTS=100` tries it as often as a release has to. */
const CUTS = Number(process.env['POWER_CUTS'] ?? 3);

test(
  `${CUTS} times, all processes are killed among writers: nothing acknowledged is lost (CAT-141)`,
  async () => {
    const dataDir = temporaryFolder();
    const stored = new Set<number>();
    let next = 0;
    const first = await ownerOf(dataDir);
    await ask(first.url, 'create table kept (number int primary key)');
    let owner = first;
    for (let cut = 0; cut < CUTS; cut += 1) {
      const { url } = owner;
      const writers = Array.from({ length: 8 }, async () => {
        const client = new pg.Client({ connectionString: url });
        client.on('error', () => undefined);
        await client.connect();
        for (;;) {
          const number = next++;
          await client.query('insert into kept values ($1)', [number]);
          stored.add(number);
        }
      });
      const before = stored.size;
      await expect.poll(() => stored.size, { interval: 5, timeout: 20_000 }).toBeGreaterThan(before);
      await wait(Math.random() * 200);
      const pids = [postmasterOf(dataDir), owner.pid ?? 0];
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      await Promise.allSettled(writers);
      owner = await ownerOf(dataDir);
      const rows = new Set(await ask(owner.url, 'select number from kept'));
      expect([...stored].filter((number) => !rows.has(number))).toEqual([]);
    }
    expect(stored.size).toBeGreaterThan(CUTS);
  },
  60_000 + CUTS * 10_000,
);
