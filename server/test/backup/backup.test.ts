import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { replaceTranscripts } from '../../catalogue/transcripts.ts';
import { makeBackup, tablesOf } from '../../backup/make-backup.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';
import {
  announceProvider,
  isProviderRunning,
  type RunningProviderTables,
} from '../../db/running-providers.ts';
import { type FeatureMigrations, migrate, statements } from '../../db/migrate.ts';
import type { Database } from '../../members/tables.ts';
import { MIGRATIONS } from '../../parts/index.ts';
import { type OpenAdmin, openForAdmin } from '../../admin/open.ts';
import { runProvider, runScript } from '../support/processes.ts';
import { databaseOfTest } from '../support/databases.ts';
import { signedIn, temporaryFolder, useProvider } from '../support/provider.ts';

const provider = useProvider({ scale: 300 });
const folder = temporaryFolder();
const file = join(folder, 'backup.gz');
const NOW = Date.UTC(2026, 10, 23);

/** All rows of all tables, as text. The order of the rows does not matter. */
async function contentsOf(db: Database): Promise<Readonly<Record<string, unknown>>> {
  const contents: Record<string, unknown> = {};
  for (const { name, columns } of await tablesOf(db)) {
    const { rows } = await sql<{ rows: string }>`
      select coalesce(string_agg(row_to_json(stored)::text, E'\n' order by row_to_json(stored)::text), '') as rows
      from (select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}) as stored
    `.execute(db);
    contents[name] = rows[0]?.rows;
  }
  return contents;
}

beforeAll(async () => {
  const client = await signedIn(provider().origin, 'annual@listener.test');
  await client.post('/favorites/content', { content_id: 'the-tide-library', is_favorite: true });
  // A row with a number that the database gave.
  await client.post('/user/login_attempts', { email: 'annual@listener.test', success: true });
  // Some readers end a line at these characters.
  await client.put('/user', { full_name: 'Line\u2028Separator\u2029Name' });
  const cues = [{ start: 1, end: 2, text: 'Of the studio.' }];
  const own = { itemId: 'small-hours', chapter: 0, language: 'fr', origin: '0/fr', isTimed: true, cues };
  await provider()
    .db.transaction()
    .execute((transaction) => replaceTranscripts(transaction, own.itemId, 'studio', [own]));
});

