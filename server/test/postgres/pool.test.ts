import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DatabaseUnavailableError } from '../../db/errors.ts';
import { TimeBudget, withTimeBudget } from '../../db/time-budget.ts';
import { ServerPool } from '../../db/server-pool.ts';
import { type PostgresServer, freePort, withPostgres } from '../support/postgres.ts';
import { runProvider, runScript } from '../support/processes.ts';
import { signedIn, temporaryFolder } from '../support/provider.ts';

let url: string;
const postgres = withPostgres(async (server) => {
  url = await server.createDatabase();
  await server.query(url, 'create table numbers (value integer primary key)');
});

const LIMITS = { connect: 2_000, lock: 500, statement: 1_000, response: 1_500 };

function open(address = url, connections = 1): { readonly pool: ServerPool; readonly db: Kysely<unknown> } {
  const pool = new ServerPool({ url: address, connections, limits: LIMITS });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  onTestFinished(() => db.destroy());
  return { pool, db };
}

/** The error with which an action ends. */
const errorOf = (action: Promise<unknown>): Promise<unknown> =>
  action.then(
    () => null,
    (error: unknown) => error,
  );

const one = (db: Kysely<unknown>) => sql<{ one: number }>`select 1 as one`.execute(db);

test('a connection whose set-up fails is released', async () => {
  const revoke = 'revoke execute on function pg_catalog.set_config(text, text, boolean) from public';
  await postgres().query(url, "create role listener login password 'password'", revoke);
  const { db } = open(url.replace('postgres:', 'listener:'));
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await expect(one(db)).rejects.toThrow(DatabaseUnavailableError);
  }
  await postgres().query(
    url,
    'grant execute on function pg_catalog.set_config(text, text, boolean) to public',
  );
  expect((await one(db)).rows).toEqual([{ one: 1 }]);
});

test('a statement that takes too long fails, and its connection serves the next one', async () => {
  const { db } = open();
  await expect(sql`select pg_sleep(3)`.execute(db)).rejects.toThrow(DatabaseUnavailableError);
  expect((await one(db)).rows).toEqual([{ one: 1 }]);
});

test('a connection that is given back as spoilt is not used again', async () => {
  const { pool } = open();
  const processOf = async (isSpoilt: boolean): Promise<unknown> => {
    const client = await pool.connect();
    const { rows } = await client.query('select pg_backend_pid() as process', []);
    client.release(isSpoilt);
    return rows[0];
  };
  const first = await processOf(false);
  expect(await processOf(true)).toEqual(first);
  expect(await processOf(false)).not.toEqual(first);
});

test('a transaction that a caught error has ended is not taken for stored', async () => {
  const { db } = open();
  const stored = db.transaction().execute(async (transaction) => {
    await sql`insert into numbers values (2), (2)`.execute(transaction).catch(() => undefined);
  });
  await expect(stored).rejects.toThrow(Error);
});

test('an error of a statement stays what it is', async () => {
  const { db } = open();
  await sql`insert into numbers values (1)`.execute(db);
  await expect(sql`insert into numbers values (1)`.execute(db)).rejects.toMatchObject({ code: '23505' });
});

test('a connection that is lost during a commit leaves the outcome open', async () => {
  const { db } = open();
  await postgres().query(
    url,
    `create function slow() returns trigger language plpgsql as
      'begin perform pg_sleep(0.7); return new; end'`,
    'create table late (value integer)',
    `create constraint trigger slow after insert on late deferrable initially deferred
      for each row execute function slow()`,
  );
  const stored = db
    .transaction()
    .execute((transaction) => sql`insert into late values (1)`.execute(transaction));
  const error = errorOf(stored);
  await new Promise((resolve) => setTimeout(resolve, 350));
  await postgres().query(
    postgres().urlOf('postgres'),
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hark' and state = 'active'",
  );
  expect(await error).toMatchObject({ name: 'DatabaseUnavailableError', mayBeStored: true });
});

test('all statements of a request share its time', async () => {
  const { db } = open();
  let slow = 0;
  let done = 0;
  const error = await new Promise<unknown>((resolve) => {
    withTimeBudget(new TimeBudget(700, () => (slow += 1)), () => {
      const request = async (): Promise<void> => {
        for (; done < 10; done += 1) await sql`select pg_sleep(0.5)`.execute(db);
      };
      resolve(errorOf(request()));
    });
  });
  expect(error).toBeInstanceOf(DatabaseUnavailableError);
  expect(done).toBeLessThan(2);
  expect(slow).toBe(1);
});

test('a request without time takes no connection, so it does not delay others', async () => {
  const { db } = open();
  const running = sql`select pg_sleep(0.5)`.execute(db);
  let slow = 0;
  const start = performance.now();
  const error = await new Promise((resolve) => {
    withTimeBudget(new TimeBudget(0, () => (slow += 1)), () => resolve(errorOf(one(db))));
  });
  expect(error).toBeInstanceOf(DatabaseUnavailableError);
  expect(performance.now() - start).toBeLessThan(300);
  expect(slow).toBe(0);
  await running;
});

test('after an abort, statements that run and later ones fail at once', async () => {
  const { pool, db } = open();
  const running = errorOf(sql`select pg_sleep(0.9)`.execute(db));
  await new Promise((resolve) => setTimeout(resolve, 300));
  pool.abort();
  expect(await running).toBeInstanceOf(DatabaseUnavailableError);
  await expect(one(db)).rejects.toThrow(DatabaseUnavailableError);
});

test('a prepared statement goes on after a newer release has changed its table, and is a 503 in a transaction', async () => {
  const { db } = open(url, 2);
  await postgres().query(url, 'create table shelves (name text)', "insert into shelves values ('one')");
  const read = (from: Kysely<unknown>) =>
    sql<object>`select * from shelves where name = ${'one'}`.execute(from);
  await read(db);
  await postgres().query(url, 'alter table shelves add column height integer');
  expect((await read(db)).rows).toEqual([{ name: 'one', height: null }]);

  await read(db);
  await postgres().query(url, 'alter table shelves add column width integer');
  const inTransaction = db.transaction().execute((transaction) => read(transaction));
  await expect(inTransaction).rejects.toThrow(DatabaseUnavailableError);
  expect((await read(db)).rows).toEqual([{ name: 'one', height: null, width: null }]);
});

test('a session prepares a statement once', async () => {
  const { db } = open();
  const read = (value: number) => sql`select * from numbers where value = ${value}`.execute(db);
  for (const value of [1, 2, 3]) await read(value);
  const { rows } = await sql`select calls::int from (
    select generic_plans + custom_plans as calls from pg_prepared_statements where statement like '%from numbers%'
  ) as prepared`.execute(db);
  expect(rows).toEqual([{ calls: 3 }]);
});

describe('behind a pooler', () => {
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
});
