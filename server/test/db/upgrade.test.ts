import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gunzipSync } from 'node:zlib';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeBackup } from '../../backup/make-backup.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { migrate } from '../../db/migrate.ts';
import { providerMigrations } from '../../db/migrations.ts';
import { PACKAGE, type Programs, programsOfPackage } from '../../db/own/programs.ts';
import { OwnServer } from '../../db/own/server.ts';
import { upgradeDataFolder, type Upgraded } from '../../backup/upgrade-folder.ts';
import { MIGRATIONS } from '../../parts/index.ts';
import { createDatabase } from '../support/databases.ts';
import { temporaryFolder } from '../support/folders.ts';

const EARLIER = 17;
const ALL = { ...MIGRATIONS, provider: providerMigrations };
const MODULE = new URL('../../backup/upgrade-folder.ts', import.meta.url).href;
const PARTS = new URL('../../parts/index.ts', import.meta.url).href;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

let programs: Programs;
/** A data folder of the earlier server, and its rows. */
let earlier = '';
let rows = '';

async function opened<Result>(
  dataDir: string,
  use: (db: Kysely<unknown>) => Promise<Result>,
  server?: Programs,
): Promise<Result> {
  const own = await OwnServer.open({
    dataDir,
    user: 'restore',
    reset: false,
    onTrouble: () => undefined,
    programs: server,
  });
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: own.url }) }),
  });
  try {
    return await use(db);
  } finally {
    await db.destroy();
    await own.close();
  }
}

/** A database of the demonstration. */
async function withRows(use: (db: Kysely<unknown>) => Promise<unknown>): Promise<void> {
  const { url, drop } = await createDatabase('demo');
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }),
  });
  await use(db);
  await db.destroy();
  await drop();
}

/** All rows as a backup holds them, without the instant at which it was made. */
async function rowsOf(db: Kysely<unknown>): Promise<string> {
  const file = join(temporaryFolder(), 'rows.gz');
  await makeBackup(db, file, 0);
  return gunzipSync(readFileSync(file)).toString();
}

const upgrade = (dataDir: string, onStep: (step: string) => void = () => undefined): Promise<Upgraded> =>
  upgradeDataFolder({ dataDir, migrations: MIGRATIONS, earlierBin: undefined, now: 0, onStep });

function copy(): string {
  const dataDir = join(temporaryFolder(), 'data');
  execFileSync('cp', ['-a', earlier, dataDir]);
  return dataDir;
}

beforeAll(async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{}');
  execFileSync('chmod', ['755', folder]);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', `${PACKAGE}@17.10.0-beta.17`], {
    cwd: folder,
    stdio: 'ignore',
  });
  programs = programsOfPackage(join(folder, 'node_modules', PACKAGE));
  const filled = join(temporaryFolder(), 'filled.gz');
  await withRows((db) => makeBackup(db, filled, 0));
  earlier = join(temporaryFolder(), 'data');
  mkdirSync(earlier);
  mkdirSync(join(earlier, 'uploads'));
  writeFileSync(join(earlier, 'uploads', 'sound'), 'a sound');
  await opened(
    earlier,
    async (db) => {
      await migrate(db, ALL);
      await restoreBackup(db, filled, ALL);
      rows = await rowsOf(db);
    },
    programs,
  );
}, 180_000);

test('the files of an earlier server are refused, with the command that takes them along', async () => {
  await expect(opened(earlier, rowsOf)).rejects.toThrow(
    `is of PostgreSQL ${EARLIER}, and this release has PostgreSQL 18. It is left as it is. Take it along with ` +
      `npm run admin -- upgrade --data-dir ${earlier}`,
  );
});