describe('a backup', () => {
  test('restored into an empty database has the same rows', async () => {
    // Files that others have prepared, and a link to somebody else's file.
    const foreign = `${file}.foreign`;
    writeFileSync(foreign, 'foreign');
    writeFileSync(file, '', { mode: 0o666 });
    chmodSync(file, 0o666);
    symlinkSync(foreign, `${file}.part`);
    const made = await makeBackup(provider().db, file, NOW);
    expect(readFileSync(foreign, 'utf8')).toBe('foreign');
    expect(made.rows).toBeGreaterThan(300);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(existsSync(`${file}.part`)).toBe(false);
    const admin = await openEmpty();
    try {
      expect(await restoreBackup(admin.context.db, file, admin.context.migrations)).toEqual(made);
      const contents = await contentsOf(admin.context.db);
      expect(contents).toEqual(await contentsOf(provider().db));
      expect(contents['transcripts']).toContain('"source":"studio"');
      expect(contents['transcript_passages']).toContain('Of the studio.');
      // The numbers of new rows continue.
      await admin.context.db
        .insertInto('login_attempts')
        .values({ email: 'a@example.org', success: true, attempted_at: NOW })
        .execute();
      await expect(restoreBackup(admin.context.db, file, admin.context.migrations)).rejects.toThrow(
        'This database is not empty.',
      );
    } finally {
      await admin.close();
    }
  }, 120_000);

  test('holds nothing that the database computes, so one of the restored database has the same rows (CAT-101)', async () => {
    const { db } = provider();
    await db.updateTable('items').set({ version: '' }).execute();
    await makeBackup(db, file, NOW);
    const admin = await openEmpty();
    try {
      await restoreBackup(admin.context.db, file, admin.context.migrations);
      const versions = await admin.context.db.selectFrom('items').select('version').distinct().execute();
      expect(versions.length).toBeGreaterThan(300);
      const again = join(folder, 'again.gz');
      await makeBackup(admin.context.db, again, NOW);
      expect(linesIn(again)).toEqual(linesIn(file));
    } finally {
      await admin.close();
    }
  }, 120_000);

  test('of an earlier release is restored, and brought up to date (CAT-104)', async () => {
    await makeBackup(provider().db, file, NOW);
    const later: FeatureMigrations = {
      'later-part': { '0001_initial': statements('create table moods (name text primary key)') },
      limits: {
        ...MIGRATIONS['limits'],
        '0999_later': statements("alter table favorite_items add column mood text not null default 'calm'"),
      },
    };
    const admin = await openEmpty();
    try {
      const { db } = admin.context;
      const migrations = { ...admin.context.migrations, ...later };
      await migrate(db, migrations);
      await restoreBackup(db, file, migrations);
      const { rows } =
        await sql`select mood, item_id from favorite_items where item_id = 'the-tide-library'`.execute(db);
      expect(rows).toEqual([{ mood: 'calm', item_id: 'the-tide-library' }]);
      const names = async (of: Database) => (await tablesOf(of)).map(({ name }) => name).toSorted();
      expect(await names(db)).toEqual([...(await names(provider().db)), 'moods'].toSorted());
    } finally {
      await admin.close();
    }
  }, 120_000);

  test('is not restored beside a running provider; one that has died blocks nothing (CAT-140)', async () => {
    await makeBackup(provider().db, file, NOW);
    const admin = await openEmpty();
    try {
      const db = admin.context.db.withTables<RunningProviderTables>();
      let now = Date.now();
      const clock = { now: () => now };
      const running = await announceProvider(db, clock, () => undefined);
      await expect(restoreBackup(admin.context.db, file, admin.context.migrations)).rejects.toThrow(
        'A provider uses this database.',
      );
      const renews = (): Promise<unknown> =>
        db
          .updateTable('running_providers')
          .set((row) => ({ alive_until: row('alive_until', '+', 1) }))
          .execute();
      expect(await isProviderRunning(db, clock, renews)).toBe(true);
      await running.stop();
      expect(await isProviderRunning(db, clock)).toBe(false);
      await db
        .insertInto('running_providers')
        .values({ id: 'killed', alive_until: now + 30_000 })
        .execute();
      const passes = async (): Promise<void> => {
        now += 1_000;
        return Promise.resolve();
      };
      expect(await isProviderRunning(db, clock, passes)).toBe(false);
      expect(now, 'after at most half a minute').toBeLessThanOrEqual(Date.now() + 31_000);
    } finally {
      await admin.close();
    }
  }, 120_000);

  test.each([
    ['cut off', () => truncateSync(damaged, Math.floor(statSync(damaged).size / 2))],
    ['with a row less', () => writeLines((lines) => lines.toSpliced(5, 1))],
    ['of another release', () => writeLines(([head = '', ...lines]) => [otherRelease(head), ...lines])],
    ['that is no archive', () => writeFileSync(damaged, 'hello')],
    [
      'with rows that are no JSON',
      () => writeLines((lines) => lines.map((line) => line.replace(/^\{"sub/, '{'))),
    ],
  ])(
    '%s is refused, and leaves the database as it was (CAT-104)',
    async (_name, damage) => {
      writeFileSync(damaged, readFileSync(file));
      damage();
      const admin = await openEmpty();
      const { db } = admin.context;
      const before = await contentsOf(db);
      await expect(restoreBackup(db, damaged, admin.context.migrations)).rejects.toThrow(/backup|Backup/);
      expect(await contentsOf(db)).toEqual(before);
      await admin.close();
    },
    60_000,
  );
});

const damaged = join(folder, 'damaged.gz');

/** The lines of a backup in any order, because a database returns rows in the order in which it stores them. */
const linesIn = (path: string): readonly string[] =>
  gunzipSync(readFileSync(path)).toString().split('\n').toSorted();

function writeLines(change: (lines: readonly string[]) => readonly string[]): void {
  const lines = gunzipSync(readFileSync(file)).toString().split('\n');
  writeFileSync(damaged, gzipSync(change(lines).join('\n')));
}

const otherRelease = (head: string): string => head.replace('"provider":["', '"provider":["9999_later","');

test('the commands work while the provider runs, and restore into a new folder', async () => {
  const dataDir = temporaryFolder();
  const { origin, child } = await runProvider(dataDir);
  const backup = join(folder, 'commands.gz');
  expect(await admin(dataDir, ['backup', backup])).toMatchObject({ code: 0 });
  expect(await admin(dataDir, ['restore', backup])).toMatchObject({
    code: 1,
    complaint: expect.stringContaining(`is in use by process ${child.pid} `) as string,
  });
  const favorites = async (at: string) =>
    (await (await signedIn(at, 'annual@listener.test')).get('/favorites')).body;
  const before = await favorites(origin);
  child.kill('SIGTERM');
  await once(child, 'exit');

  const other = temporaryFolder();
  expect(await admin(other, ['restore', backup])).toMatchObject({ code: 0 });
  const again = await runProvider(other);
  expect(await favorites(again.origin)).toEqual(before);
}, 180_000);

const openEmpty = async (): Promise<OpenAdmin> =>
  openForAdmin({ dataDir: folder, databaseUrl: await databaseOfTest() }, 'restore');

async function admin(dataDir: string, args: readonly string[]) {
  const child = runScript('admin', [...args, '--data-dir', dataDir]);
  child.stdin.end();
  const [complaint, code] = await Promise.all([text(child.stderr), once(child, 'exit'), text(child.stdout)]);
  return { code: Number(code[0]), complaint };
}
