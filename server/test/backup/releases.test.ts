// The two releases are compiled from the working tree.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileServer } from '../../../scripts/lib/build.mjs';
import { signedIn, temporaryFolder } from '../support/provider.ts';

const LISTENER = 'monthly@listener.test';
const LATER = 'provider-0999_later';
/** A later release changes a table, and stores something of its own. */
const CHANGE = `
import { sql } from 'kysely';
providerMigrations['0999_later'] = {
  async up(db) {
    await sql\`alter table playback_positions add column mood text not null default 'calm'\`.execute(db);
    await sql\`create table moods (name text primary key)\`.execute(db);
    await sql\`insert into moods values ('calm')\`.execute(db);
  },
};
`;

const releases = temporaryFolder();
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

/** Gives a compiled provider a version, and the packages of the repository. */
function name(release: string, version: string): void {
  writeFileSync(join(release, 'package.json'), JSON.stringify({ version, type: 'module' }));
  symlinkSync(join(process.cwd(), 'node_modules'), join(release, 'node_modules'));
}

const before = join(releases, 'before');
const after = join(releases, 'after');
beforeAll(async () => {
  await compileServer(join(before, 'dist-server'));
  cpSync(before, after, { recursive: true });
  name(before, '1.4.0');
  name(after, '1.5.0');
  appendFileSync(join(after, 'dist-server', 'server', 'db', 'migrations.js'), CHANGE);
}, 120_000);

function run(release: string, script: 'admin' | 'main', args: readonly string[]) {
  const child = spawn(process.execPath, [join(release, 'dist-server', `${script}.js`), ...args], {
    env: { ...process.env, DATABASE_URL: '', MEDIA_STORE: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

/** Runs a provider on a folder while something is done with it, and returns what it printed. */
async function serving(
  release: string,
  dataDir: string,
  use: (origin: string) => Promise<void>,
): Promise<string> {
  const child = run(release, 'main', ['--port', '0', '--ready-json', '--data-dir', dataDir]);
  const complaint = text(child.stderr);
  const ended = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    const { origin } = /^\{"origin":"(?<origin>[^"]+)"\}$/.exec(line)?.groups ?? {};
    if (origin === undefined) continue;
    await use(origin);
    child.kill('SIGTERM');
  }
  await ended;
  expect(child.exitCode, await complaint).toBe(0);
  return lines.join('\n');
}

/** What a release says that does not start, or a command. */
async function said(
  release: string,
  script: 'admin' | 'main',
  args: readonly string[],
): Promise<{ readonly output: string; readonly complaint: string; readonly code: number | null }> {
  const child = run(release, script, args);
  const ended = once(child, 'exit');
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { output, complaint, code: child.exitCode };
}

const numbers = v.object({ last_position: v.number() });

async function positionOf(origin: string): Promise<number> {
  const listener = await signedIn(origin, LISTENER);
  const { body } = await listener.get('/user/playing-data/the-olive-year');
  return v.parse(numbers, body).last_position;
}

async function listenTo(origin: string, position: number): Promise<void> {
  const listener = await signedIn(origin, LISTENER);
  const report = { id: 'the-olive-year', playback_speed: 1, content_type: 1, last_position: position };
  expect((await listener.post('/user/content', [report])).status).toBe(200);
}

const backupsIn = (dataDir: string): readonly string[] =>
  readdirSync(dataDir).filter((each) => each.startsWith('before-'));

test('the next release runs on a data folder, and the earlier one runs on it again after the backup of the upgrade is restored (CAT-323)', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const first = await serving(before, dataDir, (origin) => listenTo(origin, 321));
  expect(first).toContain('Hark 1.4.0');
  expect(backupsIn(dataDir)).toEqual([]);

  const backup = join(dataDir, `before-${LATER}.gz`);
  const upgraded = await serving(after, dataDir, async (origin) => {
    expect(await positionOf(origin)).toBe(321);
    await listenTo(origin, 654);
  });
  expect(upgraded).toContain(`This release changes the tables. All rows of before are in ${backup}`);
  expect(upgraded).toContain('Hark 1.5.0');
  expect(backupsIn(dataDir)).toEqual([`before-${LATER}.gz`]);
  // The next start changes nothing, so it keeps nothing.
  const again = await serving(after, dataDir, async (origin) => expect(await positionOf(origin)).toBe(654));
  expect(again).not.toContain('changes the tables');

  for (const script of ['main', 'admin'] as const) {
    const args = script === 'main' ? ['--port', '0'] : ['status'];
    const { complaint, code } = await said(before, script, [...args, '--data-dir', dataDir]);
    expect(code).toBe(1);
    expect(complaint).toMatch(/^[^\n]+\n$/u);
    expect(complaint).toContain(
      'A newer release has changed the tables of this database (provider/0999_later). Start that release or a later one.',
    );
    expect(complaint).toContain(`npm run admin -- restore ${backup} --data-dir NEW_FOLDER`);
  }

  const back = join(temporaryFolder(), 'data');
  const restored = await said(before, 'admin', ['restore', backup, '--data-dir', back]);
  expect(restored.complaint).toBe('');
  expect(restored.code).toBe(0);
  await serving(before, back, async (origin) => {
    expect(await positionOf(origin)).toBe(321);
    await listenTo(origin, 400);
  });
  // The way is open again.
  await serving(after, back, async (origin) => expect(await positionOf(origin)).toBe(400));
  // Nothing of this touched the folder of the later release.
  await serving(after, dataDir, async (origin) => expect(await positionOf(origin)).toBe(654));
}, 300_000);

test('a refusal names no backup if this release can restore none (CAT-323)', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  await serving(after, dataDir, (origin) => listenTo(origin, 10));
  // It is of the later release, damaged, or no backup at all.
  expect(
    (await said(after, 'admin', ['backup', join(dataDir, 'before-1.gz'), '--data-dir', dataDir])).code,
  ).toBe(0);
  cpSync(join(dataDir, 'before-1.gz'), join(dataDir, 'before-2.gz'));
  truncateSync(join(dataDir, 'before-2.gz'), 15);
  writeFileSync(join(dataDir, 'before-3.gz'), 'no backup');
  const { complaint, code } = await said(before, 'main', ['--port', '0', '--data-dir', dataDir]);
  expect(code).toBe(1);
  expect(complaint).toMatch(/Start that release or a later one\.\n$/u);
}, 180_000);

test('a release that cannot keep the rows of before changes nothing (CAT-323)', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  await serving(before, dataDir, (origin) => listenTo(origin, 77));
  // The name of the backup is taken by a folder, so that the file cannot get it.
  const taken = join(dataDir, `before-${LATER}.gz`);
  cpSync(join(before, 'package.json'), join(taken, 'file'));
  const { complaint, code } = await said(after, 'main', ['--port', '0', '--data-dir', dataDir]);
  expect(code).toBe(1);
  expect(complaint).toMatch(
    /^This release changes the tables of the database, and keeps all rows in [^\n]+\n$/u,
  );
  expect(complaint).toContain('The database is as it was.');
  await serving(before, dataDir, async (origin) => expect(await positionOf(origin)).toBe(77));
  rmSync(taken, { recursive: true });
  await serving(after, dataDir, async (origin) => expect(await positionOf(origin)).toBe(77));
  expect(backupsIn(dataDir)).toEqual([`before-${LATER}.gz`]);
}, 300_000);