test('one command takes all rows to the server of this release, with its programs from the registry (CAT-314)', async () => {
  const dataDir = copy();
  const steps: string[] = [];
  const upgraded = await upgrade(dataDir, (step) => steps.push(step));
  expect(steps).toContain(`Fetching ${PACKAGE}@17.10.0-beta.17.`);
  expect(upgraded).toMatchObject({ from: EARLIER, kept: join(dataDir, 'postgres', `data.${EARLIER}`) });
  expect(upgraded.rows).toBeGreaterThan(0);
  expect(await opened(dataDir, rowsOf)).toBe(rows);
  expect(readFileSync(join(dataDir, 'uploads', 'sound'), 'utf8')).toBe('a sound');
  expect(readdirSync(join(dataDir, 'postgres')).toSorted()).toEqual(['data', `data.${EARLIER}`, 'password']);
  expect(await upgrade(dataDir)).toMatchObject({ from: null });
  // One way back: the files of before.
  const before = join(temporaryFolder(), 'data');
  execFileSync('cp', ['-a', dataDir, before]);
  rmSync(join(before, 'postgres', 'data'), { recursive: true });
  renameSync(join(before, 'postgres', `data.${EARLIER}`), join(before, 'postgres', 'data'));
  expect(await opened(before, rowsOf, programs)).toBe(rows);
  // The other way back: the backup that the upgrade made, with the server of before.
  const back = join(temporaryFolder(), 'data');
  mkdirSync(back);
  const restored = await opened(
    back,
    async (db) => {
      await migrate(db, ALL);
      await restoreBackup(db, upgraded.backup ?? '', ALL);
      return rowsOf(db);
    },
    programs,
  );
  expect(restored).toBe(rows);
}, 180_000);

/** Runs the upgrade in a process of its own, which is killed before the step with this number. */
async function killedBefore(dataDir: string, number: number): Promise<boolean> {
  const bin = join(programs.postgres, '..');
  const program = `
    const { upgradeDataFolder } = await import(${JSON.stringify(MODULE)});
    const { MIGRATIONS } = await import(${JSON.stringify(PARTS)});
    let left = ${number};
    const onStep = (step) => {
      if (left-- > 0) return;
      process.kill(process.pid, 'SIGKILL');
    };
    await upgradeDataFolder({ dataDir: ${JSON.stringify(dataDir)}, migrations: MIGRATIONS, now: 0, onStep,
      earlierBin: ${JSON.stringify(bin)} });
    console.log('done');
  `;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const ended = once(child, 'exit');
  let isDone = false;
  for await (const line of createInterface(child.stdout)) isDone ||= line === 'done';
  await ended;
  return !isDone;
}

/** The servers of a process that was killed end by themselves, but not at once. */
async function whenFree<Result>(action: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('is in use'))) throw error;
    }
  }
}

describe('an upgrade that is killed', () => {
  test('before each of its steps leaves the database as it was, or goes on (CAT-314)', async () => {
    let number = 0;
    for (; ; number += 1) {
      const dataDir = copy();
      if (!(await killedBefore(dataDir, number))) break;
      const isEarlier = existsSync(join(dataDir, 'postgres', 'data'))
        ? readFileSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'), 'utf8').trim() === String(EARLIER)
        : null;
      // The release of before goes on with all rows, or the upgrade has to be ended first.
      if (isEarlier === true) {
        expect(await whenFree(() => opened(dataDir, rowsOf, programs)), String(number)).toBe(rows);
      } else if (isEarlier === null) {
        await expect(opened(dataDir, rowsOf)).rejects.toThrow('npm run admin -- upgrade');
        await expect(opened(dataDir, rowsOf, programs)).rejects.toThrow('npm run admin -- upgrade');
      }
      await whenFree(() =>
        upgradeDataFolder({
          dataDir,
          migrations: MIGRATIONS,
          earlierBin: join(programs.postgres, '..'),
          now: 0,
          onStep: () => undefined,
        }),
      );
      expect(await whenFree(() => opened(dataDir, rowsOf)), String(number)).toBe(rows);
    }
    expect(number).toBeGreaterThan(7);
  }, 600_000);
});

test('a folder without a database, an earlier server that cannot be had, and kept files are refused', async () => {
  const empty = temporaryFolder();
  await expect(upgrade(empty)).rejects.toThrow('has no database');
  const dataDir = copy();
  await expect(
    upgradeDataFolder({
      dataDir,
      migrations: MIGRATIONS,
      earlierBin: temporaryFolder(),
      now: 0,
      onStep: () => undefined,
    }),
  ).rejects.toThrow('EARLIER_POSTGRES_BIN');
  const kept = join(dataDir, 'postgres', `data.${EARLIER}`);
  mkdirSync(kept);
  await expect(upgrade(dataDir)).rejects.toThrow('Move it away first.');
  expect(existsSync(kept)).toBe(true);
  expect(await opened(dataDir, rowsOf, programs)).toBe(rows);
});
