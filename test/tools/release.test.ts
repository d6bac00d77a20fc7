import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'release-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const release = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/release.mjs', ...args], { encoding: 'utf8' });

/** Builds with a umask and a time zone of its own. */
const releaseAs = (umask: string, zone: string, ...args: readonly string[]) =>
  spawnSync(
    'sh',
    ['-c', `umask ${umask}; exec "$@"`, 'sh', process.execPath, 'scripts/release.mjs', ...args],
    {
      encoding: 'utf8',
      env: { ...process.env, TZ: zone },
    },
  );

test('two builds of one commit are equal byte for byte, and the checksums say so', () => {
  const accounts = [
    ['one', '022', 'UTC'],
    ['other', '077', 'Asia/Tokyo'],
  ] as const;
  const [one, other] = accounts.map(([name, umask, zone]) => {
    const { status, stderr } = releaseAs(umask, zone, '--packages', join(folder, name));
    expect(status, stderr).toBe(0);
    return new Map(
      readdirSync(join(folder, name)).map((file) => [
        file,
        readFileSync(join(folder, name, file)).toString('hex'),
      ]),
    );
  });
  expect([...(one?.keys() ?? [])].toSorted()).toEqual([
    'SHA256SUMS',
    expect.stringMatching(/^audio-streaming-core-.*\.tgz$/u),
    expect.stringMatching(/^audio-streaming-provider-.*\.tgz$/u),
    'parts.cdx.json',
  ]);
  for (const [file, bytes] of one ?? []) expect(other?.get(file) === bytes, file).toBe(true);
  const sums = readFileSync(join(folder, 'one', 'SHA256SUMS'), 'utf8');
  for (const [file, bytes] of one ?? []) {
    if (file === 'SHA256SUMS') continue;
    expect(sums).toContain(
      `${createHash('sha256').update(Buffer.from(bytes, 'hex')).digest('hex')}  ${file}\n`,
    );
  }
}, 900_000);

test('the package of the provider is installed with its lock file, readable for all, and starts', () => {
  const installed = join(folder, 'installed');
  mkdirSync(installed);
  const name = readdirSync(join(folder, 'other')).find((file) => file.includes('-provider-')) ?? '';
  const inside = (program: string, ...args: readonly string[]) =>
    spawnSync(program, args, { cwd: join(installed, 'package'), encoding: 'utf8' });
  spawnSync('tar', ['--extract', '--file', join(folder, 'other', name), '--directory', installed]);
  expect(inside('find', '.', '!', '-perm', '-444').stdout).toBe('');
  const { status, stderr } = inside('npm', 'ci', '--omit=dev');
  expect(status, stderr).toBe(0);
  expect(inside('npm', 'ls', '--omit=dev', '--depth=0').status).toBe(0);
  expect(existsSync(join(installed, 'package', 'node_modules', 'vitest'))).toBe(false);
  expect(inside(process.execPath, 'dist-server/main.js', '--help').stdout).toContain('--data-dir');
}, 300_000);

test.each([
  [[], 'Name one version'],
  [['1.2'], 'three numbers'],
  [['0.0.1'], 'is not above'],
  [['1.2.3', '4.5.6'], 'Name one version'],
  [['1.2.3', '--packages', 'x'], 'Name one version'],
])('%j is refused in one line', (args, sentence) => {
  const { status, stdout, stderr } = release(...args);
  expect(stderr).toMatch(new RegExp(`^.*${sentence}.*\\n$`, 'u'));
  expect(stdout).toBe('');
  expect(status).toBe(2);
});
