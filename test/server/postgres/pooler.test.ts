import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { freePort, type PostgresServer, withPostgres } from '../support/postgres.ts';
import { runProvider, runScript } from '../support/processes.ts';
import { signedIn, temporaryFolder } from '../support/provider.ts';

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((path) =>
  existsSync(path),
);

/** A PgBouncer that gives out its connections for one transaction at a time. */
class Pooler {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly program: string,
    private readonly server: PostgresServer,
    readonly port: number,
  ) {}

  static async start(program: string, server: PostgresServer): Promise<Pooler> {
    const pooler = new Pooler(program, server, await freePort());
    await pooler.start();
    return pooler;
  }

  async start(): Promise<void> {
    const { folder, port } = this.server;
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(
      file,
      [
        '[databases]',
        `* = host=127.0.0.1 port=${port} user=postgres password=password`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${this.port}`,
        'unix_socket_dir =',
        'auth_type = any',
        'pool_mode = transaction',
        'default_pool_size = 6',
        'max_client_conn = 100',
      ].join('\n'),
    );
    // It refuses to run as root.
    const { uid, gid } = statSync(folder);
    chownSync(file, uid, gid);
    this.child = spawn(this.program, ['-q', file], { uid, gid, stdio: 'ignore' });
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const socket = connect(this.port, '127.0.0.1');
      const isOpen = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      socket.destroy();
      if (isOpen) return;
      await wait(50);
    }
    throw new Error('PgBouncer did not start.');
  }

  async stop(): Promise<void> {
    if (this.child === undefined) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
    this.child = undefined;
  }
}

let started: Pooler | undefined;
const postgres = withPostgres(async (server) => {
  if (PROGRAM !== undefined) started = await Pooler.start(PROGRAM, server);
});
beforeEach(({ skip }) => {
  if (PROGRAM === undefined) skip('PgBouncer is not installed (on Debian: apt-get install pgbouncer).');
});
afterAll(() => started?.stop());

function pooler(): Pooler {
  if (started === undefined) throw new Error('The pooler has not started yet.');
  return started;
}

/** The address of a database at the pooler, and without it. */
async function createDatabase(): Promise<{ readonly pooled: string; readonly direct: string }> {
  const direct = await postgres().createDatabase();
  return { direct, pooled: postgres().urlOf(direct.split('/').at(-1) ?? '', pooler().port) };
}

test('three processes start at once on an empty database, and leave neither locks nor settings', async () => {
  const { pooled, direct } = await createDatabase();
  const providers = await Promise.all(
    Array.from({ length: 3 }, () => runProvider(temporaryFolder(), [], { DATABASE_URL: pooled })),
  );
  for (const { origin } of providers) {
    const listener = await signedIn(origin, 'annual@listener.test');
    const report = {
      id: 'a-short-book-about-long-distances',
      playback_speed: 1,
      content_type: 1,
      last_position: 5_000,
    };
    expect((await listener.post('/user/content', [report])).status).toBe(200);
    expect(
      (await listener.get('/audio/tokenize?url=/media/audio/a-short-book-about-long-distances.mp3')).status,
    ).toBe(200);
    const royalty = { content_id: 'a-short-book-about-long-distances', duration: 1_000 };
    expect((await listener.post('/audio/reporting', [royalty])).status).toBe(200);
  }
  const [locks] = await postgres().query(
    direct,
    "select count(*)::int as count from pg_locks where locktype = 'advisory'",
  );
  expect(locks).toEqual({ count: 0 });
  const settings = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const [setting] = await postgres().query(pooled, 'select pg_sleep(0.2)', 'show lock_timeout');
      return setting;
    }),
  );
  expect(new Set(settings.map((setting) => setting?.['lock_timeout']))).toEqual(new Set(['0']));
}, 180_000);

test('a pooler that ends and starts again is used again', async () => {
  const { pooled, direct } = await createDatabase();
  const environment = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct };
  const { origin, child } = await runProvider(temporaryFolder(), [], environment);
  const listener = await signedIn(origin, 'annual@listener.test');
  await pooler().stop();
  const refused = await listener.get('/user');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  await pooler().start();
  expect((await listener.get('/user')).status).toBe(200);
  expect(child.exitCode).toBeNull();
}, 120_000);

test('migrations use the direct address, and a wrong one is named', async () => {
  const { pooled } = await createDatabase();
  const child = runScript('main', ['--port', '0', '--data-dir', temporaryFolder()], {
    DATABASE_URL: pooled,
    DATABASE_DIRECT_URL: postgres().urlOf('nowhere'),
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  await once(child, 'exit');
  expect(child.exitCode).toBe(1);
  expect(complaint.trim()).toBe(
    'The database server of DATABASE_DIRECT_URL cannot be used: database "nowhere" does not exist',
  );
}, 60_000);
