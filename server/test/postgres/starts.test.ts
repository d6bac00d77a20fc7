import { once } from 'node:events';
import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { providerMigrations } from '../../db/migrations.ts';
import { openDatabase } from '../../db/open.ts';
import { DEMO_ACCOUNTS } from '../../demo/listeners.ts';
import { buildCatalogue } from '../../demo/catalogue/index.ts';
import type { Tables } from '../../members/tables.ts';
import { databaseOfTest } from '../support/databases.ts';
import { freePort, withPostgres } from '../support/postgres.ts';
import { runProvider, runScript } from '../support/processes.ts';
import { signedIn, temporaryFolder } from '../support/provider.ts';

const postgres = withPostgres();

/** `STARTS=20` for more certainty. */
const STARTS = Number(process.env['STARTS'] ?? 1);

async function countsIn(url: string): Promise<Record<string, unknown> | undefined> {
  const tables = ['items', 'listeners', 'pool_users', 'pool_signing_keys'];
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  const [row] = await postgres().query(url, `select ${counts.join(', ')}`);
  return row;
}

/** What a provider says that refuses to start. */
async function complaintOf(url: string): Promise<string> {
  const child = runScript('main', ['--port', '0', '--data-dir', temporaryFolder()], { DATABASE_URL: url });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  await once(child, 'exit');
  expect(child.exitCode).toBe(1);
  return complaint.trim();
}

test(
  'two processes start at once on an empty database',
  async ({ annotate }) => {
    for (let start = 0; start < STARTS; start += 1) {
      const url = await postgres().createDatabase();
      const providers = await Promise.all(
        [0, 1].map(() => runProvider(temporaryFolder(), [], { DATABASE_URL: url })),
      );
      expect(await countsIn(url)).toEqual({
        items: buildCatalogue({ now: Date.now() }).total,
        listeners: DEMO_ACCOUNTS.length,
        pool_users: DEMO_ACCOUNTS.length,
        pool_signing_keys: 1,
      });
      for (const { origin, child } of providers) {
        const listener = await signedIn(origin, 'monthly@listener.test');
        expect((await listener.get('/browse')).status).toBe(200);
        child.kill('SIGKILL');
      }
    }
    await annotate(`${STARTS} of ${STARTS} starts`);
  },
  120_000 * STARTS,
);

test('a database of a newer release is refused with a sentence', async () => {
  const url = await databaseOfTest('library');
  await postgres().query(url, `insert into provider_migrations values ('0999_later', '')`);
  expect(await complaintOf(url)).toBe(
    'A newer release has changed the tables of this database (provider/0999_later). Start that release or a later one.',
  );
}, 120_000);

test('a database that cannot be used as it is is refused with a sentence (CAT-105)', async () => {
  const [latin, readOnly, foreign] = ['latin', 'read_only', 'foreign'].map((name) => postgres().urlOf(name));
  await postgres().query(
    postgres().urlOf('postgres'),
    `create database latin encoding 'LATIN1' locale 'C' template template0`,
    'create database read_only',
    'alter database read_only set default_transaction_read_only = on',
    'create database "foreign"',
    `create role hark login password 'password'`,
  );
  expect(await complaintOf(latin ?? '')).toBe(
    'The database of DATABASE_URL has the encoding LATIN1, which cannot store every title. ' +
      "Make one with create database … encoding 'UTF8' template template0.",
  );
  expect(await complaintOf(readOnly ?? '')).toBe(
    'The database of DATABASE_URL is read-only. Name the server that accepts changes.',
  );
  const asOrdinaryUser = (foreign ?? '').replace('//postgres:', '//hark:');
  expect(await complaintOf(asOrdinaryUser)).toBe(
    'The user of DATABASE_URL may not change the tables: permission denied for schema public. ' +
      'Make this user the owner of its database.',
  );
}, 120_000);

test('a server that is away at the start is named with a sentence', async () => {
  const nobody = postgres().urlOf('postgres', await freePort());
  expect(await complaintOf(nobody)).toMatch(
    /^The database server of DATABASE_URL cannot be used: connect ECONNREFUSED 127\.0\.0\.1:\d+$/,
  );
}, 60_000);

test('a newer release brings the tables up to date while an older one serves', async () => {
  const url = await postgres().createDatabase();
  const { origin } = await runProvider(temporaryFolder(), [], { DATABASE_URL: url });
  const listener = await signedIn(origin, 'annual@listener.test');
  const statuses: number[] = [];
  let isOver = false;
  const serve = async (): Promise<void> => {
    for (let last_position = 0; !isOver; last_position += 10) {
      const report = { id: 'small-hours', playback_speed: 1, content_type: 1, last_position };
      statuses.push((await listener.post('/user/content', [report])).status);
      statuses.push((await listener.get('/user/content?active=1')).status);
      // All come from one network address, which has a limit.
      await wait(10);
    }
  };
  const serving = Promise.all([serve(), serve()]);
  // A writer that takes longer than a listener may wait. The migration has to let the others pass.
  const release = await postgres().hold(url, 'lock table playback_positions in row exclusive mode');
  const writing = wait(5_000).then(release);
  const later = {
    ...providerMigrations,
    '0999_later': {
      async up(db) {
        await sql`alter table playback_positions add column mood text not null default 'calm'`.execute(db);
        await sql`create index playback_positions_mood on playback_positions (mood)`.execute(db);
      },
    },
  } satisfies typeof providerMigrations;
  const database = await openDatabase<Tables>({ kind: 'server', url }, {});
  await migrate(database.background, { provider: later });
  await wait(500);
  isOver = true;
  await Promise.all([serving, writing]);
  expect(await postgres().query(url, 'select distinct mood from playback_positions')).toContainEqual({
    mood: 'calm',
  });
  expect(statuses.length).toBeGreaterThan(20);
  expect(new Set(statuses)).toEqual(new Set([200]));
  await database.close();
}, 120_000);
